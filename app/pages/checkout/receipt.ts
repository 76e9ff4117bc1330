/**
 * The part of an order that its receipt shows: data that the page does not print is not sent to the browser.
 */
import type { Minor } from '../../../domain/money/money.ts'
import type { ShippingKind } from '../../../domain/stores/store.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { RefundReason } from '../../../domain/refunds/refund.ts'
import type { InvoiceKind } from '../../../domain/invoices/invoice-document.ts'
import { paymentTermDays } from '../../../domain/invoices/payment-terms.ts'
import type { StoredRefund } from '../../../domain/refunds/refund-repository.server.ts'
import type { ShownOrder } from '../../shop-context.ts'
import { payableMinorOf, recipientLines, type OrderSnapshot } from '../../../domain/orders/order-snapshot.ts'
import { referencesOf, type ReferenceName } from '../../../domain/orders/order-references.ts'
import { shownStatus, type ShownOrderStatus } from '../../../domain/orders/order-states.ts'

export interface Receipt {
  number: string
  status: ShownOrderStatus
  email: string
  /** Lines of the postal address to which the goods go. */
  address: string[]
  /** The buyer's own address where the goods go elsewhere; otherwise empty. */
  invoiceAddress: string[]
  references: { name: ReferenceName; value: string }[]
  note: string | null
  /** Days to pay an invoice. */
  invoiceDays: number
  lines: Pick<
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
    | 'reasons'
  >[]
  deductions: { code: string; label: string; amountMinor: Minor }[]
  giftCards: { hint: string; amountMinor: Minor }[]
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
  }[]
  /** What has left so far. */
  parcels: {
    number: number
    /** When it was handed to the carrier, as text. */
    day: string
    carrier: string | null
    trackingNumber: string | null
    trackingUrl: string | null
  }[]
  /** Invoices and credit notes, with their addresses. */
  documents: { number: number; kind: InvoiceKind; href: string }[]
  /** Whether it contains gift cards, whose codes are sent by mail. */
  cards: boolean
  /** Whether the payment has been received. */
  paid: boolean
  shipping: {
    kind: ShippingKind
    name: string
    priceMinor: Minor
    /**
     * First to last day of arrival as text, formatted by the server because browsers use different spaces.
     */
    arrival: string
    /** The service point. */
    point: string | null
  }
  payment: OrderSnapshot['payment']
  sumMinor: Minor
  totalMinor: Minor
  /** VAT per rate; gift cards carry no VAT until they are redeemed. */
  vatPerRate: OrderSnapshot['vatPerRate']
  placedAt: string
}

function arrivalDays(iso: string, { from, to }: { from: string; to: string }): string {
  const days = new Intl.DateTimeFormat(iso, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return days.formatRange(new Date(from), new Date(to))
}

/** `documentHref`: the address of an invoice or credit note, for the reader of the order. */
export function receiptOf(
  { number, status, snapshot, paidAt, refunds, shipments, invoices }: ShownOrder,
  { iso, timeZone }: Pick<Store, 'iso' | 'timeZone'>,
  documentHref: (invoice: number) => string,
): Receipt {
  const days = new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  const { customer, shipping, recipient } = snapshot
  const buyer = recipientLines({ ...snapshot.address, ...customer })
  const point = shipping.servicePoint
  return {
    number,
    status: shownStatus(status),
    email: customer.email,
    address: recipient ? recipientLines(recipient) : buyer,
    invoiceAddress: recipient ? buyer : [],
    references: referencesOf(snapshot),
    note: snapshot.note ?? null,
    invoiceDays: paymentTermDays(snapshot.store, customer.type),
    lines: snapshot.lines.map(
      ({ uuid, sku, kind, name, slug, quantity, unitMinor, beforeUnitMinor, lineTotalMinor, reasons }) => ({
        uuid,
        sku,
        kind,
        name,
        slug,
        quantity,
        unitMinor,
        beforeUnitMinor,
        lineTotalMinor,
        reasons,
      }),
    ),
    deductions: snapshot.deductions.map(({ code, label, amountMinor }) => ({ code, label, amountMinor })),
    giftCards: (snapshot.giftCards ?? []).map(({ hint, amountMinor }) => ({ hint, amountMinor })),
    payableMinor: payableMinorOf(snapshot),
    refunds: refunds.map((refund) => shownRefund(refund, snapshot, days)),
    parcels: shipments
      .filter(({ carrier }) => carrier !== null)
      .map(({ number: parcel, shippedAt, carrier, trackingNumber, trackingUrl }) => ({
        number: parcel,
        day: days.format(shippedAt),
        carrier,
        trackingNumber,
        trackingUrl,
      })),
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
      arrival: arrivalDays(iso, shipping.arrival),
      point: point && [point.name, point.street, point.city].filter(Boolean).join(', '),
    },
    payment: snapshot.payment,
    sumMinor: snapshot.sumMinor,
    totalMinor: snapshot.totalMinor,
    vatPerRate: snapshot.vatPerRate.filter(({ vatMinor }) => vatMinor !== 0),
    placedAt: snapshot.placedAt,
  }
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
    day: days.format(recordedAt),
    rows: refund.lines.map((line) => ({
      what: `${line.quantity > 0 ? `${line.quantity} × ` : ''}${names.get(line.uuid) ?? line.sku}`,
      amountMinor: line.amountMinor,
    })),
  }
}
