/** The published reviews of a product's family on its page: a cell and its packs show the same rating and reviews. */
import type { ProductPart, Rating } from '../product-parts.server.ts'
import type { ProductReviews } from './contract.ts'
import { combinedRating, reviewsPerPage, type PublishedReview, type StarCounts } from './review.ts'
import { reviewView } from './review-view.ts'

interface StoredReviews {
  stars: StarCounts
  /** The ratings that were imported. */
  imported: readonly [hundredths: number, count: number] | null
  /** The newest of each store, newest first. */
  newest: PublishedReview[]
}

export const productPart: ProductPart<StoredReviews, ProductReviews> = {
  async read(query, products) {
    const ids = products.map(({ id }) => id)
    const counts = await query<{ id: number; stars: number; count: number }>(
      `select product_id as id, stars, count(*)::integer as count from review
       where status = 'published' and product_id = any($1::int[]) group by 1, 2`,
      [ids],
    )
    if (counts.length === 0) return new Map()
    const newest = await query<PublishedReview & { of: number }>(
      `select "of", id, store, stars, words, name, "submittedAt", answer, helpful from (
         select product_id as "of", id::integer as id, store, stars, words, name,
           (extract(epoch from submitted_at) * 1000)::float8 as "submittedAt", answer, helpful,
           row_number() over (partition by product_id, store order by submitted_at desc, id desc) as place
         from review where status = 'published' and product_id = any($1::int[])) ranked
       where place <= ${reviewsPerPage}`,
      [ids],
    )
    const countsOf = Map.groupBy(counts, ({ id }) => id)
    const newestOf = Map.groupBy(newest, (review) => review.of)
    const families = Map.groupBy(products, ({ id, variantOf }) => variantOf ?? id)
    return new Map(
      [...families.values()].flatMap((family) => {
        const stars: StarCounts = [0, 0, 0, 0, 0]
        for (const row of family.flatMap(({ id }) => countsOf.get(id) ?? []))
          stars[row.stars - 1]! += row.count
        if (stars.every((count) => count === 0)) return []
        const { rating: imported } = family[0]!
        const stored: StoredReviews = {
          stars,
          imported: imported.hundredths === null ? null : [imported.hundredths, imported.count],
          newest: newestOfStores(family.flatMap(({ id }) => newestOf.get(id) ?? [])),
        }
        const rating: Rating = combinedRating(imported, stars)
        return family.map(({ id }) => [id, { stored, rating }] as const)
      }),
    )
  },

  /** The first reviews of the page: those in the store's language, then the others. */
  show(stored, { store, score, scoreCount: count }) {
    if (stored === null) {
      const imported = score === null || count === 0 ? null : { score, count }
      return { stars: [0, 0, 0, 0, 0], imported, newest: [] }
    }
    const own = stored.newest.filter((review) => review.store === store)
    const others = stored.newest.filter((review) => review.store !== store)
    const imported = stored.imported && {
      score: Math.round(stored.imported[0] / 10) / 10,
      count: stored.imported[1],
    }
    return {
      stars: stored.stars,
      imported,
      newest: [...own, ...others].slice(0, reviewsPerPage).map(reviewView),
    }
  },
}

/** The newest reviews of each store, newest first. */
function newestOfStores(reviews: readonly (PublishedReview & { of: number })[]): PublishedReview[] {
  const sorted = reviews
    .map(({ of: _of, ...review }) => review)
    .toSorted((a, b) => b.submittedAt - a.submittedAt || b.id - a.id)
  const shown = new Set(
    [...Map.groupBy(sorted, ({ store }) => store).values()].flatMap((own) => own.slice(0, reviewsPerPage)),
  )
  return sorted.filter((review) => shown.has(review))
}
