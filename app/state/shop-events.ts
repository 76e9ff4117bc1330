/**
 * GA4 e-commerce events (EVENT-01..05, 14): amounts are gross, in the store's currency, after discounts.
 * Lazy-loaded with the first event.
 */
import type { PurchaseEventAnswer } from '../../contract/orders.ts'
import type { CartItem } from '../../contract/cart.ts'
import { cartItemOf } from './cart-item.ts'
import { priceCartItems } from './price-cart-items.ts'
import type { ProductCard, ProductDetails } from '../../contract/catalogue.ts'
import {
  shareMinor,
  toMajor,
  zeroMinor,
  subtractMinor,
  sumMinor,
  type Minor,
} from '../../domain/money/money.ts'
import { readPrices } from '../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../domain/pricing/tiers.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { pushEvent } from './data-layer.ts'
import { purchaseFieldsOfModules } from './module-visits.ts'
import { useShopState } from './shop-state.ts'
import { isFirstTime } from './sent-events.ts'

interface EventItem {
  item_id: string
  item_name: string
  item_brand?: string
  item_category?: string
  /** Unit price, gross, after discounts: the line's total divided by its units, two decimals. */
  price: number
  /** Discount per unit. */
  discount?: number
  quantity: number
}

type Measured = Pick<ProductDetails, 'brand' | 'facts'>

/** The brand of a product: the value of its store's brand attribute (ENTITY-07). */
export function brandOf({ brand, facts }: Measured, { brandAttribute }: Pick<Store, 'brandAttribute'>) {
  const said = facts.find(({ code }) => code === brandAttribute)?.value
  return said ?? (brandAttribute === 'brand' ? brand?.name : undefined)
}

/** Tracks a viewed product page (EVENT-01). */
export function trackView(store: Store, product: ProductCard & Measured): void {
  if (shownPrice(readPrices(product.prices)) === null) return
  const [line] = linesOf(store, [{ uuid: '', ...cartItemOf(product, 1) }])
  if (line === undefined) return
  const item = itemOf(line)
  const brand = brandOf(product, store)
  const category = product.categories.find(({ main }) => main)?.name
  push(store, 'view_item', item.price, [
    { ...item, ...(brand && { item_brand: brand }), ...(category && { item_category: category }) },
  ])
}

/** Tracks a change of the cart: increases as added, decreases as removed (EVENT-04, 05). */
export function trackCartChange(store: Store, before: readonly CartItem[], after: readonly CartItem[]): void {
  const more = difference(after, before)
  const less = difference(before, after)
  for (const [name, items] of [
    ['add_to_cart', more],
    ['remove_from_cart', less],
  ] as const) {
    if (items.length === 0) continue
    // Priced as part of its cart: tiers and offers count.
    const cart = items === more ? after : before
    const changed = linesOf(store, cart).flatMap((line) => {
      const quantity = items.find(({ uuid }) => uuid === line.uuid)?.quantity
      return quantity === undefined ? [] : [{ line, quantity }]
    })
    const value = sumMinor(
      changed.map(({ line, quantity }) => shareMinor(line.lineTotalMinor, quantity, line.quantity)),
    )
    push(
      store,
      name,
      toMajor(value),
      changed.map(({ line, quantity }) => ({ ...itemOf(line), quantity })),
    )
  }
}

/** Lines of one cart whose quantity is higher than in the other, with the difference. */
function difference(cart: readonly CartItem[], other: readonly CartItem[]): CartItem[] {
  return cart.flatMap((item) => {
    const there = other.find(({ uuid }) => uuid === item.uuid)?.quantity ?? 0
    return item.quantity > there ? [{ ...item, quantity: item.quantity - there }] : []
  })
}

/** Tracks `begin_checkout`, once for each checkout (EVENT-02). */
export function trackCheckout(store: Store, checkout: { id: string; items: CartItem[]; sum: number }): void {
  if (!isFirstTime(`begin_checkout ${checkout.id}`)) return
  push(store, 'begin_checkout', checkout.sum, linesOf(store, checkout.items).map(itemOf), couponsOfCart())
}

/** What an event reports of a line; amounts in minor units, VAT included. */
interface TrackedLine {
  sku: string
  name: string
  quantity: number
  unitMinor: Minor
  beforeUnitMinor: Minor | null
  lineTotalMinor: Minor
}

/** The tracked part of an order; amounts in minor units, VAT included. */
export interface PurchasedOrder {
  number: string
  lines: readonly (TrackedLine & { reasons: readonly { code: string | null }[] })[]
  deductions: readonly { code: string }[]
  shipping: { priceMinor: Minor } | null
  sumMinor: Minor
  vatPerRate: readonly { vatMinor: Minor }[]
}

/**
 * Pushes `purchase` once per order (EVENT-03). The server decides which view is the first: the receipt may be
 * open in another tab or on another device. If the request fails nothing is pushed; the receipt's next view
 * asks again.
 */
export async function trackPurchase(store: Store, token: string, order: PurchasedOrder): Promise<void> {
  const fields = purchaseFieldsOfModules()
  const path = `orders/confirmation/${encodeURIComponent(token)}/purchase-event`
  const claim = await callApi<PurchaseEventAnswer>(store, path, {
    method: 'POST',
    ...(Object.keys(fields).length > 0 && { body: fields }),
  })
  if (!claim.ok || !claim.data.is_first) return
  const codes = [...order.lines.flatMap(({ reasons }) => reasons), ...order.deductions].map(
    ({ code }) => code,
  )
  push(store, 'purchase', toMajor(order.sumMinor), order.lines.map(itemOf), {
    transaction_id: order.number,
    tax: toMajor(sumMinor(order.vatPerRate.map(({ vatMinor }) => vatMinor))),
    shipping: toMajor(order.shipping?.priceMinor ?? zeroMinor),
    ...couponField(codes.filter((code) => code !== null)),
  })
}

/** A line of a cart or an order as an event item (EVENT-14). */
function itemOf({ sku, name, quantity, unitMinor, beforeUnitMinor, lineTotalMinor }: TrackedLine): EventItem {
  const priceMinor = shareMinor(lineTotalMinor, 1, quantity)
  const listMinor = beforeUnitMinor ?? unitMinor
  return {
    item_id: sku,
    item_name: name,
    price: toMajor(priceMinor),
    ...(listMinor > priceMinor && { discount: toMajor(subtractMinor(listMinor, priceMinor)) }),
    quantity,
  }
}

/** The lines of a cart, priced with the shopper's coupons. */
function linesOf(store: Store, items: readonly CartItem[]): (TrackedLine & { uuid: string })[] {
  const { discount, auth } = useShopState.getState()
  const { lines } = priceCartItems(items, {
    coupons: discount.items,
    store,
    customerDiscounts: auth.user?.discount,
  })
  return lines.map((line, place) => ({ ...line, name: items[place]!.name }))
}

const couponField = (codes: readonly string[]) =>
  codes.length > 0 ? { coupon: [...new Set(codes)].join(',') } : {}

const couponsOfCart = () =>
  couponField(useShopState.getState().discount.items.flatMap(({ applied, code }) => (applied ? [code] : [])))

function push(store: Store, event: string, value: number, items: EventItem[], more: object = {}): void {
  // `_clear`: the items of an earlier event are not merged into this one's.
  pushEvent({ event, ecommerce: { currency: store.currency, value, ...more, items }, _clear: true })
}
