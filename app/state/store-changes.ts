/**
 * Moves a cart to another store: it is synced there, and the changes are reported to the shopper (CART-20).
 */
import { create } from 'zustand'
import type { CartItem } from '../../contract/cart.ts'
import { formatMoney, toMinor } from '../../domain/money/money.ts'
import { stores, type Store } from '../../domain/stores/stores.ts'
import { syncCart } from './cart-actions.ts'
import { useShopState, type ShopState } from './shop-state.ts'
import { useStore } from '../../ui/strings.tsx'

export interface StoreChange {
  sku: string
  name: string
  from: string
  /** Null: not sold in this store. */
  to: string | null
}

const useChanges = create<{ changes: StoreChange[] }>()(() => ({ changes: [] }))

export const useStoreChanges = (): StoreChange[] => useChanges((state) => state.changes)

const isForeign = ({ cart }: ShopState, store: Store) =>
  cart.items.length > 0 && cart.pricedFor !== undefined && cart.pricedFor !== store.code

/** Whether the cart's lines still carry the prices of another store, which must not be shown here. */
export function useIsForeignCart(): boolean {
  const store = useStore()
  return useShopState((state) => isForeign(state, store))
}

/** Called once a page is hydrated: syncs a cart that was priced in another store. */
export async function carryCartInto(store: Store): Promise<void> {
  const state = useShopState.getState()
  const { items: before, pricedFor: last } = state.cart
  if (!isForeign(state, store) || last === undefined) return
  await syncCart(store)
  const { cart } = useShopState.getState()
  if (cart.pricedFor !== store.code) return
  // This list names lines not sold here: the "removed from the range" notice does not apply.
  useShopState.setState({ removedLines: 0 })
  useChanges.setState({ changes: compare(before, stores[last], cart.items, store) })
}

/**
 * The lines whose price differs in the new store, or that are not sold there; lines added by the shop itself
 * are left out.
 */
export function compare(
  before: readonly CartItem[],
  from: Store,
  after: readonly CartItem[],
  to: Store,
): StoreChange[] {
  const now = new Map(after.map((item) => [item.uuid, item]))
  const chosen = before.filter((item) => !item.fee && !item.added_by_coupon)
  return chosen.flatMap((item) => {
    const next = now.get(item.uuid)
    const was = priceIn(from, item.price, to)
    const is = next ? priceIn(to, next.price, from) : null
    return is === was ? [] : [{ sku: item.sku, name: next?.name ?? item.name, from: was, to: is }]
  })
}

/** A price as text beside one of `other`; currencies that are both written "kr" are shown by their codes. */
function priceIn(store: Store, price: number, other: Store): string {
  const text = formatMoney(toMinor(price), store)
  const sign = /kr\.?$/
  const alike = sign.test(text) && sign.test(formatMoney(toMinor(price), other))
  return alike ? text.replace(sign, store.currency) : text
}
