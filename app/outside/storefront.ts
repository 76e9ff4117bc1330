/**
 * `anode/storefront`: all that the pages of a module from outside import of the shop (`docs/modules-from-outside.md`).
 * It is versioned with `anode/module`.
 */
import { useCallback } from 'react'
import type { CartItem } from '../../contract/cart.ts'
import type { ProductCard, ProductDetails } from '../../contract/catalogue.ts'
import { formatMoney, toMinor, type Minor } from '../../domain/money/money.ts'
import { useStore, useStrings } from '../../ui/strings.tsx'
import { useMoney } from '../features/products/price.tsx'
import { callApi, type ApiAnswer, type ApiCall } from '../state/api-client.ts'
import { addToCart } from '../state/cart-actions.ts'
import { cartItemOf } from '../state/cart-item.ts'
import { removeLine } from '../state/cart-line-actions.ts'
import { useCartPrice } from '../state/use-cart-price.ts'

export { Button } from '../../ui/button.tsx'
export { Notice } from '../../ui/notice.tsx'
export { useListedProducts as useProducts } from '../state/use-listed-products.ts'
export { useStore }
export type { ApiAnswer, ApiCall, ProductCard, ProductDetails }

/** A line of the visitor's cart. */
export type CartLine = Pick<CartItem, 'uuid' | 'sku' | 'name' | 'quantity'>

/** What a block of the cart gets: `storefront/cart-block.tsx` exports a component as default. */
export interface CartBlockProps {
  lines: readonly CartLine[]
}

/** What a section of the product page gets: `storefront/product-section.tsx` exports a component as default. */
export interface ProductSectionProps {
  product: ProductDetails
}

/** What is offered to do with a product, below Buy and in lists: `storefront/product-action.tsx`, likewise. */
export interface ProductActionProps {
  product: ProductCard
}

/** A text of the module by its key, in the language of the page; `{name}` in it is replaced by a value. */
export function useText(): (key: string, values?: Record<string, string | number>) => string {
  const translate = useStrings()
  return (key, values) => translate(key as never, values)
}

/**
 * Calls a route of the module: `path` is what follows `/api/modules/NAME/`. An answer is a value, also of a failed call.
 * The function is the same for every rendering.
 */
export function useModuleCall(
  module: string,
): <Answer>(path: string, call?: ApiCall) => Promise<ApiAnswer<Answer>> {
  const store = useStore()
  return useCallback((path, call) => callApi(store, `modules/${module}/${path}`, call), [store, module])
}

/** The price of a product as the visitor sees prices: with or without VAT, in the words of the store. */
export function usePriceText(): (product: ProductCard) => string {
  const money = useMoney()
  return (product) => money(toMinor(product.prices.n[0]?.p ?? 0), product.vat)
}

/** An amount in minor units, VAT included, in the words of the store. */
export function useMoneyText(): (minor: number) => string {
  const store = useStore()
  return (minor) => formatMoney(minor as Minor, store)
}

export interface Cart {
  lines: readonly CartLine[]
  /** What the goods cost with all discounts, VAT included, in minor units of the store's currency. */
  sumMinor: number
  add: (product: ProductCard, quantity: number) => Promise<void>
  remove: (uuid: string) => Promise<void>
}

/** The visitor's cart. The shop prices what is added; a line is an ordinary line, with VAT, refunds and invoice. */
export function useCart(): Cart {
  const store = useStore()
  const { items, priced } = useCartPrice()
  return {
    lines: items,
    sumMinor: priced.sumMinor,
    add: (product, quantity) => addToCart(store, cartItemOf(product, quantity)),
    remove: (uuid) => removeLine(store, uuid),
  }
}
