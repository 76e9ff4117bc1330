/** Prices for other stores by rule, as a proposal that staff confirm. Amounts in major units, VAT included. */
import { z } from 'zod'
import { amount, givenAmount } from '../amount.ts'
import { eachOnce, keyed, storeCode } from './fields.ts'

const vat = z.enum(['recomputed', 'kept'])
const ending = z.enum(['store', 'none', 'whole', '90', '95', '99'])

export const priceRulesAnswer = z.object({
  stores: z.array(
    z.object({
      store: z.string(),
      currency: z.string(),
      /** The endings that its prices can have. */
      endings: z.array(ending),
    }),
  ),
  /** As they were last used. */
  rules: z.array(
    z.object({
      source: z.string(),
      store: z.string(),
      /** Units of the store's currency for one of the source's. */
      rate: z.number(),
      /** `recomputed`: without the VAT of the source, with that of the store; `kept`: with VAT as it is. */
      vat,
      ending,
    }),
  ),
})
export type PriceRulesAnswer = z.infer<typeof priceRulesAnswer>

const rate = z
  .number()
  .min(0.000_001)
  .max(1_000)
  .refine((value) => Math.round(value * 1e6) / 1e6 === value, 'At most six decimals')

/** Rows that staff may correct or leave out. */
const mostRows = 50_000

const terms = z.strictObject({
  source: storeCode,
  targets: z
    .array(z.strictObject({ store: storeCode, rate, ending }))
    .min(1)
    .max(20)
    .refine(eachOnce, 'Each store once'),
  vat,
  /** The filters of the table of products, as its address has them; the store is the source. */
  query: z.string().max(4_000),
  /** Whether products that have a price in the target get another one. */
  only: z.enum(['unpriced', 'all']),
  /** Prices of one unit in place of those by the rule. */
  corrections: z
    .array(z.strictObject({ ...keyed, price: givenAmount.positive().max(10_000_000) }))
    .max(mostRows)
    .refine(eachOnce),
  leftOut: z.array(z.strictObject(keyed)).max(mostRows).refine(eachOnce),
})

/** Rows of one page. */
export const proposalRows = 100

export const previewProposalBody = terms.extend({
  /** Rows before the page. */
  offset: z.number().int().min(0).max(mostRows),
  /** `attention`: refused, below the purchase cost, changed by half or more, or without a quantity that had a price. */
  show: z.enum(['all', 'attention']),
})

/** `count` and `digest`: of the preview; where other rows match by now, or prices differ, nothing is started. */
export const startProposalBody = terms.extend({
  count: z.number().int().min(1),
  digest: z.string().max(64),
  reason: z.string().trim().max(200).optional(),
})

const proposedRow = z.object({
  store: z.string(),
  sku: z.string(),
  name: z.string(),
  outcome: z.enum(['change', 'unchanged', 'refused']),
  refusal: z.string().nullable(),
  leftOut: z.boolean(),
  corrected: z.boolean(),
  /** In the currency of the source. All are prices of one unit. */
  sourcePrice: amount,
  /** By the rule, before a correction. */
  ruledPrice: amount,
  /** Null: there is none yet. */
  currentPrice: amount.nullable(),
  /** Null: it is refused. */
  newPrice: amount.nullable(),
  /** From which quantities on there are lower prices after the change. */
  quantities: z.array(z.number()),
  /** From which quantities on there are prices today that the change takes away. */
  lostQuantities: z.array(z.number()),
  /** Of the current price; null: there is none. */
  changePercent: z.number().nullable(),
  /** Without VAT, after the change; null: the purchase cost is not known. */
  margin: z.object({ percent: z.number().nullable(), isBelowCost: z.boolean() }).nullable(),
})
export type ProposedPrice = z.infer<typeof proposedRow>

export const priceProposal = z.object({
  /** Without what is left out, as the next four. */
  total: z.number(),
  changes: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  belowCost: z.number(),
  leftOut: z.number(),
  /** Prices of the proposal that staff have typed. */
  corrected: z.number(),
  /** Products of the source that a store does not sell, added up over the stores. */
  notSold: z.number(),
  digest: z.string(),
  /** Of what is shown, on all pages. */
  shown: z.number(),
  /** Most rows of a page. */
  pageRows: z.number(),
  rows: z.array(proposedRow),
})
export type PriceProposalAnswer = z.infer<typeof priceProposal>
