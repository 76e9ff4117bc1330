import type { ProductDetails } from '../../../contract/catalogue.ts'
import { isStoreCode, stores } from '../../../domain/stores/stores.ts'

/** The reviews in the page's HTML, as schema.org has them. */
export function productData({ reviews }: ProductDetails): object {
  if (reviews.newest.length === 0) return {}
  return {
    review: reviews.newest.map(({ stars, words, name, written_at, store }) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: stars, bestRating: 5, worstRating: 1 },
      author: { '@type': 'Person', name: name ?? 'Anonymous' },
      datePublished: written_at.slice(0, 10),
      ...(words !== '' && { reviewBody: words, inLanguage: isStoreCode(store) ? stores[store].iso : store }),
    })),
  }
}
