/**
 * Adds the lines of an earlier order to the cart, at today's prices (ORDER-05). Lines that cannot be ordered
 * any more are named. Lazy-loaded with the button.
 */
import type { CartItem, NewCartItem } from '../../contract/cart.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { changeByShopper, syncCart } from './cart-actions.ts'
import { addItem, type CartState } from './cart-state.ts'

export interface OrderedLine {
  sku: string
  name: string
  quantity: number
}

/** `added`: article numbers of what is in the cart now; `missing`: names of what cannot be had. Null: the shop could not be reached. */
export async function buyAgain(
  store: Store,
  lines: readonly OrderedLine[],
): Promise<{ added: string[]; missing: string[] } | null> {
  const items = lines.map(({ sku, quantity }) => ({ uuid: crypto.randomUUID(), sku, quantity }))
  const body = { items, checkout_order_id: null }
  const answer = await callApi<CartItem[]>(store, 'sync-cart', { method: 'POST', body })
  if (!answer.ok) return null
  const orderable = answer.data.filter(
    (item) => !item.fee && (item.cart_notice === null || item.adjusted_quantity !== null),
  )
  const skus = new Set(orderable.map(({ sku }) => sku))
  const missing = lines.filter(({ sku }) => !skus.has(sku)).map(({ name }) => name)
  if (orderable.length > 0)
    await addLines(
      store,
      orderable.map(({ uuid: _uuid, ...line }) => line),
    )
  return { added: [...skus], missing }
}

/** Adds several lines and opens the mini cart. */
function addLines(store: Store, lines: readonly NewCartItem[]): Promise<void> {
  const makeUuid = () => crypto.randomUUID()
  changeByShopper(store, (cart) => ({
    ...lines.reduce<CartState>((former, line) => addItem(former, line, { makeUuid, upselling: false }), cart),
    pricedFor: cart.items.length > 0 ? (cart.pricedFor ?? store.code) : store.code,
  }))
  return syncCart(store)
}
