/** Codes of the cart that do not count at checkout, each with its reason: beside the lines, and where the order is made. */
import { rejectedText } from '../../features/cart/cart-codes.tsx'
import { useShopState } from '../../state/shop-state.ts'
import { useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { CheckoutView } from './checkout-types.ts'
import { codesFallenAway } from './codes-that-count.ts'

export function RejectedCoupons({ view }: { view: CheckoutView }) {
  const t = useStrings()
  const coupons = useShopState((state) => state.discount.items)
  return codesFallenAway(coupons, view).map((refusal) => (
    <Notice key={refusal.code} look="warning" role="status">
      {rejectedText(refusal, t)}
    </Notice>
  ))
}
