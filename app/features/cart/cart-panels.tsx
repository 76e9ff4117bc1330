/** The two panels of the cart, of which at most one is open: the mini cart and the upselling panel. */
import { showCart } from '../../state/cart-actions.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStrings } from '../../../ui/strings.tsx'
import CartPanel from './cart-panel.tsx'
import { LandedCodes } from './landed-codes.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import UpsellingPanel from './upselling-panel.tsx'

export default function CartPanels() {
  const t = useStrings()
  const open = useShopState((state) => state.cart.open)
  const upsellingOf = useShopState((state) => state.cart.openUpselling)
  const close = () => showCart(false)
  return (
    <>
      <LandedCodes />
      <SidePanel open={open} onClose={() => open && close()} title={t('cart.title')} side="right">
        <CartPanel />
      </SidePanel>
      <SidePanel
        open={upsellingOf !== null}
        onClose={() => upsellingOf !== null && close()}
        title={t('upsell.title')}
        side="right"
      >
        {upsellingOf !== null && <UpsellingPanel productId={upsellingOf} />}
      </SidePanel>
    </>
  )
}
