/**
 * Computes a refund from an order's frozen snapshot alone: never from the catalogue, never from today's
 * codes. Partial refunds, in any order, add up to exactly the amount paid and never to more, per line, per
 * VAT rate and in total. Moves no money. Amounts are integer minor units.
 */
import {
  type Minor,
  zeroMinor,
  addMinor,
  subtractMinor,
  smallerMinor,
  shareMinor,
  sumMinor,
} from '../money/money.ts'
import { payableMinorOf, type OrderLine, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { Sku } from '../products/sku.ts'

/** The requested refund. A deposit is a separate line and is refunded separately. */
export interface RefundRequest {
  /** `quantity` units are refunded; `amountMinor` is refunded without a return (a price reduction). */
  lines: readonly { uuid: string; quantity?: number; amountMinor?: Minor }[]
  /** The whole delivery price. */
  shipping?: boolean
  /** The part that pays for the order of an exchange instead of being paid out. */
  exchangedMinor?: Minor
}

/**
 * The part of an `OrderLine`, named by its uuid, that one refund pays back. Made by `allocateRefund` and stored
 * with the refund; read by the next refund, returns, credit notes, mails and receipts.
 */
export interface RefundLine {
  uuid: string
  sku: Sku
  /** Units refunded; 0 for a price reduction. */
  quantity: number
  amountMinor: Minor
  vatMinor: Minor
  vatRateBasisPoints: number
}

/** The reason for a refund; the buyer's mail words it. */
export const refundReasons = [
  'withdrawal',
  'complaint',
  'not_delivered',
  'price_reduction',
  'goodwill',
  'cancelled',
  /** Of a starter battery, on proof that an old one was returned (BattDG § 19). */
  'deposit',
  /** Of returned goods that are exchanged for another variant. */
  'exchange',
] as const
export type RefundReason = (typeof refundReasons)[number]

/** One refund, as stored with the order: the next one is computed from all before it. */
export interface Refund {
  lines: RefundLine[]
  shippingMinor: Minor
  shippingVatMinor: Minor
  amountMinor: Minor
  vatMinor: Minor
  /** The parts refunded by the payment's provider and to gift cards: with the two below, the amount. */
  toProviderMinor: Minor
  toGiftCardsMinor: Minor
  /** The part that pays for the order of an exchange; absent: nothing. */
  exchangedMinor?: Minor
  /** Of an exchange's order: the part refunded to the payment of the order before it; absent: nothing. */
  toOriginMinor?: Minor
}

export type RefundAnswer =
  | { ok: true; refund: Refund }
  | {
      ok: false
      code: 'unknown_line' | 'bad_quantity' | 'too_many_units' | 'too_much' | 'nothing_to_refund'
      uuid: string | null
    }

interface LineState {
  line: OrderLine
  units: number
  amountMinor: Minor
}

/** The part of an amount for `done` of `all`, such that the parts add up to it. */
const share = (amount: Minor, done: number, all: number): Minor =>
  all === 0 ? zeroMinor : shareMinor(amount, done, all)

/** Computes a refund after the earlier ones; refuses what was not bought or was refunded already. */
export function allocateRefund(
  snapshot: OrderSnapshot,
  past: readonly Refund[],
  request: RefundRequest,
): RefundAnswer {
  const states = new Map(snapshot.lines.map((line) => [line.uuid, stateOf(line, past)]))
  const lines: RefundLine[] = []
  for (const wanted of request.lines) {
    const state = states.get(wanted.uuid)
    if (!state) return { ok: false, code: 'unknown_line', uuid: wanted.uuid }
    const part = refundLine(state, wanted.quantity ?? 0, wanted.amountMinor ?? zeroMinor)
    if (typeof part === 'string') return { ok: false, code: part, uuid: wanted.uuid }
    state.units += part.quantity
    state.amountMinor = addMinor(state.amountMinor, part.amountMinor)
    lines.push(part)
  }
  const isShippingLeft = !past.some((refund) => refund.shippingMinor > 0)
  const shippingMinor = request.shipping && isShippingLeft ? snapshot.shipping.priceMinor : zeroMinor
  if (lines.length === 0 && shippingMinor === 0) return { ok: false, code: 'nothing_to_refund', uuid: null }
  const refund = sumUp(snapshot, past, { lines, shippingMinor, exchangedMinor: request.exchangedMinor })
  return refund ? { ok: true, refund } : { ok: false, code: 'too_much', uuid: null }
}

function stateOf(line: OrderLine, past: readonly Refund[]): LineState {
  const parts = past.flatMap((refund) => refund.lines.filter(({ uuid }) => uuid === line.uuid))
  return {
    line,
    units: parts.reduce((units, part) => units + part.quantity, 0),
    amountMinor: sumMinor(parts.map((part) => part.amountMinor)),
  }
}

function refundLine(
  { line, units, amountMinor: given }: LineState,
  quantity: number,
  reductionMinor: Minor,
): RefundLine | 'bad_quantity' | 'too_many_units' | 'too_much' {
  if (!Number.isSafeInteger(quantity) || !Number.isSafeInteger(reductionMinor)) return 'bad_quantity'
  if (quantity < 0 || reductionMinor < 0 || quantity + reductionMinor === 0) return 'bad_quantity'
  if (units + quantity > line.quantity) return 'too_many_units'
  const left = subtractMinor(line.totalMinor, given)
  // Based on the units as paid: an earlier price reduction is deducted at the end.
  const ofUnits = subtractMinor(
    share(line.totalMinor, units + quantity, line.quantity),
    share(line.totalMinor, units, line.quantity),
  )
  const isLast = quantity > 0 && units + quantity === line.quantity
  const forUnits = isLast ? left : smallerMinor(ofUnits, left)
  if (isLast && reductionMinor > 0) return 'too_much'
  const amountMinor = addMinor(forUnits, reductionMinor)
  if (amountMinor > left) return 'too_much'
  return {
    uuid: line.uuid,
    sku: line.sku,
    quantity,
    amountMinor,
    vatMinor: subtractMinor(
      share(line.vatMinor, given + amountMinor, line.totalMinor),
      share(line.vatMinor, given, line.totalMinor),
    ),
    vatRateBasisPoints: line.vatRateBasisPoints,
  }
}

/**
 * What is left after an exchange is refunded to the provider's payment first; the rest goes to where it came from:
 * the payment of the order before the exchange, or gift cards. Null: the exchange takes more than the amount.
 */
function sumUp(
  snapshot: OrderSnapshot,
  past: readonly Refund[],
  {
    lines,
    shippingMinor,
    exchangedMinor = zeroMinor,
  }: { lines: RefundLine[]; shippingMinor: Minor; exchangedMinor?: Minor | undefined },
): Refund | null {
  const shippingVatMinor = shippingMinor > 0 ? snapshot.shipping.vatMinor : zeroMinor
  const amountMinor = addMinor(sumMinor(lines.map((line) => line.amountMinor)), shippingMinor)
  if (exchangedMinor > amountMinor) return null
  const paidOut = past.map((refund) => addMinor(refund.toProviderMinor, refund.exchangedMinor ?? zeroMinor))
  const atProvider = subtractMinor(payableMinorOf(snapshot), sumMinor(paidOut))
  const leftMinor = subtractMinor(amountMinor, exchangedMinor)
  const toProviderMinor = smallerMinor(leftMinor, atProvider)
  const restMinor = subtractMinor(leftMinor, toProviderMinor)
  const toOriginMinor = snapshot.exchange ? restMinor : zeroMinor
  return {
    lines,
    shippingMinor,
    shippingVatMinor,
    amountMinor,
    vatMinor: addMinor(sumMinor(lines.map((line) => line.vatMinor)), shippingVatMinor),
    toProviderMinor,
    toGiftCardsMinor: subtractMinor(restMinor, toOriginMinor),
    ...(exchangedMinor > 0 && { exchangedMinor }),
    ...(toOriginMinor > 0 && { toOriginMinor }),
  }
}

/** The VAT in a refund per rate, highest rate first; rates without VAT are left out. */
export function refundVat(
  refund: Refund,
  shippingRateBasisPoints: number,
): { vatRateBasisPoints: number; vatMinor: Minor }[] {
  const parts = [
    ...refund.lines,
    { vatRateBasisPoints: shippingRateBasisPoints, vatMinor: refund.shippingVatMinor },
  ]
  const rates = [...new Set(parts.map((part) => part.vatRateBasisPoints))].sort((a, b) => b - a)
  return rates
    .map((rate) => ({
      vatRateBasisPoints: rate,
      vatMinor: sumMinor(
        parts.filter((part) => part.vatRateBasisPoints === rate).map((part) => part.vatMinor),
      ),
    }))
    .filter(({ vatMinor }) => vatMinor > 0)
}

/** A request for everything that is not refunded yet. */
export function everythingLeft(snapshot: OrderSnapshot, past: readonly Refund[]): RefundRequest {
  const lines = snapshot.lines
    .map((line) => ({ uuid: line.uuid, quantity: line.quantity - stateOf(line, past).units }))
    .filter(({ quantity }) => quantity > 0)
  return { lines, shipping: true }
}
