/**
 * Recent answers of a node: cards, products as carts take them (a cart of fifty lines is priced at every tap), and the
 * cards of a listing's page. All are dropped with every change of the index, and each when it changes by itself. Answers
 * are shared between requests and must not be changed.
 */
import { LRUCache } from 'lru-cache'
import type { CartProduct } from '../../domain/catalogue/cart-product.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import type { ProductCard } from '../../domain/catalogue/product.ts'

/** An answer with the time it holds: from `from` until before `until`, epoch milliseconds. */
export interface Remembered<Answer> {
  answer: Answer
  from: number
  until: number
}

/** About 8 MB of cards, with their texts in pages. */
const mostCards = 3_000

/** About 3 MB of products as carts take them. */
const mostCartProducts = 3_000

/** About 1 MB of pages. */
const mostPages = 2_000

interface Memory {
  version: number
  structure: IndexState['structure']
  cards: LRUCache<number, Remembered<ProductCard>>
  cartProducts: LRUCache<number, Remembered<CartProduct>>
  /** Keys of a page's cards, in order, by the page's name. */
  pages: LRUCache<string, readonly number[]>
}
const memories = new WeakMap<IndexState, Memory>()

/** The memory of the index as it is now. */
export function cardMemory(state: IndexState): Pick<Memory, 'cards' | 'cartProducts' | 'pages'> {
  const known = memories.get(state)
  if (known && known.version === state.version && known.structure === state.structure) return known
  const { version, structure } = state
  const memory: Memory = {
    version,
    structure,
    cards: new LRUCache({ max: mostCards }),
    cartProducts: new LRUCache({ max: mostCartProducts }),
    pages: new LRUCache({ max: mostPages }),
  }
  memories.set(state, memory)
  return memory
}
