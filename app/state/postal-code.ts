/** The postal code that the device remembers for delivery dates and checkout (CHECKOUT-05). */
import { useShopState } from './shop-state.ts'

export function rememberPostalCode(postalCode: string): void {
  useShopState.setState(({ cart }) => ({ cart: { ...cart, postalCode } }))
}
