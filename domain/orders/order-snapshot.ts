/**
 * The snapshot of an order: the plain, complete record from which it is confirmed, invoiced, packed and
 * refunded. Built once from a priced cart when the shopper commits; never changed and never re-read from the
 * cart. Amounts are integer minor units, VAT included.
 */
import type { CartLine } from '../cart/cart-line.ts'
import { possibleDeliveryDay, type GiftRecipient } from '../gift-cards/gift-recipient.ts'
import type { GiftCardUse } from '../gift-cards/spend-gift-cards.ts'
import { type Minor, zeroMinor, addMinor, shareMinor, subtractMinor, sumMinor } from '../money/money.ts'
import { percentageMinor } from '../pricing/net-amounts.ts'
import type { CartDeduction, PricedCart, PriceReason, VatSum } from '../pricing/priced-cart.ts'
import type { Arrival } from '../shipping/next-delivery.ts'
import type { ServicePoint } from '../shipping/service-point.ts'
import { shippingVat } from '../shipping/shipping-methods.ts'
import { postalCodeText } from '../stores/postal-code.ts'
import { storePolicies, type Store, type StoreCode } from '../stores/stores.ts'
import { isoDay, localDay } from '../stores/local-time.ts'
import { nextRenewalDay, readInterval } from '../intervals/interval.ts'
import type { Tier } from '../pricing/tiers.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { CarrierId, CurrencyCode, ShippingKind, ShippingMethod } from '../stores/store.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

export type CustomerType = 'private' | 'business'

export interface OrderCustomer {
  type: CustomerType
  email: string
  phone: string
  firstName: string
  lastName: string
  companyName: string | null
  /** A company's number in full, a person's masked; the number itself is stored outside the snapshot. */
  identityNumber: string | null
  /** A company's VAT number with its country code, as `SE556737043101`; absent where it gave none. */
  vatNumber?: string
}

export interface OrderAddress {
  street: string
  postalCode: string
  city: string
  countryCode: Store['countryCode']
}

/** Who receives the goods, and where. */
export interface OrderRecipient extends OrderAddress {
  firstName: string
  lastName: string
  companyName: string | null
}

/** A company's references, printed on its invoice. */
export interface OrderReferences {
  /** The buyer's person. */
  yourReference: string | null
  /** The number of the buyer's own order. */
  purchaseOrder: string | null
  /** Absent in orders from before checkout asked for it. */
  costCentre?: string | null
  /** Where an electronic invoice is sent: Peppol id, GLN (EAN) or Leitweg-ID. */
  electronicAddress: string | null
}

/**
 * A line of a placed order: the price of a `PricedLine` and the texts of its `CartLine`, frozen. Written once
 * into the order's JSON, so its member names are a stored format and it does not extend the types of pricing.
 * Payments, refunds, returns, mails and receipts read it.
 */
export interface OrderLine {
  uuid: string
  productId: ProductId
  sku: Sku
  name: string
  slug: string
  kind: 'goods' | 'giftCard' | 'fee'
  quantity: number
  /**
   * Unit price before percentage and deductions. In orders from before the percentage was taken of the line it is the
   * unit price after the percentage: show `listUnitMinor`.
   */
  unitMinor: Minor
  beforeUnitMinor: Minor | null
  /** All units after the percentage, before deductions. */
  lineTotalMinor: Minor
  deductions: { code: string; amountMinor: Minor }[]
  /** Paid for the line. */
  totalMinor: Minor
  vatMinor: Minor
  vatRateBasisPoints: number
  reasons: PriceReason[]
  subscriptionInterval: string | null
  /** The terms of the line's renewals; absent where it is not renewed. */
  promisedPrices?: readonly Tier[]
  /** The day on which the first renewal is ordered, `YYYY-MM-DD`, and the day of the month. */
  firstRenewalOn?: string
  renewalDay?: number
  /** Who receives the gift card; absent: the buyer. */
  giftRecipient?: GiftRecipient
  /** Expected date where the product is not in stock yet. */
  estimatedAt: string | null
}

/** One of the deliveries of a divided order: whole lines, by their uuid. */
export interface OrderDelivery {
  lines: string[]
  arrival: Arrival | null
}

export interface OrderShipping {
  methodId: string
  /** Null where nothing is shipped: gift cards are sent by e-mail. */
  carrier: CarrierId | null
  kind: ShippingKind
  name: string
  priceMinor: Minor
  vatMinor: Minor
  vatRateBasisPoints: number
  servicePoint: ServicePoint | null
  /** The recipient's customer number at the carrier: DHL's Postnummer, for a Packstation; otherwise absent. */
  customerNumber?: string
  /** When the last goods arrive; null: they are not in stock, and nobody knows yet when they will be. */
  arrival: Arrival | null
  /** Both deliveries of an order that is delivered in two; absent where everything is delivered together. */
  deliveries?: OrderDelivery[]
}

/** The exchange that an order delivers. */
export interface OrderExchange {
  /** The return, e.g. S100001-R1, and the number of its order. */
  returnId: string
  orderNumber: string
  /** What the returned goods pay of the order; 0 where it is invoiced and the returned goods are credited. */
  amountMinor: Minor
}

export interface OrderSnapshot {
  format: 1
  store: StoreCode
  currency: CurrencyCode
  placedAt: string
  customer: OrderCustomer
  /** The buyer's own address, to which the invoice is made out. */
  address: OrderAddress
  /** Absent where the goods go to the buyer at `address`; read it with `recipientOf`. */
  recipient?: OrderRecipient
  /** What the buyer wrote to the shop; absent where nothing. */
  note?: string
  /** Absent where the buyer gave none. */
  references?: OrderReferences
  lines: OrderLine[]
  deductions: CartDeduction[]
  couponCodes: string[]
  shipping: OrderShipping
  payment: PaymentProviderId | 'none'
  /** Days from the issue of each invoice until it is due; absent where the order is not paid by invoice. */
  invoiceDays?: number
  /** Goods, gift cards and fees after every discount, without shipping. */
  sumMinor: Minor
  totalMinor: Minor
  /** The amount paid by gift cards; absent where there is none. */
  giftCards?: GiftCardUse[]
  /** Absent where the order delivers no exchange. */
  exchange?: OrderExchange
  /** The remaining amount after gift cards and exchanged goods; absent where it equals the total. */
  payableMinor?: Minor
  vatMinor: Minor
  vatPerRate: VatSum[]
}

/**
 * The unit price to show: what all units cost before the line's percentage, divided by them. Equal to `unitMinor` unless
 * the order is from before the percentage was taken of the line.
 */
export function listUnitMinor(line: Pick<OrderLine, 'lineTotalMinor' | 'quantity' | 'reasons'>): Minor {
  return shareMinor(addMinor(line.lineTotalMinor, percentageMinor(line)), 1, line.quantity)
}

/** The earlier unit price to strike through beside `listUnitMinor`; null: none. */
export function earlierUnitMinor(
  line: Pick<OrderLine, 'beforeUnitMinor' | 'lineTotalMinor' | 'quantity' | 'reasons'>,
): Minor | null {
  const { beforeUnitMinor } = line
  return beforeUnitMinor !== null && beforeUnitMinor > listUnitMinor(line) ? beforeUnitMinor : null
}

/** The amount the order's provider collects: the total less gift cards and exchanged goods. */
export function payableMinorOf(snapshot: Pick<OrderSnapshot, 'totalMinor' | 'payableMinor'>): Minor {
  return snapshot.payableMinor ?? snapshot.totalMinor
}

/** Who receives an order's goods, and where. */
export function recipientOf({
  customer,
  address,
  recipient,
}: Pick<OrderSnapshot, 'customer' | 'address' | 'recipient'>): OrderRecipient {
  const { firstName, lastName, companyName } = customer
  return recipient ?? { ...address, firstName, lastName, companyName }
}

/** A recipient as the lines of a postal address within the store's country. */
export function recipientLines(
  { companyName, firstName, lastName, street, postalCode, city }: OrderRecipient,
  store: Pick<Store, 'postalCodePattern'>,
): string[] {
  const place = `${postalCodeText(postalCode, store)} ${city}`
  const lines = [companyName ?? '', `${firstName} ${lastName}`.trim(), street, place]
  return lines.filter((line) => line !== '')
}

/** Lines of an order by their uuid, as "2 × AA, 1 × 9V". */
export function goodsOf(
  { lines }: { lines: readonly Pick<OrderLine, 'uuid' | 'quantity' | 'name'>[] },
  uuids: readonly string[],
): string {
  return lines
    .filter(({ uuid }) => uuids.includes(uuid))
    .map(({ quantity, name }) => `${quantity} × ${name}`)
    .join(', ')
}

/** Whether an order buys gift cards, whose codes are worth money. */
export function buysGiftCards({ lines }: { lines: readonly Pick<OrderLine, 'kind'>[] }): boolean {
  return lines.some(({ kind }) => kind === 'giftCard')
}

function missing(uuid: string): never {
  throw new Error(`no cart line behind the priced line ${uuid}`)
}

export interface SnapshotInput {
  store: Store
  placedAt: number
  /** The cart lines of the priced ones, for what the order stores besides the price. */
  lines: readonly (Pick<CartLine, 'uuid' | 'name' | 'slug' | 'subscriptionInterval' | 'estimatedAt'> &
    Partial<Pick<CartLine, 'promisedPrices' | 'giftRecipient'>>)[]
  cart: PricedCart
  couponCodes: readonly string[]
  customer: OrderCustomer
  address: OrderAddress
  /** Null: the goods go to the buyer at `address`. */
  recipient?: OrderRecipient | null
  note?: string | null
  references?: OrderReferences | null
  shipping: OrderShipping
  payment: PaymentProviderId | 'none'
  giftCards?: readonly GiftCardUse[]
}

/** Builds the snapshot of a priced cart; lines, shipping and VAT add up to its totals by construction. */
export function orderSnapshot(input: SnapshotInput): OrderSnapshot {
  const { store, cart, shipping, giftCards = [] } = input
  const totalMinor = addMinor(cart.sumMinor, shipping.priceMinor)
  const paidMinor = sumMinor(giftCards.map((use) => use.amountMinor))
  const sold = new Map(input.lines.map((line) => [line.uuid, line]))
  return {
    format: 1,
    store: store.code,
    currency: store.currency,
    placedAt: new Date(input.placedAt).toISOString(),
    customer: input.customer,
    address: input.address,
    ...(input.recipient && { recipient: input.recipient }),
    ...(input.note && { note: input.note }),
    ...(input.references && { references: input.references }),
    lines: cart.lines.map((line) => {
      const { name, slug, subscriptionInterval, promisedPrices, giftRecipient, estimatedAt } =
        sold.get(line.uuid) ?? missing(line.uuid)
      return {
        uuid: line.uuid,
        productId: line.productId,
        sku: line.sku,
        name,
        slug,
        kind: line.kind,
        quantity: line.quantity,
        unitMinor: line.unitMinor,
        beforeUnitMinor: line.beforeUnitMinor,
        lineTotalMinor: line.lineTotalMinor,
        deductions: line.deductions,
        totalMinor: line.netMinor,
        vatMinor: line.vatMinor,
        vatRateBasisPoints: line.vatRateBasisPoints,
        reasons: line.reasons,
        subscriptionInterval,
        ...(subscriptionInterval &&
          promisedPrices && {
            promisedPrices,
            ...firstRenewal(store, input.placedAt, subscriptionInterval),
          }),
        ...(giftRecipient && {
          giftRecipient: {
            ...giftRecipient,
            deliverOn: possibleDeliveryDay(store.code, input.placedAt, giftRecipient.deliverOn),
          },
        }),
        estimatedAt,
      }
    }),
    deductions: cart.deductions,
    couponCodes: [...input.couponCodes],
    shipping,
    payment: input.payment,
    ...(input.payment === 'invoice' && {
      invoiceDays: storePolicies[store.code].invoicing.termDays[input.customer.type],
    }),
    sumMinor: cart.sumMinor,
    totalMinor,
    ...(giftCards.length > 0 && {
      giftCards: [...giftCards],
      payableMinor: subtractMinor(totalMinor, paidMinor),
    }),
    vatMinor: addMinor(cart.vatMinor, shipping.vatMinor),
    vatPerRate: addShippingVat(cart.vatPerRate, shipping),
  }
}

/** When a line is renewed for the first time: one interval after the order's day in its store. */
export function firstRenewal(
  { timeZone }: Store,
  placedAt: number,
  intervalName: string,
): { firstRenewalOn: string; renewalDay: number } {
  const interval = readInterval(intervalName)
  if (interval === null) throw new RangeError(`not an interval: ${intervalName}`)
  const placedOn = localDay(timeZone, placedAt)
  return {
    firstRenewalOn: isoDay(nextRenewalDay(interval, placedOn, placedOn.day)),
    renewalDay: placedOn.day,
  }
}

/** The codes that reduced an order's price or added a gift: those count as used. */
export function usedCodes(snapshot: Pick<OrderSnapshot, 'lines' | 'deductions'>): string[] {
  const reasons = snapshot.lines.flatMap((line) => line.reasons.map((reason) => reason.code))
  const codes = [...reasons, ...snapshot.deductions.map((deduction) => deduction.code)]
  return [...new Set(codes.filter((code) => code !== null))]
}

/** The delivery as the order stores it. */
export function orderShipping(
  store: Store,
  method: ShippingMethod,
  options: Pick<OrderShipping, 'priceMinor' | 'servicePoint' | 'arrival' | 'deliveries'> & {
    customerNumber?: string | null
  },
): OrderShipping {
  const { priceMinor, servicePoint, customerNumber, arrival, deliveries } = options
  return {
    methodId: method.id,
    carrier: method.carrier,
    kind: method.kind,
    name: method.name,
    priceMinor,
    ...shippingVat(store.code, priceMinor),
    servicePoint,
    ...(customerNumber && { customerNumber }),
    arrival,
    ...(deliveries && { deliveries }),
  }
}

/** VAT per rate with the delivery's own added. */
export function addShippingVat(
  sums: readonly VatSum[],
  shipping: Pick<OrderShipping, 'priceMinor' | 'vatMinor' | 'vatRateBasisPoints'>,
): VatSum[] {
  if (shipping.priceMinor === 0) return [...sums]
  const rate = shipping.vatRateBasisPoints
  const rest = sums.filter((entry) => entry.vatRateBasisPoints !== rate)
  const same = sums.find((entry) => entry.vatRateBasisPoints === rate)
  const sum = {
    vatRateBasisPoints: rate,
    grossMinor: addMinor(same?.grossMinor ?? zeroMinor, shipping.priceMinor),
    vatMinor: addMinor(same?.vatMinor ?? zeroMinor, shipping.vatMinor),
  }
  return [...rest, sum].sort((a, b) => b.vatRateBasisPoints - a.vatRateBasisPoints)
}
