/**
 * Cards of a node that were asked for lately, as they were last answered: a cart of fifty lines is priced at every tap.
 * Forgotten with every change of the index, and each card when it changes by itself. What is answered is shared by
 * all who ask and must not be changed.
 */
import { LRUCache } from 'lru-cache'
import type { IndexState } from './index-state.server.ts'
import type { ProductCard } from './product.ts'

export interface RememberedCard {
  card: ProductCard
  /** From when until before when it holds, epoch milliseconds. */
  from: number
  until: number
}

/** About 8 MB of cards. */
const most = 4_000

interface Memory {
  version: number
  structure: IndexState['structure']
  cards: LRUCache<number, RememberedCard>
}
const memories = new WeakMap<IndexState, Memory>()

/** The memory of the index as it is now. */
export function cardMemory(state: IndexState): LRUCache<number, RememberedCard> {
  const known = memories.get(state)
  if (known && known.version === state.version && known.structure === state.structure) return known.cards
  const { version, structure } = state
  const cards = new LRUCache<number, RememberedCard>({ max: most })
  memories.set(state, { version, structure, cards })
  return cards
}
