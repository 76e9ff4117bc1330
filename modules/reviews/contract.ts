/** Reviews of products: reading, voting, and writing by the link mailed to the buyer of an order. */
import { z } from 'zod'
import { safeText } from '../../contract/text.ts'

/** A published review. Every one is of a verified purchase. */
export const review = z.object({
  id: z.number(),
  store: z.string().meta({ description: 'The store it was written in, and so its language' }),
  stars: z.number().meta({ description: '1 to 5' }),
  words: z.string(),
  name: z.string().nullable().meta({ description: 'First name; null: anonymous' }),
  written_at: z.string(),
  answer: z.string().nullable().meta({ description: 'What the shop answers' }),
  helpful: z.number().meta({ description: 'How many found it helpful' }),
})
export type Review = z.infer<typeof review>

/** What a product's page shows of its reviews before more are asked for. */
export const productReviews = z.object({
  stars: z
    .array(z.number())
    .length(5)
    .meta({ description: 'How many reviews of our own gave 1, 2, 3, 4 and 5 stars' }),
  imported: z
    .object({ score: z.number(), count: z.number() })
    .nullable()
    .meta({ description: 'Ratings that were imported, without words; not checked by the shop' }),
  newest: z.array(review),
})
export type ProductReviews = z.infer<typeof productReviews>

/** GET /api/products/:id/reviews */
export const reviewsParams = z.object({ id: z.coerce.number().int().min(1).max(2_147_483_647) })
export const reviewsQuery = z.object({
  sort: z.enum(['newest', 'helpful']).default('newest'),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})
export const reviewsAnswer = z.object({
  reviews: z.array(review),
  total: z.number(),
  pages: z.number(),
})
export type ReviewsAnswer = z.infer<typeof reviewsAnswer>

/** POST /api/reviews/:id/helpful */
export const reviewParams = reviewsParams

const token = z.string().max(200)

/** POST /api/reviews */
export const newReviews = z.object({
  token: token.meta({ description: 'Of the link mailed to the buyer; it works once' }),
  show_name: z.boolean().meta({ description: 'False: the reviews are anonymous' }),
  reviews: z
    .array(
      z.object({
        sku: z.string().min(1).max(100),
        stars: z.int().min(1).max(5),
        words: safeText(4000).default(''),
      }),
    )
    .min(1)
    .max(200),
})

declare module '../../contract/catalogue.ts' {
  interface ProductParts {
    reviews: ProductReviews
  }
}
