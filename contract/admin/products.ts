/** Products with price and stock in each store, as staff see and change them. Amounts in major units, VAT included. */
import { z } from 'zod'
import { amount, givenAmount } from '../amount.ts'
import { fieldFilter } from './custom-fields.ts'
import { sku, storeCode } from './fields.ts'
import { flag, listOf, tableQuery } from './table.ts'

/**
 * What is stored of the pictures of a product: all of them, or some are to be fetched (`pending`) or could not be
 * (`failed`); `none`: it has none.
 */
const pictureState = z.enum(['complete', 'none', 'pending', 'failed'])
export type PictureState = z.infer<typeof pictureState>

const campaignEdge = String.raw`(?:\.\.|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)`
const campaignPeriod = new RegExp(`^${campaignEdge}/${campaignEdge}$`)

export const productsQuery = tableQuery({
  filters: {
    store: listOf(storeCode),
    sku: listOf(sku),
    /** Slugs of brands. */
    brand: listOf(z.string().max(100)),
    /** Codes of categories; those below them count too. */
    category: listOf(z.string().max(100)),
    /**
     * `chemistry:lithium`: the value of an attribute that the storefront filters by. Of one attribute any of the values,
     * of several attributes each.
     */
    attribute: listOf(
      z
        .string()
        .regex(/^[a-z0-9_]+:./)
        .max(200),
    ),
    /** Units can be bought now. */
    in_stock: flag,
    /** Few units left while orders wait to be shipped. */
    short: flag,
    priced: flag,
    /** Nothing keeps it from being sold, see `gaps`. */
    sellable: flag,
    /** No statutory data is missing. */
    statutory_data: flag,
    pictures: listOf(pictureState),
    campaign: flag,
    /** Both moments of the campaign, `2026-11-26T23:00:00.000Z/..`: two points are an open end. */
    campaign_period: z.string().regex(campaignPeriod),
    discontinued: flag,
    field: fieldFilter,
  },
  sorts: ['sku', 'name', 'available'],
  defaultSort: 'sku',
  columns: [
    'id',
    'sku',
    'store',
    'name',
    'slug',
    'brand',
    'gtin',
    'price',
    'campaignPrice',
    'priceFrom',
    'choices',
    'available',
    'incoming',
    'discontinued',
    'gaps',
  ],
})

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

const saleGap = z.enum([
  'not_in_store',
  'no_price',
  'no_category',
  'discontinued',
  'no_description',
  'no_picture',
  'no_responsible_person',
  'no_un_number',
  'no_battery_facts',
  'part_gaps',
])

export const productRow = z.object({
  id: z.number(),
  sku: z.string(),
  store: z.string(),
  name: z.string(),
  slug: z.string(),
  brand: z.string().nullable(),
  gtin: z.string().nullable(),
  /** Normal price of one unit; null: it has none, and only its choices can be sold. */
  price: amount.nullable(),
  campaignPrice: amount.nullable(),
  /** Lowest normal price of its choices; null: it has none, or none of them has a price. */
  priceFrom: amount.nullable(),
  /** Products of the store that are choices of this one. */
  choices: z.number(),
  /** Null: it has no stock. */
  available: z.number().nullable(),
  incoming: z.number().nullable(),
  discontinued: z.boolean().nullable(),
  /** Why the store does not sell it; empty: nothing keeps it from being sold. */
  gaps: z.array(saleGap),
})

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
