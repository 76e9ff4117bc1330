/** The mini cart's place in the layout; its script is loaded when it is first opened, or has to report on a code. */
import { Suspense, useState } from 'react'
import { lazyChunk } from '../../state/chunk-reload.ts'
import { useShopState } from '../../state/shop-state.ts'

const CartPanels = lazyChunk(() => import('./cart-panels.tsx'))

export function CartDrawer() {
  const open = useShopState(
    ({ cart, landedCodes, unknownSkus }) =>
      cart.open || cart.openUpselling !== null || landedCodes.length > 0 || unknownSkus.length > 0,
  )
  const [wanted, setWanted] = useState(false)
  if (open && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense>
        <CartPanels />
      </Suspense>
    )
  )
}
