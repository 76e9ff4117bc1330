/**
 * Computes a refund from an order's frozen snapshot alone: never from the catalogue, never from today's
 * codes. Partial refunds, in any order, add up to exactly the amount paid and never to more, per line, per
 * VAT rate and in total. Moves no money. Amounts are integer minor units.
 */
import {
  type Minor,
  zeroMinor,
  addMinor,
  largerMinor,
  subtractMinor,
  smallerMinor,
  shareMinor,
  sumMinor,
} from '../money/money.ts'
import { payableMinorOf, type OrderLine, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { Sku } from '../products/sku.ts'
import { collectableMinor, type Collected } from './collected.ts'

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
  /** The part of it that had neither left nor been collected, and never will; absent: none. */
  unshipped?: { quantity: number; amountMinor: Minor }
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
  /** The parts refunded by the payment's provider and to gift cards: with the three below, the amount. */
  toProviderMinor: Minor
  toGiftCardsMinor: Minor
  /** The part that pays for the order of an exchange; absent: nothing. */
  exchangedMinor?: Minor
  /** Of an exchange's order: the part refunded to the payment of the order before it; absent: nothing. */
  toOriginMinor?: Minor
  /** The part that the provider had not collected: it never collects it. Absent: nothing. */
  uncollectedMinor?: Minor
  /** The delivery is refunded before anything was sent: no shipment collects it. */
  isShippingUnsent?: true
}

export type RefundAnswer =
  | { ok: true; refund: Refund }
  | {
      ok: false
      code:
        | 'unknown_line'
        | 'bad_quantity'
        | 'too_many_units'
        | 'too_much'
        | 'nothing_to_refund'
        /** More than was collected so far for what is refunded. */
        | 'not_captured'
      uuid: string | null
    }

interface LineState {
  line: OrderLine
  units: number
  amountMinor: Minor
  /** The part of both that was never collected. */
  unshipped: { quantity: number; amountMinor: Minor }
}

/** The part of an amount for `done` of `all`, such that the parts add up to it. */
const share = (amount: Minor, done: number, all: number): Minor =>
  all === 0 ? zeroMinor : shareMinor(amount, done, all)

/**
 * Computes a refund after the earlier ones; refuses what was not bought or was refunded already. Of what was not
 * collected yet (`collected`), units that have not left are refunded by never collecting them.
 */
export function allocateRefund(
  snapshot: OrderSnapshot,
  past: readonly Refund[],
  request: RefundRequest,
  collected: Collected | null = null,
): RefundAnswer {
  const states = new Map(snapshot.lines.map((line) => [line.uuid, stateOf(line, past)]))
  const held = new Map(collected?.held)
  const lines: RefundLine[] = []
  for (const wanted of request.lines) {
    const state = states.get(wanted.uuid)
    if (!state) return { ok: false, code: 'unknown_line', uuid: wanted.uuid }
    const ofLine = collectedOf(state, collected && { units: collected.units, held })
    const part = refundLine(state, wanted.quantity ?? 0, wanted.amountMinor ?? zeroMinor, ofLine)
    if (typeof part === 'string') return { ok: false, code: part, uuid: wanted.uuid }
    state.units += part.quantity
    state.amountMinor = addMinor(state.amountMinor, part.amountMinor)
    const { quantity = 0, amountMinor = zeroMinor } = part.unshipped ?? {}
    state.unshipped.quantity += quantity
    state.unshipped.amountMinor = addMinor(state.unshipped.amountMinor, amountMinor)
    held.set(wanted.uuid, (held.get(wanted.uuid) ?? 0) - part.quantity + quantity)
    lines.push(part)
  }
  const isShippingLeft = !past.some((refund) => refund.shippingMinor > 0)
  const shippingMinor = request.shipping && isShippingLeft ? snapshot.shipping.priceMinor : zeroMinor
  if (lines.length === 0 && shippingMinor === 0) return { ok: false, code: 'nothing_to_refund', uuid: null }
  const { exchangedMinor } = request
  return sumUp(snapshot, past, { lines, shippingMinor, exchangedMinor }, collected)
}

function stateOf(line: OrderLine, past: readonly Refund[]): LineState {
  const parts = past.flatMap((refund) => refund.lines.filter(({ uuid }) => uuid === line.uuid))
  const unshipped = parts.flatMap((part) => part.unshipped ?? [])
  const unitsOf = (each: readonly { quantity: number }[]) =>
    each.reduce((units, { quantity }) => units + quantity, 0)
  return {
    line,
    units: unitsOf(parts),
    amountMinor: sumMinor(parts.map((part) => part.amountMinor)),
    unshipped: {
      quantity: unitsOf(unshipped),
      amountMinor: sumMinor(unshipped.map(({ amountMinor }) => amountMinor)),
    },
  }
}

/** Units of a line that were collected, and those of them that were not refunded. */
interface CollectedUnits {
  units: number
  held: number
}

function collectedOf(
  { line, units, unshipped }: LineState,
  collected: Pick<Collected, 'units' | 'held'> | null,
): CollectedUnits {
  const most = line.quantity - unshipped.quantity
  if (!collected) return { units: most, held: line.quantity - units }
  return {
    units: Math.min(most, collected.units.get(line.uuid) ?? 0),
    held: Math.max(0, collected.held.get(line.uuid) ?? 0),
  }
}

/**
 * Units that the buyer has are refunded first, then those that have not left. The former are shares from the front of
 * the line, as its shipments collect them, the latter from its end, so that what is collected and what is never
 * collected add up to the line.
 */
function refundLine(
  { line, units, amountMinor: given, unshipped }: LineState,
  quantity: number,
  reductionMinor: Minor,
  collected: CollectedUnits,
): RefundLine | 'bad_quantity' | 'too_many_units' | 'too_much' | 'not_captured' {
  if (!Number.isSafeInteger(quantity) || !Number.isSafeInteger(reductionMinor)) return 'bad_quantity'
  if (quantity < 0 || reductionMinor < 0 || quantity + reductionMinor === 0) return 'bad_quantity'
  if (units + quantity > line.quantity) return 'too_many_units'
  const shareOf = (done: number): Minor => share(line.totalMinor, done, line.quantity)
  const left = subtractMinor(line.totalMinor, given)
  const returned = Math.min(collected.held, quantity)
  const dropped = quantity - returned
  const most = line.quantity - unshipped.quantity
  const forDropped = smallerMinor(left, subtractMinor(shareOf(most), shareOf(most - dropped)))
  // Of what was collected for the line. An earlier price reduction is deducted from the last of its units.
  const ofCollected = subtractMinor(shareOf(collected.units), subtractMinor(given, unshipped.amountMinor))
  const collectedLeft = smallerMinor(largerMinor(zeroMinor, ofCollected), subtractMinor(left, forDropped))
  const before = collected.units - collected.held
  const ofUnits = subtractMinor(shareOf(before + returned), shareOf(before))
  const isLast = returned > 0 && returned === collected.held
  const forReturned = isLast ? collectedLeft : smallerMinor(ofUnits, collectedLeft)
  if (isLast && reductionMinor > 0) return 'too_much'
  const amountMinor = addMinor(addMinor(forReturned, forDropped), reductionMinor)
  if (amountMinor > left) return 'too_much'
  if (addMinor(forReturned, reductionMinor) > collectedLeft) return 'not_captured'
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
    ...(dropped > 0 && { unshipped: { quantity: dropped, amountMinor: forDropped } }),
  }
}

/**
 * What was never collected of the units that have not left needs no payment. What is left after it and an exchange is
 * refunded to the provider's payment first; the rest goes to where it came from: the payment of the order before the
 * exchange, or gift cards.
 */
function sumUp(
  snapshot: OrderSnapshot,
  past: readonly Refund[],
  {
    lines,
    shippingMinor,
    exchangedMinor = zeroMinor,
  }: { lines: RefundLine[]; shippingMinor: Minor; exchangedMinor?: Minor | undefined },
  collected: Collected | null,
): RefundAnswer {
  const shippingVatMinor = shippingMinor > 0 ? snapshot.shipping.vatMinor : zeroMinor
  const amountMinor = addMinor(sumMinor(lines.map((line) => line.amountMinor)), shippingMinor)
  if (exchangedMinor > amountMinor) return { ok: false, code: 'too_much', uuid: null }
  const toCollect = collectableMinor(snapshot, past)
  const collectedMinor = collected ? smallerMinor(collected.amountMinor, toCollect) : toCollect
  const isShippingUnsent = shippingMinor > 0 && collected !== null && !collected.shipping
  const unshippedMinor = addMinor(
    sumMinor(lines.map(({ unshipped }) => unshipped?.amountMinor ?? zeroMinor)),
    isShippingUnsent ? shippingMinor : zeroMinor,
  )
  const uncollectedMinor = smallerMinor(unshippedMinor, subtractMinor(toCollect, collectedMinor))
  const paidOut = past.map((refund) => addMinor(refund.toProviderMinor, refund.exchangedMinor ?? zeroMinor))
  const atProvider = largerMinor(zeroMinor, subtractMinor(collectedMinor, sumMinor(paidOut)))
  const leftMinor = subtractMinor(amountMinor, addMinor(exchangedMinor, uncollectedMinor))
  const toProviderMinor = smallerMinor(leftMinor, atProvider)
  const restMinor = subtractMinor(leftMinor, toProviderMinor)
  const toOriginMinor = snapshot.exchange ? restMinor : zeroMinor
  const toGiftCardsMinor = subtractMinor(restMinor, toOriginMinor)
  const refund: Refund = {
    lines,
    shippingMinor,
    shippingVatMinor,
    amountMinor,
    vatMinor: addMinor(sumMinor(lines.map((line) => line.vatMinor)), shippingVatMinor),
    toProviderMinor,
    toGiftCardsMinor,
    ...(exchangedMinor > 0 && { exchangedMinor }),
    ...(toOriginMinor > 0 && { toOriginMinor }),
    ...(uncollectedMinor > 0 && { uncollectedMinor }),
    ...(isShippingUnsent && { isShippingUnsent }),
  }
  if (!collected) return { ok: true, refund }
  const onCards = subtractMinor(snapshot.totalMinor, payableMinorOf(snapshot))
  const cardsLeft = subtractMinor(onCards, sumMinor(past.map((each) => each.toGiftCardsMinor)))
  return toGiftCardsMinor > cardsLeft ? { ok: false, code: 'not_captured', uuid: null } : { ok: true, refund }
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
