/**
 * Rejected coupons of the checkout with their reasons, shown beside the lines and beside the order button.
 */
import { rejectedText } from '../../features/cart/cart-codes.tsx'
import { useShopState } from '../../state/shop-state.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { newlyRejectedCoupons } from './accepted-coupons.ts'

export function RejectedCoupons({ view }: { view: CheckoutView }) {
  const t = useStrings()
  const store = useStore()
  const coupons = useShopState((state) => state.discount.items)
  return newlyRejectedCoupons(coupons, view).map((refusal) => (
    <Notice key={refusal.code} look="warning" role="status">
      {rejectedText(refusal, t, store)}
    </Notice>
  ))
}
