/** The mini cart's place in the layout; its script is loaded when it is first opened. */
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../state/chunk-reload.ts'
import { useShopState } from '../../state/shop-state.ts'

const CartPanels = lazy(() => loadChunk(() => import('./cart-panels.tsx')))

export function CartDrawer() {
  const open = useShopState(({ cart }) => cart.open || cart.openUpselling !== null)
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
