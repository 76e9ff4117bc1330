/** The two panels of the cart, of which at most one is open: the mini cart and the upselling panel. */
import { showCart } from '../../state/cart-actions.ts'
import { unitsOf } from '../../state/cart-state.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { formatMoney } from '../../../domain/money/money.ts'
import { useCartPrice } from '../../state/use-cart-price.ts'
import { useVatIncluded } from '../../state/use-vat.ts'
import CartPanel from './cart-panel.tsx'
import { LandedCodes } from './landed-codes.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import UpsellingPanel from './upselling-panel.tsx'

/** How many units the cart has, and their sum. */
function CartStatus() {
  const t = useStrings()
  const store = useStore()
  const vat = useVatIncluded()
  const { items, priced } = useCartPrice()
  const count = unitsOf(items)
  if (count === 0) return t('cart.empty')
  return t('cart.status', {
    count,
    sum: formatMoney(vat ? priced.sumMinor : priced.sumExVatMinor, store, { vat }),
  })
}

export default function CartPanels() {
  const t = useStrings()
  const open = useShopState((state) => state.cart.open)
  const upsellingOf = useShopState((state) => state.cart.openUpselling)
  const close = () => showCart(false)
  return (
    <>
      <LandedCodes />
      <SidePanel
        open={open}
        onClose={() => open && close()}
        title={t('cart.title')}
        side="right"
        status={<CartStatus />}
      >
        <CartPanel />
      </SidePanel>
      <SidePanel
        open={upsellingOf !== null}
        onClose={() => upsellingOf !== null && close()}
        title={t('upsell.title')}
        side="right"
        sheet
      >
        {upsellingOf !== null && <UpsellingPanel productId={upsellingOf} />}
      </SidePanel>
    </>
  )
}
