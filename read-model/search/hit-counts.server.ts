/**
 * Counts the facet values of a search's hits. Few hits are read one by one. For many hits the values of the
 * best hits are counted over all hits by their bitmaps, so that no number shown is too small. Above the
 * counting limit the numbers are lower bounds and marked as such.
 */
import { countFacets, type FacetCounts } from '../query/facet-answers.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { productOfKey } from '../schema/index-schema.server.ts'
import { setOf } from '../schema/bitmap-index.server.ts'
import { countValues } from '../query/narrowed-listing.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Found } from './find-products.server.ts'

/** Hits that are counted one by one: a few milliseconds. Broader searches are usually narrowed anyway. */
const mostPlaced = 3_000

export interface HitCounts {
  counts: FacetCounts
  /** Whether every count is a lower bound. */
  areLeast: boolean
}

/** The hits whose facet values are shown: all, or the best ones of a broad search. */
export interface BestHits {
  /** Entry keys of hits that the search's expression may not match, such as hits by article number. */
  keys: readonly number[]
  /** Facet values of all of them, in the stored form of the entries. */
  facets: readonly string[]
}

export function countHits(state: IndexState, store: StoreCode, found: Found, best: BestHits): HitCounts {
  const counts = countFacets(best.facets)
  if (found.match === null || found.total <= best.facets.length) return { counts, areLeast: false }
  if (found.total > mostPlaced) return { counts, areLeast: true }
  const keys = state.db.column<number>(
    `select e.key from words_${store} f cross join entry e on e.doc = f.rowid where words_${store} match ?`,
    found.match,
  )
  const members = setOf([...keys, ...best.keys].map(productOfKey))
  return { counts: countValues(state, store, members, [...counts.keys()]), areLeast: false }
}
