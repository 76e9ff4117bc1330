import { noDiscounts } from '../../domain/coupons/no-discounts.ts'
import { dropPendingSync } from './cart-actions.ts'
import { clearCheckout } from './cart-state.ts'
import { useShopState } from './shop-state.ts'

/** After an order: clears lines, coupons and checkout (CHECKOUT-11). */
export function emptyCartAfterOrder(): void {
  dropPendingSync()
  useShopState.setState(({ cart }) => ({
    cart: clearCheckout({ ...cart, items: [] }),
    discount: noDiscounts(),
    syncStatus: 'idle',
    removedLines: 0,
  }))
}
