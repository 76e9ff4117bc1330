/** Products with price and stock in each store, as staff see and change them. Amounts in major units, VAT included. */
import { z } from 'zod'
import { amount, givenAmount } from '../amount.ts'
import { sku, storeCode } from './fields.ts'

/**
 * What is stored of the pictures of a product: all of them, or some are to be fetched (`pending`) or could not be
 * (`failed`); `none`: it has none.
 */
const pictureState = z.enum(['complete', 'none', 'pending', 'failed'])
export type PictureState = z.infer<typeof pictureState>

/** Store → text. */
const perStore = z.record(z.string(), z.string())

/** What the table of products can be filtered by, as shoppers filter a listing. */
export const productFacets = z.object({
  brands: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** `parent`: code of the category above; null: none. */
  categories: z.array(z.object({ code: z.string(), parent: z.string().nullable(), names: perStore })),
  attributes: z.array(
    z.object({
      code: z.string(),
      kind: z.enum(['choice', 'number', 'text', 'flag']),
      unit: z.string().nullable(),
      names: perStore,
      /** The values that products have; `code` is the number of a number, and true or false of a flag. */
      values: z.array(z.object({ code: z.string(), names: perStore })),
    }),
  ),
})
export type ProductFacets = z.infer<typeof productFacets>

export const productParams = z.object({ store: storeCode, sku })

const typedAmount = givenAmount.nonnegative().max(10_000_000)

const tiers = z
  .array(z.strictObject({ quantity: z.number().int().min(1).max(100_000), price: typedAmount }))
  .min(1)
  .max(20)

export const prices = z.strictObject({
  normal: tiers,
  campaign: z
    .strictObject({
      tiers,
      startsAt: z.iso.datetime({ offset: true }).nullable(),
      endsAt: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable(),
})

const pricesOf = (quantity: z.ZodNumber, price: z.ZodNumber) => {
  const tiers = z.array(z.object({ quantity, price }))
  return z.object({
    normal: tiers,
    campaign: z.object({ tiers, startsAt: z.string().nullable(), endsAt: z.string().nullable() }).nullable(),
  })
}

export const storedPrices = pricesOf(z.number(), amount)

/** The same in a request: the prices that the person saw. */
export const expectedPrices = pricesOf(z.number().int(), givenAmount)

/** `expected`: the prices that the person saw; a change meanwhile is answered 409 with `current`. */
export const changePricesBody = z.strictObject({
  prices,
  expected: expectedPrices,
  reason: z.string().trim().max(200).optional(),
})

/** What a campaign may announce (Dir. 98/6/EC Art. 6a); null where there is nothing to announce. */
export const reductionPreview = z.object({ lowest: amount.nullable(), percent: z.number().nullable() })

export const changeStockBody = z.strictObject({
  /** Added to the available units; below zero removes. */
  units: z
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((units) => units !== 0),
  reason: z.enum(['delivery', 'return', 'damage', 'correction']),
  reference: z.string().trim().max(200).default(''),
})

const incoming = z.strictObject({
  units: z.number().int().min(0).max(1_000_000),
  date: z.iso.date().nullable(),
})

/** `expected`: what the person saw; a change meanwhile is answered 409 with `current`. */
export const setIncomingBody = incoming.extend({ expected: incoming })
export const incomingAnswer = incoming

export const stockAnswer = z.object({ available: z.number() })
