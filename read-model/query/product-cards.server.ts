/**
 * Products as cards and for carts, read from the index: at most one query, regardless of the number of
 * products.
 */
import type { LRUCache } from 'lru-cache'
import type { CartProduct } from '../../domain/catalogue/cart-product.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { entryKey, productOfKey, storeNumber, storeSlots } from '../schema/index-schema.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { readCard } from '../schema/expected-card.server.ts'
import { composeCard, composeCartProduct, nextChange, type StoredCard } from '../schema/stored-card.server.ts'
import { cardCache, type Remembered } from './card-cache.server.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { ProductId } from '../../domain/products/product-id.ts'

interface CardRow {
  key: number
  body: string
}

/**
 * Cards in the order of the keys, and the next moment at which one of them changes. Cached ones come from
 * memory, the others from one query.
 */
export function cardsOf(
  state: IndexState,
  store: StoreCode,
  keys: readonly number[],
): { cards: ProductCard[]; changesAt: number | null } {
  const found = answersOf(state, keys, cardCache(state).cards, cardComposer(state, store))
  const next = Math.min(...found.map(({ until }) => until))
  return { cards: found.map(({ answer }) => answer), changesAt: next === Infinity ? null : next }
}

/** Creates a result from a product at a moment. */
type Compose<Answer> = (productId: ProductId, stored: StoredCard, now: number) => Answer

const cardComposer =
  (state: IndexState, store: StoreCode): Compose<ProductCard> =>
  (id, stored, now) =>
    composeCard(id, stored, store, state.structure, now)

const cartProductComposer =
  (state: IndexState, store: StoreCode): Compose<CartProduct> =>
  (id, stored, now) =>
    composeCartProduct(id, stored, store, state.structure, now)

/** The cached or computed results of the keys, in their order; unknown keys are omitted. */
function answersOf<Answer>(
  state: IndexState,
  keys: readonly number[],
  memory: LRUCache<number, Remembered<Answer>>,
  compose: Compose<Answer>,
): Remembered<Answer>[] {
  const now = state.now()
  const found = new Map<number, Remembered<Answer>>()
  for (const key of keys) {
    const known = memory.get(key)
    if (known && known.from <= now && now < known.until) found.set(key, known)
  }
  for (const row of readCards(
    state,
    keys.filter((key) => !found.has(key)),
  )) {
    const made = answerAt(state, row, compose)
    memory.set(row.key, made)
    found.set(row.key, made)
  }
  return keys.flatMap((key) => found.get(key) ?? [])
}

function readCards(state: IndexState, keys: readonly number[]): CardRow[] {
  if (keys.length === 0) return []
  return state.db.all<CardRow>(
    'select c.key, c.body from json_each(?) j cross join card c on c.key = j.value',
    JSON.stringify(keys),
  )
}

function answerAt<Answer>(
  state: IndexState,
  { key, body }: CardRow,
  compose: Compose<Answer>,
): Remembered<Answer> {
  const now = state.now()
  const stored = readCard(state, productOfKey(key), body)
  const answer = compose(productOfKey(key), stored, now)
  return { answer, from: now, until: nextChange(stored.o, now) ?? Infinity }
}

const keysOf = (store: StoreCode, ids: readonly ProductId[]): number[] =>
  ids.filter((id) => id > 0).map((id) => entryKey(id, store))

/** Cards in the order of the ids; products that the store does not have are omitted. */
export function productsById(state: IndexState, store: StoreCode, ids: readonly ProductId[]): ProductCard[] {
  return cardsOf(state, store, keysOf(store, ids)).cards
}

/** Products for carts in the order of the ids; products that the store does not have are omitted. */
export function cartProducts(state: IndexState, store: StoreCode, ids: readonly ProductId[]): CartProduct[] {
  const memory = cardCache(state).cartProducts
  const found = answersOf(state, keysOf(store, ids), memory, cartProductComposer(state, store))
  return found.map(({ answer }) => answer)
}

export function productsBySku(state: IndexState, store: StoreCode, skus: readonly Sku[]): ProductCard[] {
  const compose = cardComposer(state, store)
  return readCardsBySku(state, store, skus).map((row) => answerAt(state, row, compose).answer)
}

export function cartProductsBySku(state: IndexState, store: StoreCode, skus: readonly Sku[]): CartProduct[] {
  const compose = cartProductComposer(state, store)
  return readCardsBySku(state, store, skus).map((row) => answerAt(state, row, compose).answer)
}

function readCardsBySku(state: IndexState, store: StoreCode, skus: readonly Sku[]): CardRow[] {
  if (skus.length === 0) return []
  return state.db.all<CardRow>(
    `select c.key, c.body from json_each(?) j cross join product p on p.sku = j.value
     cross join card c on c.key = p.id * ${storeSlots} + ? order by j.key`,
    JSON.stringify(skus),
    storeNumber[store],
  )
}
