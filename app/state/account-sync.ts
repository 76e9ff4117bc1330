/**
 * Keeps cart and coupons of a logged-in customer on the account. Lazy-loaded with the login.
 * Failures leave the browser's own state as it is: the next login or sync catches up.
 */
import type { MergeCartAnswer } from '../../contract/account-cart.ts'
import { addCode } from '../../domain/coupons/discount-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { replaceItems } from './cart-state.ts'
import { useShopState } from './shop-state.ts'

/** Merges the cart of this device with that of the account, once after a login (decision 75). */
export async function joinCarts(store: Store): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const present = new Map(cart.items.map(({ uuid, quantity }) => [uuid, quantity]))
  const atLogout = Object.entries(cart.accountLines ?? {})
  const body = {
    items: cart.items,
    coupons: discount.items.map(({ code }) => code),
    removed_lines: atLogout.filter(([uuid]) => !present.has(uuid)).map(([uuid]) => uuid),
    lowered_lines: Object.fromEntries(
      atLogout.filter(([uuid, quantity]) => (present.get(uuid) ?? quantity) < quantity),
    ),
  }
  const answer = await callApi<MergeCartAnswer>(store, 'auth/cart', { method: 'POST', body })
  if (!answer.ok) return
  useShopState.setState((state) => ({
    cart: {
      ...replaceItems(state.cart, answer.data.items),
      ...(answer.data.items.length > 0 && { pricedFor: store.code }),
    },
    discount: answer.data.coupons.reduce(addCode, state.discount),
  }))
}

let watched: Store | null = null

/** Tells the account that the cart was emptied, which no sync says. */
export function watchAccountState(store: Store): void {
  const isNew = watched === null
  watched = store
  if (!isNew) return
  useShopState.subscribe((state, before) => {
    const isCustomer = state.auth.user !== null && state.auth.strategy === 'account'
    if (!isCustomer || before.auth.user === null || watched === null) return
    if (state.cart.items.length === 0 && before.cart.items.length > 0)
      void callApi(watched, 'auth/cart', { method: 'DELETE' })
  })
}
