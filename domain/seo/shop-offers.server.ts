/**
 * What the product page says of price, stock and delivery, for feeds: read from the same catalogue index with the same
 * rules, so that a feed never says anything else than the page that it leads to.
 */
import type { ProductCard } from '../../contract/catalogue.ts'
import { stringsOf } from '../../locales/texts.server.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { productTypes } from '../catalogue/product-type.ts'
import { stockLabel } from '../catalogue/stock-status.ts'
import { formatDate } from '../content/locale-formats.ts'
import { formatMessage } from '../content/message.ts'
import { formatMoney, toMinor, type Minor } from '../money/money.ts'
import { readPrices } from '../pricing/decimal-prices.ts'
import { shownPrice } from '../pricing/tiers.ts'
import type { Sku } from '../products/sku.ts'
import { shownMethods } from '../shipping/shipping-methods.ts'
import { cheapestDelivery } from '../shipping/shipping-prices.ts'
import type { ShippingMethod } from '../stores/store.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'

export interface FeedDelivery {
  /** The carrier's name as the store knows it; null: the store's own. */
  carrier: string | null
  /** Name of the method. */
  service: string
  /** For one unit, VAT included. */
  priceMinor: Minor
}

/** A product as a guest finds it in the store now. */
export interface ShopOffer {
  /** One unit, VAT included. */
  unitMinor: Minor
  /** The price before the reduction as the page announces it; null: it is not reduced. */
  beforeMinor: Minor | null
  stockStatus: ProductCard['stock_status']
  orderable: boolean
  /** The cheapest delivery; null: no method of private buyers can carry it. */
  delivery: FeedDelivery | null
  /** The cheapest delivery to the door. */
  homeDelivery: FeedDelivery | null
  /** The cheapest of each carrier. */
  deliveries: FeedDelivery[]
  /** In words of the store: days of delivery, or when it is expected. */
  deliveryTime: string
  /** Price per metre, litre, kilogram or piece, as the page shows it; null: none. */
  unitPrice: { text: string; unit: 'm' | 'l' | 'kg' | 'piece' } | null
  /** Deposit that is paid besides the price (BattDG § 19); null: none. */
  depositMinor: Minor | null
}

export type ReadOffers = (store: StoreCode, skus: readonly Sku[]) => Map<string, ShopOffer>

/** Offers of the products that the store shows and that have a price. */
export const shopOffers =
  (catalogue: Catalogue): ReadOffers =>
  (store, skus) =>
    new Map(
      catalogue.productsBySku(store, skus).flatMap((card) => {
        const offer = offerOf(store, wholeCard(catalogue, store, card))
        return offer === null ? [] : [[card.sku, offer] as const]
      }),
    )

/** What the store calls who answers for the goods. */
export const manufacturerWord = (store: StoreCode): string => stringsOf(store)['product.manufacturer'] ?? ''

/** A set ships as its parts do, which only its page has read. */
function wholeCard(catalogue: Catalogue, store: StoreCode, card: ProductCard): ProductCard {
  if (card.type !== productTypes.SET) return card
  const answer = catalogue.product(store, card.slug)
  return answer !== null && 'product' in answer ? answer.product : card
}

function offerOf(store: StoreCode, card: ProductCard): ShopOffer | null {
  const shown = shownPrice(readPrices(card.prices))
  if (shown === null) return null
  const unit = { weightGrams: card.shipping.weight_grams, excludedMethods: card.shipping.excluded_methods }
  const methods = shownMethods(store)
  const cheapestOf = (some: readonly ShippingMethod[]) => cheapestDelivery(some, unit, shown.unitMinor)
  const cheapest = cheapestOf(methods)
  const home = cheapestOf(methods.filter(({ kind }) => kind === 'home'))
  const carriers = [...new Set(methods.map(({ carrier }) => carrier))]
  return {
    ...shown,
    stockStatus: card.stock_status,
    orderable: card.orderable,
    delivery: cheapest && deliveryBy(cheapest),
    homeDelivery: home && deliveryBy(home),
    deliveries: carriers.flatMap((carrier) => {
      const found = cheapestOf(methods.filter((method) => method.carrier === carrier))
      return found ? [deliveryBy(found)] : []
    }),
    deliveryTime: deliveryTime(store, card, cheapest?.days ?? null),
    unitPrice: unitPriceOf(store, card),
    depositMinor: card.starter_battery ? (storePolicies[store].starterBatteryDeposit?.minor ?? null) : null,
  }
}

const deliveryBy = ({
  carrier,
  name,
  unitPriceMinor,
}: ShippingMethod & { unitPriceMinor: Minor }): FeedDelivery => ({
  carrier,
  service: name,
  priceMinor: unitPriceMinor,
})

function deliveryTime(store: StoreCode, card: ProductCard, days: ShippingMethod['days'] | null): string {
  const words = stringsOf(store)
  const { iso, timeZone } = stores[store]
  const { text, date } = stockLabel(card.stock_status, card.estimated_at)
  if (text === 'in_stock' || text === 'few_left') {
    if (days === null) return ''
    const range = days.min === days.max ? String(days.min) : `${days.min}–${days.max}`
    return formatMessage(words['shipping.days'] ?? '', { days: range }, iso)
  }
  if (date === null) return words[`stock.${text}`] ?? ''
  const day = formatDate(new Date(date), iso, timeZone)
  return formatMessage(words[`stock.${text}_date`] ?? '', { date: day }, iso)
}

function unitPriceOf(store: StoreCode, card: ProductCard): ShopOffer['unitPrice'] {
  const price = card.unit_price
  if (price === null) return null
  const money = formatMoney(toMinor(price.amount), { ...stores[store], currencyDigits: 2 })
  const text =
    price.unit === 'piece'
      ? formatMessage(stringsOf(store)['price.per_piece'] ?? '', { price: money }, stores[store].iso)
      : `${money}/${price.unit}`
  return { text, unit: price.unit }
}
