/** Prices by agreement, as product pages and cards show them. */
import { z } from 'zod'
import { amount } from './amount.ts'

/** Most products of one request; a page shows fewer. */
export const mostOwnPrices = 200

/** GET /api/own-prices */
export const ownPricesQuery = {
  ids: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,199}$/)
    .transform((ids) => ids.split(',').map(Number))
    .meta({ description: `Ids of at most ${mostOwnPrices} products, separated by commas` }),
}

export const ownPricesAnswer = z.array(
  z.object({
    id: z.number(),
    tiers: z.array(z.object({ q: z.number().meta({ description: 'From this quantity on' }), p: amount })),
  }),
)
export type OwnPricesAnswer = z.infer<typeof ownPricesAnswer>
