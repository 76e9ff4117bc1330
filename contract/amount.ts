/** Amounts and the shapes built from them, as every response contains them. */
import { z } from 'zod'

/**
 * An amount of money: a decimal number in major units of the store's currency, at most two decimals, VAT
 * included.
 */
export const amount = z.number()

/** Largest number that a request may name as an amount, in major units; far below what arithmetic can carry. */
const largestGiven = 10_000_000_000

const givenDecimal = z
  .number()
  .min(-largestGiven)
  .max(largestGiven)
  .refine((value) => Math.round(value * 100) / 100 === value, 'At most two decimals')
  .meta({ multipleOf: 0.01 })

/**
 * An amount in a request: decimal major units with at most two decimals, within the range that amounts are
 * calculated in. Every field of a request that is money uses it, with its own limits added.
 */
export const givenAmount = givenDecimal

/** A percentage in a request, with at most two decimals: −12.5. */
export const givenPercent = givenDecimal

/** VAT in percent: 25. */
export const vatPercent = z.number().meta({ description: 'Percent' })

/** The part of a total that is subject to one VAT rate. */
export const vatRateSum = z.object({ vat: vatPercent, gross: amount, vat_amount: amount })

/** A deduction below the lines, with the code that causes it. */
export const discountRow = z.object({
  code: z.string(),
  label: z.string(),
  amount,
  amount_ex_vat: amount.meta({ description: 'By how much it lowers the sum without VAT' }),
})
