/** Picking lists and packing slips of several orders. */
import { z } from 'zod'
import { safeText } from '../text.ts'
import { sku, storeCode } from './fields.ts'
import { orderAddress, setParts } from './orders.ts'

const units = z.number()

/** GET /admin/api/picking-list, with the query string of the table of orders. */
export const pickingList = z.object({
  /** In the order of their places; `place` null: unknown. */
  products: z.array(
    z.object({
      store: z.string(),
      sku: z.string(),
      name: z.string(),
      place: z.string().nullable(),
      units,
      orders: z.array(z.object({ number: z.string(), units })),
    }),
  ),
  orders: z.array(
    z.object({
      number: z.string(),
      store: z.string(),
      placedAt: z.string(),
      recipient: orderAddress,
      method: z.string(),
      servicePoint: z.string().nullable(),
      noteOfBuyer: z.string().nullable(),
      lines: z.array(
        z.object({ uuid: z.string(), sku: z.string(), name: z.string(), units, parts: setParts }),
      ),
    }),
  ),
  /** More orders match than one list holds. */
  hasMore: z.boolean(),
})
export type PickingList = z.infer<typeof pickingList>

export const placeParams = z.object({ store: storeCode, sku })
/** PUT /admin/api/products/:store/:sku/place; empty: unknown. */
/** `expected`: the place that the person saw, null: none; a change meanwhile is answered 409 with `current`. */
export const placeBody = z.strictObject({ place: safeText(40), expected: z.string().nullable() })
