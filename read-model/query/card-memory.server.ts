/**
 * What a node was asked for lately, as it was last answered: cards, for a cart of fifty lines is priced at every tap,
 * and which cards stand on a page of a listing. Forgotten with every change of the index, and each card when it changes
 * by itself. What is answered is shared by all who ask and must not be changed.
 */
import { LRUCache } from 'lru-cache'
import type { IndexState } from '../schema/index-state.server.ts'
import type { ProductCard } from '../../domain/catalogue/product.ts'

export interface RememberedCard {
  card: ProductCard
  /** From when until before when it holds, epoch milliseconds. */
  from: number
  until: number
}

/** About 8 MB of cards, with their texts in pages. */
const mostCards = 3_000

/** About 1 MB of pages. */
const mostPages = 2_000

interface Memory {
  version: number
  structure: IndexState['structure']
  cards: LRUCache<number, RememberedCard>
  /** Keys of a page's cards, in order, by the page's name. */
  pages: LRUCache<string, readonly number[]>
}
const memories = new WeakMap<IndexState, Memory>()

/** The memory of the index as it is now. */
export function cardMemory(state: IndexState): Pick<Memory, 'cards' | 'pages'> {
  const known = memories.get(state)
  if (known && known.version === state.version && known.structure === state.structure) return known
  const { version, structure } = state
  const memory: Memory = {
    version,
    structure,
    cards: new LRUCache({ max: mostCards }),
    pages: new LRUCache({ max: mostPages }),
  }
  memories.set(state, memory)
  return memory
}
