/**
 * A line's quantity while it is being edited; applied early if the cart closes or the page is left before the
 * delay ends.
 */
import { useRef } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import { clampQuantity } from '../../../domain/cart/cart-quantity.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { changeQuantity } from '../../state/cart-line-actions.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useLeaving } from './use-leaving.ts'

/** Called by the line's quantity stepper. */
export function useSettling(store: Store, { uuid }: CartItem) {
  const pending = useRef<string | null>(null)
  useLeaving(() => {
    const edit = pending.current
    pending.current = null
    const item = useShopState.getState().cart.items.find((each) => each.uuid === uuid)
    // Removing a line discards its pending edit (CART-18).
    if (edit === null || !item || item.quantity === clampQuantity(edit)) return
    void changeQuantity(store, uuid, clampQuantity(edit))
  })
  return {
    onEdit: (value: string) => void (pending.current = value),
    onChange: (quantity: number) => {
      // Already applied when the page was hidden.
      if (pending.current === null) return
      pending.current = null
      void changeQuantity(store, uuid, quantity)
    },
  }
}
