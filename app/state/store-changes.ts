/**
 * A cart carried into another store: it is synced there, and what changed is told (CART-20). Which store the
 * lines were priced in last is kept for the session only; bex05 holds its four parts and nothing else.
 */
import { create } from 'zustand'
import type { CartItem } from '../../domain/cart/cart-item.ts'
import { formatMoney, toMinor } from '../../domain/money/money.ts'
import { isStoreCode, stores, type Store } from '../../domain/stores/stores.ts'
import { syncCart } from './cart-actions.ts'
import { useShopState } from './shop-state.ts'

export interface StoreChange {
  sku: string
  name: string
  from: string
  /** Null: not sold in this store. */
  to: string | null
}

const sessionKey = 'anode-cart-store'

const useChanges = create<{ changes: StoreChange[] }>()(() => ({ changes: [] }))

export const useStoreChanges = (): StoreChange[] => useChanges((state) => state.changes)

/** To be called once a page is awake: syncs a cart that was priced in another store. */
export async function carryCartInto(store: Store): Promise<void> {
  const last = sessionStorage.getItem(sessionKey)
  sessionStorage.setItem(sessionKey, store.code)
  const before = useShopState.getState().cart.items
  if (before.length === 0 || last === store.code) return
  await syncCart(store)
  if (!isStoreCode(last)) return
  useChanges.setState({ changes: compare(before, stores[last], useShopState.getState().cart.items, store) })
}

/** The lines that cost something else in the new store, or are gone. */
export function compare(
  before: readonly CartItem[],
  from: Store,
  after: readonly CartItem[],
  to: Store,
): StoreChange[] {
  const now = new Map(after.map((item) => [item.uuid, item]))
  return before.flatMap((item) => {
    const next = now.get(item.uuid)
    const was = formatMoney(toMinor(item.price), from)
    const is = next ? formatMoney(toMinor(next.price), to) : null
    return is === was ? [] : [{ sku: item.sku, name: next?.name ?? item.name, from: was, to: is }]
  })
}
