/** Shipping several orders at once: the selected ones, or those of a view of the table. */
import { z } from 'zod'
import { orderParams } from './orders.ts'

/** `query`: of the table of orders, without `?`. More than 200 orders are refused. */
const shippingTarget = z.union([
  z.strictObject({ orders: z.array(orderParams.shape.number).min(1).max(1000) }),
  z.strictObject({ query: z.string().max(4000) }),
])

export const previewShippingBody = z.strictObject({ target: shippingTarget })

/** `count`: the rows of the preview; where others match by now, nothing is started. */
export const startShippingBody = z.strictObject({
  target: shippingTarget,
  count: z.number().int().min(1),
})

export const shippingPlan = z.object({
  total: z.number(),
  /** How many would be shipped. */
  ships: z.number(),
  rows: z.array(
    z.object({
      number: z.string(),
      store: z.string(),
      /** The buyer's delivery method. */
      method: z.string(),
      /** Code of the reason why it is not shipped; null: it is. */
      refusal: z.string().nullable(),
    }),
  ),
})
