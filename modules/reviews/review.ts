/**
 * Reviews of products by their buyers. Every review is written through the link mailed to the buyer of a
 * delivered order, so each is of a verified purchase. Stars never decide whether a review is published
 * (Directive 2005/29/EC, Annex I, no. 23c: no suppression of negative reviews).
 */
import type { ProductId } from '../../domain/products/product-id.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** The only reasons for which a review is not published. None of them is about its stars. */
export const rejectionReasons = [
  'unlawful',
  'personal_data',
  'insulting',
  'advertising',
  'not_about_product',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

export const reviewStatuses = ['pending', 'published', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]

/** Characters of a review's words, and of the shop's answer. */
export const longestReview = 4000
export const longestAnswer = 2000

/** Reviews on one page of a product's list. */
export const reviewsPerPage = 5

export const reviewSorts = ['newest', 'helpful'] as const
export type ReviewSort = (typeof reviewSorts)[number]

/** How many reviews gave 1, 2, 3, 4 and 5 stars. */
export type StarCounts = [number, number, number, number, number]

/** A published review as visitors see it. */
export interface PublishedReview {
  id: number
  store: StoreCode
  stars: number
  words: string
  /** Null: anonymous. */
  name: string | null
  /** Epoch milliseconds. */
  submittedAt: number
  answer: string | null
  helpful: number
}

export interface WrittenReview {
  productId: ProductId
  stars: number
  words: string
}

/**
 * The rating shown for a product: imported ratings and its own reviews together, each rating with the same
 * weight. Hundredths of a star; null: nobody has rated it.
 */
export function combinedRating(
  imported: { hundredths: number | null; count: number },
  own: StarCounts,
): { hundredths: number | null; count: number } {
  const importedCount = imported.hundredths === null ? 0 : imported.count
  const ownCount = own.reduce((sum, count) => sum + count, 0)
  const count = importedCount + ownCount
  if (ownCount === 0) return { hundredths: imported.hundredths, count: imported.count }
  const ownSum = own.reduce((sum, some, index) => sum + some * (index + 1) * 100, 0)
  return { hundredths: Math.round(((imported.hundredths ?? 0) * importedCount + ownSum) / count), count }
}
