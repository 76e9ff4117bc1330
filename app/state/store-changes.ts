/** A cart carried into another store: it is synced there, and what changed is told (CART-20). */
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

/** To be called once a page is hydrated: syncs a cart that was priced in another store. */
export async function carryCartInto(store: Store): Promise<void> {
  const state = useShopState.getState()
  const { items: before, pricedFor: last } = state.cart
  if (!isForeign(state, store) || last === undefined) return
  await syncCart(store)
  const { cart } = useShopState.getState()
  if (cart.pricedFor !== store.code) return
  // The list names what is not sold here: it was never taken out of a range.
  useShopState.setState({ removedLines: 0 })
  useChanges.setState({ changes: compare(before, stores[last], cart.items, store) })
}

/** The lines that cost something else in the new store, or are gone; what the shop added by itself comes and goes with them. */
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

/** A price as text beside one of `other`; where both currencies are written "kr", each by its own name. */
function priceIn(store: Store, price: number, other: Store): string {
  const text = formatMoney(toMinor(price), store)
  const sign = /kr\.?$/
  const alike = sign.test(text) && sign.test(formatMoney(toMinor(price), other))
  return alike ? text.replace(sign, store.currency) : text
}
