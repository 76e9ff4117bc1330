/** Deliveries that a shopper can choose for a checkout, for a product or for anything, at current prices. */
import { minimumOrderSumMinor } from '../cart/minimum-order.ts'
import type { RequestedLine } from '../cart/cart-line.ts'
import { offeredDeliveries, type OfferedDelivery } from '../shipping/offered-deliveries.server.ts'
import type { Carriers } from '../shipping/service-point.ts'
import { normalizePostalCode } from '../stores/postal-code.ts'
import type { Store } from '../stores/stores.ts'
import { findCheckout } from './checkout-repository.server.ts'
import {
  pricedPart,
  priceCheckout,
  type PricedCheckout,
  type PriceCheckoutServices,
} from './price-checkout.server.ts'

export interface QuoteDeliveriesServices extends PriceCheckoutServices {
  carriers: Carriers
  clock: () => number
}

/** `lines`: asked on a product's page, without service points. Neither: the store's methods and their plain prices. */
export interface AskedDelivery {
  postalCode: string
  checkoutId?: string | undefined
  /** Who buys; who has not said is a private buyer. */
  customerType?: 'private' | 'business' | undefined
  lines?: readonly RequestedLine[] | undefined
}

/** Null: not a postal code of the store. Empty: the shop does not sell the product. */
export async function quoteDeliveries(
  services: QuoteDeliveriesServices,
  store: Store,
  asked: AskedDelivery,
): Promise<OfferedDelivery[] | null> {
  const postalCode = normalizePostalCode(asked.postalCode, store)
  if (postalCode === null) return null
  const priced = await priceAsked(services, store, asked)
  if (asked.lines && priced?.synced.lines.some(({ orderable }) => !orderable)) return []
  return offeredDeliveries(services, store, {
    postalCode,
    buyer: asked.customerType ?? 'private',
    cart: priced && {
      goods: priced.goods,
      lines: priced.goodsLines,
      sumMinor: minimumOrderSumMinor(priced.cart),
      split: priced.split,
    },
    listsPoints: asked.lines === undefined,
  })
}

async function priceAsked(
  services: QuoteDeliveriesServices,
  store: Store,
  { checkoutId, lines }: AskedDelivery,
): Promise<PricedCheckout | null> {
  const request = { store, shippingMethodId: null, now: services.clock() }
  if (lines) return priceCheckout(services, { ...request, lines, couponCodes: [] })
  const checkout = checkoutId === undefined ? null : await findCheckout(services.db, store.code, checkoutId)
  return checkout && priceCheckout(services, { ...pricedPart(checkout), ...request })
}
