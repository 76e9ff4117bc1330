/** GET /api/offers: the personal offers of the logged-in customer (API-29, ACCOUNT-03). */
import { z } from 'zod'
import { amount } from '../../contract/amount.ts'
import { productCard } from '../../contract/catalogue.ts'

export const offersAnswer = z.array(
  z.object({
    id: z.number().meta({ description: 'offer_item_id of the cart line' }),
    product: productCard,
    price: amount.meta({ description: 'Unit price of the offer' }),
    ordinary_price: amount.meta({ description: 'Unit price without the offer' }),
    quantity: z.number().meta({ description: 'The offer is for exactly this many' }),
    expires_at: z.string().nullable(),
  }),
)
export type OfferEntry = z.infer<typeof offersAnswer>[number]
