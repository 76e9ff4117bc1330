/**
 * Cache of a node's recent results: cards, products as carts need them (a cart of fifty lines is priced on
 * every tap), and the cards of a listing page. The cache is cleared with every change of the index, and an
 * entry expires when it changes with time. Results are shared between requests and must not be mutated.
 */
import { LRUCache } from 'lru-cache'
import type { CartProduct } from '../../domain/catalogue/cart-product.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import type { ProductCard } from '../../contract/catalogue.ts'

/** A result with its validity: from `from` until before `until`, epoch milliseconds. */
export interface Remembered<Answer> {
  answer: Answer
  from: number
  until: number
}

/** About 8 MB of cards, with their texts in pages. */
const mostCards = 3_000

/** About 3 MB of products for carts. */
const mostCartProducts = 3_000

/** About 1 MB of pages. */
const mostPages = 2_000

interface CardCache {
  version: number
  structure: IndexState['structure']
  cards: LRUCache<number, Remembered<ProductCard>>
  cartProducts: LRUCache<number, Remembered<CartProduct>>
  /** Keys of a page's cards, in order, by the page's cache key. */
  pages: LRUCache<string, readonly number[]>
}
const caches = new WeakMap<IndexState, CardCache>()

/** The cache for the current state of the index. */
export function cardCache(state: IndexState): Pick<CardCache, 'cards' | 'cartProducts' | 'pages'> {
  const known = caches.get(state)
  if (known && known.version === state.version && known.structure === state.structure) return known
  const { version, structure } = state
  const cache: CardCache = {
    version,
    structure,
    cards: new LRUCache({ max: mostCards }),
    cartProducts: new LRUCache({ max: mostCartProducts }),
    pages: new LRUCache({ max: mostPages }),
  }
  caches.set(state, cache)
  return cache
}
