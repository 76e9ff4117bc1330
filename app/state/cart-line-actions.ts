/** The shopper's changes of a line in the cart; loaded with the cart's panels and the checkout. */
import type { CartItem } from '../../contract/cart.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { changeByShopper, syncCart } from './cart-actions.ts'
import { removeItem, setQuantity } from './cart-lines.ts'
import { replaceItems } from './cart-state.ts'

/** Sets a line's quantity; 0 removes the line. */
export function changeQuantity(store: Store, uuid: string, quantity: number): Promise<void> {
  changeByShopper(store, (cart) => setQuantity(cart, uuid, quantity))
  return syncCart(store)
}

export function removeLine(store: Store, uuid: string): Promise<void> {
  changeByShopper(store, (cart) => removeItem(cart, uuid))
  return syncCart(store)
}

/** Restores a line that was just removed, at its old position. */
export function restoreLine(store: Store, item: CartItem, place: number): Promise<void> {
  changeByShopper(store, (cart) =>
    replaceItems(cart, [...cart.items.slice(0, place), item, ...cart.items.slice(place)]),
  )
  return syncCart(store)
}
