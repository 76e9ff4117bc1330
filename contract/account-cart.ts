/** What an account keeps of a browser: its cart. */
import { z } from 'zod'
import { cartItem, cartItemRequests, couponCodes } from './cart.ts'

/** POST /api/auth/cart: the cart of the device that has just logged in. */
export const mergeCartRequest = z.object({
  items: cartItemRequests,
  coupons: couponCodes,
  removed_lines: z
    .array(z.string().max(64))
    .max(1000)
    .default([])
    .meta({ description: 'Lines that were removed on the device since the customer logged out of it' }),
  lowered_lines: z
    .record(z.string().max(64), z.int().min(1))
    .refine((lines) => Object.keys(lines).length <= 1000)
    .default({})
    .meta({
      description:
        'Lines whose quantity was lowered on the device since then, with the quantity at the logout',
    }),
})
/** The merged cart at current prices, as POST /api/sync-cart answers it, and its codes, not yet judged. */
export const mergeCartAnswer = z.object({ items: z.array(cartItem), coupons: z.array(z.string()) })
export type MergeCartAnswer = z.infer<typeof mergeCartAnswer>
