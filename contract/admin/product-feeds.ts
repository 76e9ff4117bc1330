/** The feeds of products for search engines and price comparison services, as the back office lists them. */
import { z } from 'zod'

export const productFeedsAnswer = z.object({
  feeds: z.array(
    z.object({
      store: z.string(),
      form: z.enum(['merchant', 'meta', 'idealo', 'kelkoo', 'pricerunner']),
      /** Its public address, from which services download it. */
      address: z.url(),
      /** Null: nobody has fetched it from this node yet. */
      report: z
        .object({
          writtenAt: z.iso.datetime(),
          products: z.number(),
          leftOut: z.array(
            z.object({
              reason: z.enum([
                'gift_card',
                'no_price',
                'not_shown',
                'no_picture',
                'no_category',
                'out_of_stock',
                'no_delivery',
                'not_new',
              ]),
              products: z.number(),
              /** The first of them. */
              skus: z.array(z.string()),
            }),
          ),
        })
        .nullable(),
    }),
  ),
})
export type ProductFeedsAnswer = z.infer<typeof productFeedsAnswer>
