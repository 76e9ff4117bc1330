/**
 * Keeps cart, coupons and saved devices of a logged-in customer on the account. Lazy-loaded with the login.
 * Failures leave the browser's own state as it is: the next login or sync catches up.
 */
import type { DevicesAnswer, MergeCartAnswer } from '../../contract/account-cart.ts'
import { addCode } from '../../domain/coupons/discount-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
export { joinSaved } from './saved-products.ts'
import { replaceItems } from './cart-state.ts'
import { useShopState } from './shop-state.ts'
import type { SavedDevice } from './stored-state.ts'

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

/** Adds the devices saved in this browser to those of the account, and takes over the others. */
export async function joinDevices(store: Store): Promise<void> {
  const answer = await sendDevices(store, 'POST', useShopState.getState().history.devices)
  if (!answer.ok) return
  const devices = answer.data.map(({ id, slug, name, label }) => ({
    id,
    slug,
    name,
    ...(label !== null && { label }),
  }))
  useShopState.setState(({ history }) => ({ history: { ...history, devices } }))
}

const sendDevices = (store: Store, method: 'POST' | 'PUT', devices: readonly SavedDevice[]) =>
  callApi<DevicesAnswer>(store, 'auth/devices', {
    method,
    body: { devices: devices.map(({ id, label }) => ({ id, label: label ?? null })) },
  })

let watched: Store | null = null

/** Sends later changes of the devices to the account, and that the cart was emptied, which no sync says. */
export function watchAccountState(store: Store): void {
  const isNew = watched === null
  watched = store
  if (!isNew) return
  useShopState.subscribe((state, before) => {
    const isCustomer = state.auth.user !== null && state.auth.strategy === 'account'
    if (!isCustomer || before.auth.user === null || watched === null) return
    if (state.history.devices !== before.history.devices)
      void sendDevices(watched, 'PUT', state.history.devices)
    if (state.cart.items.length === 0 && before.cart.items.length > 0)
      void callApi(watched, 'auth/cart', { method: 'DELETE' })
  })
}
