/** What the cart's panels change about a line; apart from `cart-state.ts`, because only they load it. Pure. */
import { atQuantity, type CartState } from './cart-state.ts'

/** Sets a line's quantity; 0 or less removes the line (CART-05). An unknown uuid changes nothing. */
export function setQuantity(state: CartState, uuid: string, quantity: number): CartState {
  if (quantity <= 0) return removeItem(state, uuid)
  return {
    ...state,
    items: state.items.map((item) => (item.uuid === uuid ? atQuantity(item, quantity) : item)),
  }
}

export function removeItem(state: CartState, uuid: string): CartState {
  return { ...state, items: state.items.filter((item) => item.uuid !== uuid) }
}
