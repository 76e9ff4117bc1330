/** Amounts and the shapes built from them, as every response contains them. */
import { z } from 'zod'

/**
 * An amount of money: a decimal number in major units of the store's currency, at most two decimals, VAT
 * included.
 */
export const amount = z.number()

/** VAT in percent: 25. */
export const vatPercent = z.number().meta({ description: 'Percent' })

/** The part of a total that is subject to one VAT rate. */
export const vatRateSum = z.object({ vat: vatPercent, gross: amount, vat_amount: amount })

/** A deduction below the lines, with the code that causes it. */
export const discountRow = z.object({ code: z.string(), label: z.string(), amount })
