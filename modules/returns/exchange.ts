/**
 * Exchange of returned goods for another variant of the same product (decision 86): which orders allow it, what the
 * new goods cost, and the order that delivers them. Amounts are integer minor units, VAT included. Pure.
 */
import {
  addMinor,
  multiplyMinor,
  shareMinor,
  smallerMinor,
  subtractMinor,
  sumMinor,
  vatPartMinor,
  zeroMinor,
  type Minor,
} from '../../domain/money/money.ts'
import type { OrderLine, OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { percentageMinor } from '../../domain/pricing/net-amounts.ts'
import type { CartDeduction, PriceReason } from '../../domain/pricing/priced-cart.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { Refund } from '../../domain/refunds/refund.ts'

/** What a line of a return is exchanged for, frozen when the return is registered. */
export interface ExchangeTerms {
  productId: ProductId
  sku: Sku
  name: string
  slug: string
  unitMinor: Minor
  /** The customer's own percentage; absent in returns from before it was taken of the line. */
  percentages?: PriceReason[]
  /** For all units of the line; at most what the returned units refund. */
  totalMinor: Minor
  vatRateBasisPoints: number
}

/**
 * Whether goods of an order may be exchanged. What was paid by gift card, and what was itself received in an
 * exchange, is returned for a refund: its money would have to be followed through two orders.
 */
export function allowsExchange({
  payment,
  giftCards = [],
  exchange,
}: Pick<OrderSnapshot, 'payment' | 'giftCards' | 'exchange'>): boolean {
  return payment !== 'none' && giftCards.length === 0 && exchange === undefined
}

/**
 * The price of returned units of one sku: what they refund, and what they cost before codes. A variant is compared
 * with the latter, so that a code of the first purchase does not make every variant dearer.
 */
export function worthOf(
  lines: readonly OrderLine[],
  refund: Refund,
  sku: Sku,
): { paidMinor: Minor; listMinor: Minor } {
  const parts = refund.lines.filter((part) => part.sku === sku)
  const listParts = parts.map(({ uuid, quantity }) => {
    const line = lines.find((each) => each.uuid === uuid)
    return line ? shareMinor(listMinorOf(line), quantity, line.quantity) : zeroMinor
  })
  return { paidMinor: sumMinor(parts.map((part) => part.amountMinor)), listMinor: sumMinor(listParts) }
}

/** A line's price before codes. */
export function listMinorOf({
  lineTotalMinor,
  reasons,
}: Pick<OrderLine, 'lineTotalMinor' | 'reasons'>): Minor {
  const byCodes = reasons.filter(({ kind }) => kind === 'coupon').map(({ amountMinor }) => amountMinor)
  return addMinor(lineTotalMinor, sumMinor(byCodes))
}

/** The exchanged lines of a return that is approved, each with at most what its returned units refund now. */
export interface ExchangedLine {
  quantity: number
  terms: ExchangeTerms
  totalMinor: Minor
}

/** What the new goods cost when a return is approved, after a refund of its lines between request and approval. */
export function exchangedLines(
  items: readonly { sku: Sku; quantity: number; exchange: ExchangeTerms | null }[],
  refund: Refund,
): ExchangedLine[] {
  return items.flatMap(({ sku, quantity, exchange }) => {
    if (exchange === null) return []
    const paid = refund.lines.filter((part) => part.sku === sku).map((part) => part.amountMinor)
    return [{ quantity, terms: exchange, totalMinor: smallerMinor(exchange.totalMinor, sumMinor(paid)) }]
  })
}

/** The total of exchanged lines. */
export function exchangeTotalMinor(lines: readonly ExchangedLine[]): Minor {
  return sumMinor(lines.map(({ totalMinor }) => totalMinor))
}

/**
 * The order that delivers an exchange: to the same person by the same method, free of delivery charges. Paid by what
 * the returned goods refund, or on a new invoice where they were invoiced.
 */
export function exchangeSnapshot(
  first: OrderSnapshot,
  {
    returnId,
    orderNumber,
    lines,
    uuids,
    placedAt,
    arrival,
  }: {
    returnId: string
    orderNumber: string
    lines: readonly ExchangedLine[]
    /** One per line. */
    uuids: readonly string[]
    /** Epoch milliseconds. */
    placedAt: number
    arrival: OrderSnapshot['shipping']['arrival']
  },
): OrderSnapshot {
  const sumOf = exchangeTotalMinor(lines)
  const isInvoiced = first.payment === 'invoice'
  const written = lines.map((line, index) => orderLine(line, uuids[index] ?? '', returnId))
  const reducedMinor = sumMinor(
    written.flatMap(({ deductions }) => deductions.map((each) => each.amountMinor)),
  )
  const vatMinor = sumMinor(written.map((line) => line.vatMinor))
  const { deliveries: _deliveries, ...shipping } = first.shipping
  const { couponCodes: _codes, giftCards: _cards, payableMinor: _payable, note: _note, ...same } = first
  return {
    ...same,
    placedAt: new Date(placedAt).toISOString(),
    lines: written,
    deductions: reducedMinor > 0 ? [deductionOf(written, returnId, reducedMinor)] : [],
    couponCodes: [],
    shipping: { ...shipping, priceMinor: zeroMinor, vatMinor: zeroMinor, arrival },
    payment: isInvoiced ? 'invoice' : 'none',
    sumMinor: sumOf,
    totalMinor: sumOf,
    exchange: { returnId, orderNumber, amountMinor: isInvoiced ? zeroMinor : sumOf },
    ...(!isInvoiced && { payableMinor: zeroMinor }),
    vatMinor,
    vatPerRate: vatPerRateOf(written),
  }
}

function orderLine({ quantity, terms, totalMinor }: ExchangedLine, uuid: string, code: string): OrderLine {
  const { productId, sku, name, slug, unitMinor, vatRateBasisPoints } = terms
  const reasons = terms.percentages ?? []
  const lineTotalMinor = subtractMinor(multiplyMinor(unitMinor, quantity), percentageMinor({ reasons }))
  const reducedMinor = subtractMinor(lineTotalMinor, totalMinor)
  return {
    uuid,
    productId,
    sku,
    name,
    slug,
    kind: 'goods',
    quantity,
    unitMinor,
    beforeUnitMinor: null,
    lineTotalMinor,
    deductions: reducedMinor > 0 ? [{ code, amountMinor: reducedMinor }] : [],
    totalMinor,
    vatMinor: vatPartMinor(totalMinor, vatRateBasisPoints),
    vatRateBasisPoints,
    reasons,
    subscriptionInterval: null,
    estimatedAt: null,
  }
}

function deductionOf(lines: readonly OrderLine[], returnId: string, amountMinor: Minor): CartDeduction {
  const vat = lines.map((line) =>
    subtractMinor(vatPartMinor(line.lineTotalMinor, line.vatRateBasisPoints), line.vatMinor),
  )
  return { code: returnId, label: returnId, kind: 'fixed', amountMinor, vatMinor: sumMinor(vat) }
}

function vatPerRateOf(lines: readonly OrderLine[]): OrderSnapshot['vatPerRate'] {
  const rates = [...new Set(lines.map((line) => line.vatRateBasisPoints))].sort((a, b) => b - a)
  return rates.map((vatRateBasisPoints) => {
    const own = lines.filter((line) => line.vatRateBasisPoints === vatRateBasisPoints)
    return {
      vatRateBasisPoints,
      grossMinor: sumMinor(own.map((line) => line.totalMinor)),
      vatMinor: sumMinor(own.map((line) => line.vatMinor)),
    }
  })
}
