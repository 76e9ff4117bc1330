/** A line's quantity while it is being edited: kept when the cart closes or the page goes before it took effect. */
import { useRef } from 'react'
import type { CartItem } from '../../../contract/cart.ts'
import { clampQuantity } from '../../../domain/cart/cart-quantity.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { changeQuantity } from '../../state/cart-actions.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useLeaving } from './use-leaving.ts'

/** What the line's quantity stepper calls. */
export function useSettling(store: Store, { uuid }: CartItem) {
  const pending = useRef<string | null>(null)
  useLeaving(() => {
    const edit = pending.current
    pending.current = null
    const item = useShopState.getState().cart.items.find((each) => each.uuid === uuid)
    // A line that is removed takes its pending edit with it (CART-18).
    if (edit === null || !item || item.quantity === clampQuantity(edit)) return
    void changeQuantity(store, uuid, clampQuantity(edit))
  })
  return {
    onEdit: (value: string) => void (pending.current = value),
    onChange: (quantity: number) => {
      // It took effect when the page was hidden.
      if (pending.current === null) return
      pending.current = null
      void changeQuantity(store, uuid, quantity)
    },
  }
}
