/** The price grid, and changes of many prices. Amounts in major units, VAT included. */
import { z } from 'zod'
import { amount, givenAmount, givenPercent } from '../amount.ts'
import { eachOnce, keyed, storeCode } from './fields.ts'
import { expectedPrices, prices, storedPrices } from './products.ts'
import { listOf } from './table.ts'

/** Rows of one grid. */
export const priceGridRows = 10_000

const day = z.iso.date()

export const priceGridRow = z.object({
  sku: z.string(),
  store: z.string(),
  name: z.string(),
  /** Percent. */
  vatRate: z.number(),
  prices: storedPrices,
  /** Purchase cost without VAT in the currency of the store; null: unknown, or not for this person. */
  cost: amount.nullable(),
  /** First and last day of the campaign in the store; null: open, or there is none. */
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
})

export const priceGridAnswer = z.object({
  rows: z.array(priceGridRow),
  /** Of all that match; more than there are rows where the grid is cut. */
  count: z.number(),
  /** Days of the stores on which planned campaigns of the rows begin, the earliest first. */
  plannedFrom: z.array(day),
})

/** Days of the stores, both included. */
export const campaignsQuery = z.object({ from: day, to: day, 'filter.store': listOf(storeCode).optional() })

export const campaignsAnswer = z.object({
  /** The earliest first. */
  campaigns: z.array(
    z.object({
      store: z.string(),
      /** Null: open. */
      startsAt: z.string().nullable(),
      endsAt: z.string().nullable(),
      /** First and last day by the clock of the store. */
      startsOn: z.string().nullable(),
      endsOn: z.string().nullable(),
      /** Not yet the campaign of its products: it begins when the former one has ended. */
      planned: z.boolean(),
      products: z.number(),
      /** Name of one of the products. */
      name: z.string(),
      /** How many campaign prices are not below the normal price. */
      notLower: z.number(),
      /** How many planned campaigns wait for the end of another one, which overlaps them. */
      delayed: z.number(),
      /** How many planned campaigns should have begun, and have not. */
      late: z.number(),
    }),
  ),
  /** Planned campaigns that ended before they could begin, until staff have seen it; of any months, the latest first. */
  expired: z.array(
    z.object({
      store: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      /** By the clock of the store. */
      startsOn: z.string().nullable(),
      endsOn: z.string().nullable(),
      products: z.number(),
      /** Name of one of the products. */
      name: z.string(),
    }),
  ),
})
/** A day is the store's: the campaign starts as it begins, and ends with it. */
const edge = z.union([z.iso.datetime({ offset: true }), day]).nullable()

const typed = prices.extend({
  campaign: prices.shape.campaign.unwrap().extend({ startsAt: edge, endsAt: edge }).nullable(),
})

/** `expected`: the prices that the person saw. */
export const typedPrices = z
  .array(z.strictObject({ ...keyed, prices: typed, expected: expectedPrices }))
  .min(1)
  .max(priceGridRows)
  .refine(eachOnce)

const campaignForLater = typed.shape.campaign.unwrap().extend({ startsAt: edge.unwrap() })

/**
 * Planned campaigns as a person typed them; null removes the one that is expected. `expected`: the planned campaign that
 * the person saw, null where there was none.
 */
export const typedPlans = z
  .array(
    z.strictObject({
      ...keyed,
      campaign: campaignForLater.nullable(),
      expected: expectedPrices.shape.campaign,
    }),
  )
  .min(1)
  .max(priceGridRows)
  .refine(eachOnce)

/** Whether a campaign for later replaces those that overlap it; otherwise they refuse it. */
const replaces = z.boolean()

/** The rows that a bulk change is about: some, or all that match the page's query string. */
export const bulkTarget = z.union([
  z.strictObject({ products: z.array(z.strictObject(keyed)).min(1).max(1_000).refine(eachOnce) }),
  z.strictObject({ query: z.string().max(4_000) }),
])

const change = givenAmount.min(-10_000_000).max(10_000_000)

const magnitude = z.discriminatedUnion('how', [
  /** Added to 100: −10 takes a tenth off. */
  z.strictObject({ how: z.literal('percent'), percent: givenPercent.min(-99).max(1_000) }),
  z.strictObject({ how: z.literal('amount'), amount: change }),
  z.strictObject({ how: z.literal('set'), amount: change.positive() }),
])

export const adjustment = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('normal'), by: magnitude, rounds: z.boolean() }),
  z.strictObject({
    field: z.literal('campaign'),
    by: magnitude,
    rounds: z.boolean(),
    /** Whole days of the store, both included; null: open. */
    startsOn: day.nullable(),
    endsOn: day.nullable(),
  }),
  /** A campaign for later: the one of today stays until its end. */
  z.strictObject({
    field: z.literal('plan'),
    by: magnitude,
    rounds: z.boolean(),
    startsOn: day,
    endsOn: day.nullable(),
    replaces,
  }),
  z.strictObject({ field: z.literal('end') }),
])

const reason = z.string().trim().max(200).optional()

export const previewPricesBody = z.union([
  z.strictObject({ changes: typedPrices }),
  z.strictObject({ plans: typedPlans, replaces }),
  z.strictObject({ target: bulkTarget, adjustment }),
])

/** `count` and `digest`: of the preview; where other rows match by now, or their prices differ, nothing is started. */
export const startPricesBody = z.union([
  z.strictObject({ changes: typedPrices, reason }),
  z.strictObject({ plans: typedPlans, replaces, reason }),
  z.strictObject({
    target: bulkTarget,
    adjustment,
    count: z.number().int().min(1),
    digest: z.string().max(64).optional(),
    reason,
  }),
])

/** A planned campaign of a store, by its period. */
export const removePlansBody = z.strictObject({
  store: storeCode,
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime().nullable(),
})

/** Expired campaigns of a store, by their period. */
export const dismissExpiredBody = removePlansBody.extend({ endsAt: z.iso.datetime() })

export const plannedRow = z.object({
  store: z.string(),
  sku: z.string(),
  outcome: z.enum(['change', 'unchanged', 'refused']),
  refusal: z.string().nullable(),
  before: storedPrices.nullable(),
  after: storedPrices.nullable(),
  /** Prices that had more digits than the currency; `after` has them rounded. */
  rounded: z.array(
    z.object({ kind: z.enum(['normal', 'campaign']), quantity: z.number(), from: amount, to: amount }),
  ),
  /** The campaign that is replaced. */
  replaces: storedPrices.shape.campaign,
  /** Of a campaign for later: those that overlap it. Of another one: planned ones, which begin only after it. */
  overlaps: z.array(storedPrices.shape.campaign.unwrap()),
  /** What the campaign may announce (Dir. 98/6/EC Art. 6a); null: the row begins none. */
  reduction: z.object({ lowest: amount.nullable(), percent: z.number().nullable() }).nullable(),
  /** Of the price without VAT, after the change; null: the purchase cost is not known. */
  margin: z.object({ percent: z.number().nullable(), isBelowCost: z.boolean() }).nullable(),
})

export const pricePlan = z.object({
  total: z.number(),
  changes: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  /** How many campaigns replace others. */
  replaced: z.number(),
  /** How many changes have a price below the purchase cost. */
  belowCost: z.number(),
  /** The same for the same rows with the same prices, before and after. */
  digest: z.string(),
  /** For a bulk change the first ones, refused and replacing rows first; for typed prices all. */
  rows: z.array(plannedRow),
})
