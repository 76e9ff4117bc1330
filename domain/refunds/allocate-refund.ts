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
import type { LineUnits } from '../shipments/order-units.ts'
import { collectableMinor, whollySent, type RefundState } from './collected.ts'
import { shippedLeft } from './place-units.ts'
import type { RefundRequest, RefundLine, Refund } from './refund.ts'

export type RefundAnswer =
  | { ok: true; refund: Refund }
  | {
      ok: false
      code:
        | 'unknown_line'
        | 'bad_quantity'
        | 'too_much'
        | 'nothing_to_refund'
        /** More than was collected so far for what is refunded. */
        | 'not_captured'
      uuid: string | null
    }
  /** `open`, `shipped`: units of the line that can be refunded before they leave, and after. */
  | { ok: false; code: 'too_many_units'; uuid: string; open: number; shipped: number }

interface LineState {
  line: OrderLine
  units: LineUnits
  /** Refunded so far. */
  amountMinor: Minor
  vatMinor: Minor
  /** The part of both that was cancelled. */
  cancelled: { amountMinor: Minor; vatMinor: Minor }
}

/** The part of an amount for `done` of `all`, such that the parts add up to it. */
const share = (amount: Minor, done: number, all: number): Minor =>
  all === 0 ? zeroMinor : shareMinor(amount, done, all)

/**
 * Computes a refund after the earlier ones; refuses what was not bought, is not where the request says, or was refunded
 * already. Of what was not collected yet, units that have not left are refunded by never collecting them.
 */
export function allocateRefund(
  snapshot: OrderSnapshot,
  past: readonly Refund[],
  request: RefundRequest,
  state: RefundState = whollySent(snapshot, past),
): RefundAnswer {
  const states = new Map(
    snapshot.lines.map((line) => [line.uuid, stateOf(line, past, state.units.get(line.uuid) ?? noUnits)]),
  )
  const lines: RefundLine[] = []
  for (const wanted of request.lines) {
    const own = states.get(wanted.uuid)
    if (!own) return { ok: false, code: 'unknown_line', uuid: wanted.uuid }
    const part = refundLine(own, wanted, state.collectedMinor === null)
    if (part === 'too_many_units') {
      const { open } = own.units
      return {
        ok: false,
        code: part,
        uuid: wanted.uuid,
        open: Math.max(0, open),
        shipped: shippedLeft(own.units),
      }
    }
    if (typeof part === 'string') return { ok: false, code: part, uuid: wanted.uuid }
    states.set(wanted.uuid, afterPart(own, part))
    lines.push(part)
  }
  const isShippingLeft = !past.some((refund) => refund.shippingMinor > 0)
  const shippingMinor = request.shipping && isShippingLeft ? snapshot.shipping.priceMinor : zeroMinor
  if (lines.length === 0 && shippingMinor === 0) return { ok: false, code: 'nothing_to_refund', uuid: null }
  const { exchangedMinor } = request
  return sumUp(snapshot, past, { lines, shippingMinor, exchangedMinor }, state)
}

const noUnits: LineUnits = { ordered: 0, shipped: 0, cancelled: 0, returned: 0, open: 0 }

function stateOf(line: OrderLine, past: readonly Refund[], units: LineUnits): LineState {
  const parts = past.flatMap((refund) => refund.lines.filter(({ uuid }) => uuid === line.uuid))
  const vatOfCancelled = ({ unshipped, vatMinor, amountMinor }: RefundLine): Minor =>
    unshipped ? (unshipped.vatMinor ?? share(vatMinor, unshipped.amountMinor, amountMinor)) : zeroMinor
  return {
    line,
    units,
    amountMinor: sumMinor(parts.map((part) => part.amountMinor)),
    vatMinor: sumMinor(parts.map((part) => part.vatMinor)),
    cancelled: {
      amountMinor: sumMinor(parts.map(({ unshipped }) => unshipped?.amountMinor ?? zeroMinor)),
      vatMinor: sumMinor(parts.map(vatOfCancelled)),
    },
  }
}

/** The state of a line after a part of it was refunded. */
function afterPart(state: LineState, part: RefundLine): LineState {
  const { units, cancelled } = state
  const { quantity = 0, amountMinor = zeroMinor, vatMinor = zeroMinor } = part.unshipped ?? {}
  return {
    ...state,
    units: {
      ...units,
      cancelled: units.cancelled + quantity,
      open: units.open - quantity,
      returned: units.returned + part.returned,
    },
    amountMinor: addMinor(state.amountMinor, part.amountMinor),
    vatMinor: addMinor(state.vatMinor, part.vatMinor),
    cancelled: {
      amountMinor: addMinor(cancelled.amountMinor, amountMinor),
      vatMinor: addMinor(cancelled.vatMinor, vatMinor),
    },
  }
}

/** The part of a line that one refund pays back, by where its units are; or why it does not. */
function refundLine(
  { line, units, amountMinor: given, vatMinor: vatGiven, cancelled }: LineState,
  {
    quantity = 0,
    open: dropped = 0,
    amountMinor: reductionMinor = zeroMinor,
  }: RefundRequest['lines'][number],
  isAllCollected: boolean,
): RefundLine | 'bad_quantity' | 'too_many_units' | 'too_much' | 'not_captured' {
  const numbers = [quantity, dropped, reductionMinor]
  if (!numbers.every((each) => Number.isSafeInteger(each) && each >= 0)) return 'bad_quantity'
  if (quantity + reductionMinor === 0 || dropped > quantity) return 'bad_quantity'
  const returned = quantity - dropped
  if (dropped > Math.max(0, units.open) || returned > shippedLeft(units)) return 'too_many_units'
  // Units that leave are shares from the front of the line, as its shipments collect them, units that never leave are
  // shares from its end: what is collected and what is not add up to the line.
  const shareOf = (amount: Minor, done: number): Minor => share(amount, done, line.quantity)
  const most = line.quantity - units.cancelled
  const fromEnd = (amount: Minor): Minor =>
    subtractMinor(shareOf(amount, most), shareOf(amount, most - dropped))
  const left = subtractMinor(line.totalMinor, given)
  const forDropped = smallerMinor(left, fromEnd(line.totalMinor))
  // Of what was collected for the line. An earlier price reduction is deducted from the last of its units.
  const collected = isAllCollected ? most - dropped : Math.min(most - dropped, units.shipped)
  const collectedMinor = shareOf(line.totalMinor, collected)
  const givenOfCollected = subtractMinor(given, cancelled.amountMinor)
  const collectedLeft = smallerMinor(
    largerMinor(zeroMinor, subtractMinor(collectedMinor, givenOfCollected)),
    subtractMinor(left, forDropped),
  )
  const ofUnits = subtractMinor(
    shareOf(line.totalMinor, units.returned + returned),
    shareOf(line.totalMinor, units.returned),
  )
  const isLast = returned > 0 && units.returned + returned === collected
  const forReturned = isLast ? collectedLeft : smallerMinor(ofUnits, collectedLeft)
  if (isLast && reductionMinor > 0) return 'too_much'
  const ofCollected = addMinor(forReturned, reductionMinor)
  if (addMinor(ofCollected, forDropped) > left) return 'too_much'
  if (ofCollected > collectedLeft) return 'not_captured'
  const amountMinor = addMinor(ofCollected, forDropped)
  const vatOfCollected = share(
    shareOf(line.vatMinor, collected),
    addMinor(givenOfCollected, ofCollected),
    collectedMinor,
  )
  const vatOfDropped = share(fromEnd(line.vatMinor), forDropped, fromEnd(line.totalMinor))
  const vatOfReturned = subtractMinor(vatOfCollected, subtractMinor(vatGiven, cancelled.vatMinor))
  // The last part takes what rounding has left of the line's VAT.
  const vatMinor =
    addMinor(given, amountMinor) === line.totalMinor
      ? largerMinor(zeroMinor, subtractMinor(line.vatMinor, vatGiven))
      : addMinor(vatOfDropped, largerMinor(zeroMinor, vatOfReturned))
  const droppedVat = smallerMinor(vatOfDropped, vatMinor)
  return {
    uuid: line.uuid,
    sku: line.sku,
    quantity,
    returned,
    amountMinor,
    vatMinor,
    vatRateBasisPoints: line.vatRateBasisPoints,
    ...(dropped > 0 && { unshipped: { quantity: dropped, amountMinor: forDropped, vatMinor: droppedVat } }),
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
  state: RefundState,
): RefundAnswer {
  const shippingVatMinor = shippingMinor > 0 ? snapshot.shipping.vatMinor : zeroMinor
  const amountMinor = addMinor(sumMinor(lines.map((line) => line.amountMinor)), shippingMinor)
  if (exchangedMinor > amountMinor) return { ok: false, code: 'too_much', uuid: null }
  const toCollect = collectableMinor(snapshot, past)
  const collectedMinor = smallerMinor(state.collectedMinor ?? toCollect, toCollect)
  const isShippingUnsent = shippingMinor > 0 && !state.isSent
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
  if (state.collectedMinor === null) return { ok: true, refund }
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

/** How much the price of each line can be reduced: what was collected for it and not refunded yet. */
export function reducibleMinor(
  snapshot: OrderSnapshot,
  past: readonly Refund[],
  { units, collectedMinor }: RefundState,
): Map<string, Minor> {
  const amounts = snapshot.lines.map((line): [string, Minor] => {
    const own = stateOf(line, past, units.get(line.uuid) ?? noUnits)
    const most = line.quantity - own.units.cancelled
    const collected = collectedMinor === null ? most : Math.min(most, own.units.shipped)
    const ofCollected = subtractMinor(own.amountMinor, own.cancelled.amountMinor)
    const left = subtractMinor(share(line.totalMinor, collected, line.quantity), ofCollected)
    return [
      line.uuid,
      largerMinor(zeroMinor, smallerMinor(left, subtractMinor(line.totalMinor, own.amountMinor))),
    ]
  })
  return new Map(amounts)
}

/** A request for everything that is not refunded yet, wherever it is. */
export function everythingLeft(
  { lines }: Pick<OrderSnapshot, 'lines'>,
  units: ReadonlyMap<string, LineUnits>,
): RefundRequest {
  const left = lines.map(({ uuid }) => {
    const own = units.get(uuid) ?? noUnits
    const open = Math.max(0, own.open)
    return { uuid, quantity: open + shippedLeft(own), open }
  })
  return { lines: left.filter(({ quantity }) => quantity > 0), shipping: true }
}
