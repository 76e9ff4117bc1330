/** The mini cart's place in the chrome; its script comes when it is first opened. */
import { lazy, Suspense } from 'react'
import { showCart } from '../state/cart-actions.ts'
import { useShopState } from '../state/shop-state.ts'
import { useStrings } from '../state/strings.tsx'
import { SidePanel } from './side-panel.tsx'

const CartPanel = lazy(() => import('./cart-panel.tsx'))
const UpsellingPanel = lazy(() => import('./upselling-panel.tsx'))

export function CartDrawer() {
  const t = useStrings()
  const open = useShopState((state) => state.cart.open)
  const upsellingOf = useShopState((state) => state.cart.openUpselling)
  const close = () => showCart(false)
  return (
    <>
      <SidePanel open={open} onClose={() => open && close()} title={t('cart.title')} side="right">
        <Suspense>
          <CartPanel />
        </Suspense>
      </SidePanel>
      <SidePanel
        open={upsellingOf !== null}
        onClose={() => upsellingOf !== null && close()}
        title={t('upsell.title')}
        side="right"
      >
        <Suspense>{upsellingOf !== null && <UpsellingPanel productId={upsellingOf} />}</Suspense>
      </SidePanel>
    </>
  )
}
