/** Stock in each store, as staff see, count and correct it. In units; dates by the clock of the store. */
import { z } from 'zod'
import { sku, storeCode } from './fields.ts'
import { timelineEntry } from './orders.ts'

const stockRow = z.object({
  sku: z.string(),
  store: z.string(),
  /** Null: the store does not sell it. */
  name: z.string().nullable(),
  /** Available and reserved. */
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
  incoming: z.number(),
  incomingOn: z.iso.date().nullable(),
  /** The one that holds. */
  threshold: z.number(),
  /** Null: the usual one holds. */
  ownThreshold: z.number().nullable(),
  /** Orders that are not shipped. */
  openOrders: z.number(),
  discontinued: z.boolean(),
})

export const stockParams = z.object({ store: storeCode, sku })

export const stockPage = z.object({
  stock: stockRow,
  /** Newest first. */
  movements: z.array(
    z.object({
      at: z.string(),
      pool: z.enum(['available', 'incoming', 'presale']),
      delta: z.number(),
      /** In the pool afterwards. */
      units: z.number(),
      reason: z.string(),
      /** An order number, or a person's words. */
      reference: z.string().nullable(),
      isOrder: z.boolean(),
    }),
  ),
  /** Changes by staff, the CLI and imports. */
  timeline: z.array(timelineEntry.extend({ canUndo: z.boolean() })),
})
export type StockPage = z.infer<typeof stockPage>

export const countStockBody = z.strictObject({
  /** Units that no order has reserved. */
  units: z.number().int().min(0).max(1_000_000),
  /** Absent: now. */
  countedAt: z.iso.datetime({ offset: true }).optional(),
  note: z.string().trim().max(200).default(''),
})

const thresholdUnits = z.number().int().min(0).max(1_000_000).nullable()

/**
 * Null: the usual threshold. `expected`: the product's own threshold that the person saw; a change meanwhile is answered
 * 409 with `current`.
 */
export const thresholdBody = z.strictObject({ units: thresholdUnits, expected: thresholdUnits })
