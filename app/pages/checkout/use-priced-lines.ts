/** The lines of a checkout as the browser prices them, with the reasons for their prices. */
import { useMemo } from 'react'
import type { CheckoutView } from '../../../contract/checkout.ts'
import type { PricedLine } from '../../../domain/pricing/priced-cart.ts'
import { priceCartItems } from '../../state/price-cart-items.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useStore } from '../../../ui/strings.tsx'
import { acceptedCoupons } from './accepted-coupons.ts'

/** By the lines' uuid, in the order of the checkout. */
export function usePricedLines(view: CheckoutView): ReadonlyMap<string, PricedLine> {
  const store = useStore()
  const coupons = useShopState((state) => state.discount.items)
  const customerDiscounts = useShopState((state) => state.auth.user?.discount)
  return useMemo(() => {
    const { lines } = priceCartItems(view.items, {
      coupons: acceptedCoupons(coupons, view),
      store,
      customerDiscounts,
    })
    return new Map(lines.map((line) => [line.uuid, line]))
  }, [view, coupons, customerDiscounts, store])
}
