/** The price of the cart, from the same engine the server uses. */
import { useMemo } from 'react'
import type { CartItem } from '../../contract/cart.ts'
import { priceCartItems } from './price-cart-items.ts'
import type { PricedCart, PricedLine } from '../../domain/pricing/priced-cart.ts'
import { useShopState } from './shop-state.ts'
import { useStore } from '../../ui/strings.tsx'

export interface CartPrice {
  items: CartItem[]
  priced: PricedCart
  lineOf(uuid: string): PricedLine | undefined
}

export function useCartPrice(): CartPrice {
  const store = useStore()
  const items = useShopState((state) => state.cart.items)
  const coupons = useShopState((state) => state.discount.items)
  const customerDiscounts = useShopState((state) => state.auth.user?.discount)
  return useMemo(() => {
    const priced = priceCartItems(items, {
      coupons,
      store,
      customerDiscounts,
    })
    const byUuid = new Map(priced.lines.map((line) => [line.uuid, line]))
    return { items, priced, lineOf: (uuid) => byUuid.get(uuid) }
  }, [items, coupons, customerDiscounts, store])
}
