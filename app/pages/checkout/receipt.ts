/**
 * The part of an order that its receipt shows: data that the page does not print is not sent to the browser.
 */
import { namedUnits, stillToCome } from '../../../domain/dispatch/still-to-come.ts'
import { subtractMinor, zeroMinor, type Minor } from '../../../domain/money/money.ts'
import type { ShippingKind } from '../../../domain/stores/store.ts'
import type { Catalogue } from '../../../domain/catalogue/catalogue.ts'
import type { ProductId } from '../../../domain/products/product-id.ts'
import { organisationNumberText } from '../../../domain/stores/organisation-number.ts'
import { storePolicies, type Store, type StoreCode } from '../../../domain/stores/stores.ts'
import { deductionNetMinor } from '../../../domain/pricing/net-amounts.ts'
import { longDayText } from '../../features/products/long-day-text.ts'
import type { RefundReason } from '../../../domain/refunds/refund.ts'
import type { InvoiceKind } from '../../../domain/invoices/invoice-document.ts'
import { promisedTermDays } from '../../../domain/invoices/payment-terms.ts'
import type { StoredRefund } from '../../../domain/refunds/refund-repository.server.ts'
import type { ShownOrder } from '../../shop-context.ts'
import {
  earlierUnitMinor,
  goodsOf,
  listUnitMinor,
  payableMinorOf,
  recipientLines,
  type OrderRecipient,
  type OrderSnapshot,
} from '../../../domain/orders/order-snapshot.ts'
import { referencesOf, type ReferenceName } from '../../../domain/orders/order-references.ts'
import { shownStatus, type ShownOrderStatus } from '../../../domain/orders/order-states.ts'
import type { ShownPayment } from '../../../domain/payments/shown-payment.ts'
import { arrivalDays } from './arrival-days.ts'

export interface Receipt {
  number: string
  /** Day of the order as text. */
  placedOn: string
  /** Name, address and numbers of the shop's company, a line each. */
  seller: string[]
  status: ShownOrderStatus
  email: string
  /** Lines of the postal address to which the goods go. */
  address: string[]
  /** The buyer's own address where the goods go elsewhere; otherwise empty. */
  invoiceAddress: string[]
  references: { name: ReferenceName; value: string }[]
  note: string | null
  /** A consumer's right of withdrawal; companies have none. */
  mayWithdraw: boolean
  /** A company's number in its register; null for persons. */
  organisationNumber: string | null
  /** Days to pay an invoice. */
  invoiceDays: number
  lines: (Pick<
    OrderSnapshot['lines'][number],
    | 'uuid'
    | 'sku'
    | 'kind'
    | 'name'
    | 'slug'
    | 'quantity'
    | 'unitMinor'
    | 'beforeUnitMinor'
    | 'lineTotalMinor'
    | 'deductions'
    | 'vatRateBasisPoints'
    | 'reasons'
  > & {
    /** Address of the product's picture; null: none. */
    thumb: string | null
    /** When it is expected in stock, as text; null where it was in stock. */
    expected: string | null
    /** To whom the gift card is sent, and on which day, as text; null: to the buyer. */
    gift: { name: string; day: string } | null
  })[]
  deductions: { code: string; label: string; amountMinor: Minor; netMinor: Minor }[]
  giftCards: { hint: string; amountMinor: Minor }[]
  /** The exchange that the order delivers, and what the returned goods pay of it. */
  exchange: { returnId: string; amountMinor: Minor } | null
  payableMinor: Minor
  refunds: {
    number: number
    day: string
    reason: RefundReason
    /** Null where the order was not paid by invoice. */
    creditNote: number | null
    rows: { what: string; amountMinor: Minor }[]
    shippingMinor: Minor
    amountMinor: Minor
    toGiftCardsMinor: Minor
    exchangedMinor: Minor
    /** What was neither charged nor invoiced, and is not any more. */
    uncollectedMinor: Minor
  }[]
  /** What has left so far. */
  parcels: {
    number: number
    /** When it was handed to the carrier, as text. */
    day: string
    carrier: string | null
    trackingNumber: string | null
    trackingUrl: string | null
    /** The goods in it, as "1 × AA". */
    goods: string[]
  }[]
  /** What has not left yet, as "2 × AA", each with its days of arrival as text; null: not known. */
  coming: { uuid: string; goods: string; arrival: string | null }[]
  /** Whether nothing has left and no date has changed: the deliveries of `shipping` are what comes. */
  isAsOrdered: boolean
  /** Invoices and credit notes, with their addresses. */
  documents: { number: number; kind: InvoiceKind; href: string }[]
  /** Whether it contains gift cards, whose codes are sent by mail. */
  cards: boolean
  /** Whether the order is settled: codes of bought gift cards are sent. An invoice is once it is paid. */
  paid: boolean
  shipping: {
    kind: ShippingKind
    name: string
    priceMinor: Minor
    vatMinor: Minor
    /**
     * First to last day of arrival as text, formatted by the server because browsers use different spaces; null: not
     * known.
     */
    arrival: string | null
    /** Both deliveries of a divided order; otherwise empty. */
    deliveries: { goods: string; arrival: string | null }[]
    /** The service point. */
    point: string | null
  }
  payment: ShownPayment
  sumMinor: Minor
  /** The sum without its VAT. */
  sumNetMinor: Minor
  totalMinor: Minor
  /** VAT per rate; gift cards carry no VAT until they are redeemed. */
  vatPerRate: OrderSnapshot['vatPerRate']
  placedAt: string
}

export const inUnits = ({ name, quantity }: { name: string; quantity: number }): string =>
  `${quantity}\u00A0× ${name}`

/**
 * `thumbOf`: the address of a product's picture, where it is still sold. `documentHref`: the address of an invoice or
 * credit note, for the reader of the order. `now`: epoch milliseconds.
 */
export function receiptOf(
  { number, status, snapshot, paidAt, refunds, shipments, changedDates, invoices, payment }: ShownOrder,
  store: Pick<Store, 'iso' | 'timeZone' | 'postalCodePattern' | 'identityNumbers'>,
  documentHref: (invoice: number) => string,
  thumbOf: (productId: ProductId) => string | null,
  now: number,
): Receipt {
  const { iso, timeZone, postalCodePattern } = store
  const days = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  const { customer, shipping, recipient } = snapshot
  const linesOf = (recipient: OrderRecipient) => recipientLines(recipient, { postalCodePattern })
  const buyer = linesOf({ ...snapshot.address, ...customer })
  const point = shipping.servicePoint
  const expectedOn = (at: Date | string | null) => at && days.format(new Date(at))
  return {
    number,
    placedOn: days.format(new Date(snapshot.placedAt)),
    seller: sellerLines(snapshot.store),
    status: shownStatus(status),
    email: customer.email,
    address: recipient ? linesOf(recipient) : buyer,
    invoiceAddress: recipient ? buyer : [],
    references: referencesOf(snapshot),
    note: snapshot.note ?? null,
    mayWithdraw: customer.type === 'private',
    organisationNumber:
      customer.type === 'business' && customer.identityNumber !== null
        ? organisationNumberText(customer.identityNumber, store)
        : null,
    invoiceDays: promisedTermDays(snapshot),
    lines: snapshot.lines.map((line) => ({
      uuid: line.uuid,
      sku: line.sku,
      kind: line.kind,
      name: line.name,
      slug: line.slug,
      quantity: line.quantity,
      unitMinor: listUnitMinor(line),
      beforeUnitMinor: earlierUnitMinor(line),
      lineTotalMinor: line.lineTotalMinor,
      deductions: line.deductions,
      vatRateBasisPoints: line.vatRateBasisPoints,
      reasons: line.reasons,
      thumb: thumbOf(line.productId),
      expected: expectedOn(changedDates.get(line.uuid) ?? line.estimatedAt),
      gift: line.giftRecipient
        ? { name: line.giftRecipient.name, day: longDayText(line.giftRecipient.deliverOn, iso) }
        : null,
    })),
    deductions: snapshot.deductions.map(({ code, label, amountMinor }) => ({
      code,
      label,
      amountMinor,
      netMinor: deductionNetMinor(snapshot.lines, code),
    })),
    giftCards: (snapshot.giftCards ?? []).map(({ hint, amountMinor }) => ({ hint, amountMinor })),
    exchange: snapshot.exchange
      ? { returnId: snapshot.exchange.returnId, amountMinor: snapshot.exchange.amountMinor }
      : null,
    payableMinor: payableMinorOf(snapshot),
    refunds: refunds.map((refund) => shownRefund(refund, snapshot, days)),
    parcels: shipments
      .filter(({ carrier }) => carrier !== null)
      .map(({ number: parcel, shippedAt, carrier, trackingNumber, trackingUrl, units }) => ({
        number: parcel,
        day: days.format(shippedAt),
        carrier,
        trackingNumber,
        trackingUrl,
        goods: namedUnits(snapshot, units).map(inUnits),
      })),
    coming: stillToCome({ status, snapshot }, { shipments, refunds }, changedDates, now).map((line) => ({
      uuid: line.uuid,
      goods: inUnits(line),
      arrival: line.arrival && arrivalDays(iso, line.arrival),
    })),
    isAsOrdered: shipments.length === 0 && changedDates.size === 0,
    documents: invoices
      // Those from before documents were stored cannot be downloaded.
      .filter(({ document }) => document !== null)
      .map((invoice) => ({ number: invoice.number, kind: invoice.kind, href: documentHref(invoice.number) })),
    cards: snapshot.lines.some(({ kind }) => kind === 'giftCard'),
    paid: paidAt !== null,
    shipping: {
      kind: shipping.kind,
      name: shipping.name,
      priceMinor: shipping.priceMinor,
      vatMinor: shipping.vatMinor,
      arrival: shipping.arrival && arrivalDays(iso, shipping.arrival),
      deliveries: (shipping.deliveries ?? []).map(({ lines, arrival }) => ({
        goods: goodsOf(snapshot, lines),
        arrival: arrival && arrivalDays(iso, arrival),
      })),
      point: point && [point.name, point.street, point.city].filter(Boolean).join(', '),
    },
    payment,
    sumMinor: snapshot.sumMinor,
    sumNetMinor: subtractMinor(snapshot.sumMinor, subtractMinor(snapshot.vatMinor, shipping.vatMinor)),
    totalMinor: snapshot.totalMinor,
    vatPerRate: snapshot.vatPerRate.filter(({ vatMinor }) => vatMinor !== 0),
    placedAt: snapshot.placedAt,
  }
}

/** The seller as a receipt must name it: company, address, register, VAT number, e-mail. */
function sellerLines(store: StoreCode): string[] {
  const { company } = storePolicies[store]
  return [
    company.name,
    company.street,
    `${company.postalCode} ${company.city}, ${company.country}`,
    `${company.register}, ${company.vatNumber}`,
    company.email,
  ]
}

/** The pictures of an order's products that the store still sells, for `receiptOf`. */
export function thumbsOf(
  catalogue: Pick<Catalogue, 'productsById'>,
  { store, lines }: Pick<OrderSnapshot, 'store' | 'lines'>,
): (productId: ProductId) => string | null {
  const products = catalogue.productsById(
    store,
    lines.map(({ productId }) => productId),
  )
  const thumbs = new Map(products.map(({ id, thumb }) => [id, thumb?.url ?? null]))
  return (productId) => thumbs.get(productId) ?? null
}

function shownRefund(
  refund: StoredRefund,
  snapshot: OrderSnapshot,
  days: Intl.DateTimeFormat,
): Receipt['refunds'][number] {
  const names = new Map(snapshot.lines.map((line) => [line.uuid, line.name]))
  const { number, reason, creditNote, recordedAt, shippingMinor, amountMinor, toGiftCardsMinor } = refund
  return {
    number,
    reason,
    creditNote,
    shippingMinor,
    amountMinor,
    toGiftCardsMinor,
    exchangedMinor: refund.exchangedMinor ?? zeroMinor,
    uncollectedMinor: refund.uncollectedMinor ?? zeroMinor,
    day: days.format(recordedAt),
    rows: refund.lines.map((line) => ({
      what: `${line.quantity > 0 ? `${line.quantity} × ` : ''}${names.get(line.uuid) ?? line.sku}`,
      amountMinor: line.amountMinor,
    })),
  }
}
