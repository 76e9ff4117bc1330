/**
 * Refunds an order: the amount is computed from the frozen snapshot and all earlier refunds, under the
 * order's lock, so that concurrent refunds are serialised. Credit note, ledger, history and mail are committed
 * together with the operation that refunds the payment. What had not left is cancelled: it is not collected, not invoiced
 * and given back to the stock at once; an order of which nothing else is left ends cancelled. Products that come back are
 * not restocked: whether they can be sold again is checked when they arrive.
 */
import { addMinor, multiplyMinor, type Minor, zeroMinor, subtractMinor, sumMinor } from '../money/money.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { endSoldCards, returnToGiftCards } from '../gift-cards/gift-card-repository.server.ts'
import { giftCardLine, productLine, shippingLine } from '../payments/payment-basket.ts'
import {
  operationSums,
  requestOperation,
  setAttemptStatus,
  type RequestedAnswer,
} from '../payments/payment-operations.server.ts'
import { isGoods, isNothingOpen, openUnits, unitsOf, type LineUnits } from '../shipments/order-units.ts'
import { shipmentPart, withoutUncollected } from '../shipments/shipment-part.ts'
import { startersPerUnit } from './starters-per-unit.server.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { settleWhenPaid } from '../invoices/settle-order.server.ts'
import type { BasketLine, PaymentProviders } from '../payments/payment-provider.ts'
import { canonicalJson } from '../orders/order-hash.server.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { payableMinorOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import { canMove, isSettled } from '../orders/order-states.ts'
import { collectableMinor, refundStateOf, type RefundState } from './collected.ts'
import { endLocked, lockBeforeCancelling } from './end-order.server.ts'
import { allocateRefund, everythingLeft, type RefundAnswer } from './allocate-refund.ts'
import type { Refund, RefundLine, RefundReason, RefundRequest } from './refund.ts'
import { placeUnits, type PlacedUnits } from './place-units.ts'
import { isDeposit } from '../cart/deposit-line.ts'
import { withDeposits } from './deposits-of-batteries.ts'
import type { RefundLimitRefusal } from './refund-limit.server.ts'
import { tellRefundParts } from './tell-refund-parts.server.ts'
import { insertRefund, refundOfKey, refundsOf, type StoredRefund } from './refund-repository.server.ts'

export interface RefundServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'order-mail' | 'payment-operation'>
  /** Epoch milliseconds. */
  clock: () => number
}

export interface RefundInput {
  request: RefundRequest | 'everything'
  reason: RefundReason
  /** Idempotency key: the same key with the same request returns the same refund. */
  idempotencyKey: string
  /** The id of the declaration of withdrawal that it pays: it is closed with it. */
  withdrawal?: number | undefined
}

export type RefundRefusal =
  | Extract<RefundAnswer, { ok: false }>
  | Extract<PlacedUnits, { ok: false }>
  | {
      ok: false
      code:
        | 'unknown_order'
        /** Not paid, or nothing of it is left to refund. */
        | 'not_refundable'
        /** The store has no account at the payment's provider. */
        | 'provider_unsupported'
        /** More than the provider has collected so far: it is collected on shipment. */
        | 'not_captured'
        /** Another refund was requested under this key. */
        | 'key_reused'
        /** A gift card that was bought has been used, or is requested other than in whole cards. */
        | 'gift_card_used'
        | 'gift_card_part'
      uuid: string | null
    }

/** Thrown to roll back the transaction that a refused refund ends; caught where the refusal is returned. */
export class RefundRefused extends Error {
  readonly code: RefundRefusal['code'] | RefundLimitRefusal
  constructor(code: RefundRefusal['code'] | RefundLimitRefusal) {
    super(code)
    this.code = code
  }
}

export type RefundLockedAnswer = { ok: true; refund: StoredRefund; repeated: boolean } | RefundRefusal

/** A locked order with its payment. */
type PaidOrder = LockedOrder & { attempt: NonNullable<LockedOrder['attempt']> }

type PlainCode = Exclude<RefundRefusal['code'], 'too_many_units' | 'unclear_units'>
const refused = (code: PlainCode, uuid: string | null = null): RefundRefusal => ({
  ok: false,
  code,
  uuid,
})

/** The mail that reports a refund. */
export const refundMail = (number: number): OrderMailKind => `refund-${number}`

/**
 * Refunds part of an order that the caller's transaction has locked, or all that is left of it. Ends what modules have
 * open for the refunded goods, and the order where nothing of it is left to send. The caller must roll back on a refusal:
 * something may have been written before it was detected.
 */
export async function refundLocked(
  services: RefundServices,
  actor: Actor,
  order: LockedOrder,
  input: RefundInput,
): Promise<RefundLockedAnswer> {
  const answer = await bookRefund(services, actor, order, input)
  if (!answer.ok || answer.repeated) return answer
  await endLocked(services, actor, order)
  await tellRefundParts(services, actor, order.id, input.withdrawal ?? null)
  return answer
}

/** As `refundLocked`, for an order that the caller ends. */
export async function bookRefund(
  services: RefundServices,
  actor: Actor,
  order: LockedOrder,
  input: RefundInput,
): Promise<RefundLockedAnswer> {
  const { db: trx } = services
  const known = await refundOfKey(trx, order.id, input.idempotencyKey)
  if (known) {
    if (canonicalJson(known.request) !== canonicalJson(input.request)) return refused('key_reused')
    return { ok: true, refund: known.refund, repeated: true }
  }
  const { attempt, snapshot } = order
  if (!attempt) return refused('not_refundable')
  // An order that is held, failed or cancelled owes nothing but what was collected for it nevertheless.
  if (!isSettled(order.status) && (await operationSums(trx, attempt.id)).captureMinor === 0)
    return refused('not_refundable')
  if (!services.providers[snapshot.store][attempt.provider]) return refused('provider_unsupported')
  const past = await refundsOf(trx, order.id)
  await invoicePrepaid(services, { ...order, attempt }, past)
  const { captureMinor } = await operationSums(trx, attempt.id)
  const shipments = await shipmentsOf(trx, order.id)
  const state = refundStateOf(order, { shipments, refunds: past }, captureMinor)
  const computed = computeRefund(order, past, input, state, await startersOfLines(trx, snapshot))
  if (!computed.ok) return computed
  const { refund, request } = computed
  if (isEndedBy(order, refund, state)) await lockBeforeCancelling(trx, order.id)
  const cards = await takeCardsBack(trx, order, refund, request)
  if (cards) return cards
  if (!(await isCaptured(services, { ...order, attempt }, refund))) return refused('not_captured')
  const operation = await giveBack(
    services,
    { ...order, attempt },
    { past, refund, key: input.idempotencyKey },
  )
  if (!operation.ok) return refused(operation.code)
  const short = await returnToGiftCards(trx, order.id, refund.toGiftCardsMinor)
  // The cards of an order that failed have their amounts back already.
  if (short > 0 && isSettled(order.status))
    throw new Error(`the gift cards of ${order.number} gave ${short} less than the order says`)
  const { providerOperationId } = operation
  const stored: StoredRefund = {
    ...refund,
    number: past.length + 1,
    reason: input.reason,
    creditNote:
      attempt.provider === 'invoice' && providerOperationId !== null ? Number(providerOperationId) : null,
    recordedAt: new Date(services.clock()),
  }
  await insertRefund(trx, order.id, stored, { idempotencyKey: input.idempotencyKey, request: input.request })
  const { number, amountMinor, toGiftCardsMinor, creditNote, reason } = stored
  const data = {
    refund: number,
    amountMinor,
    toGiftCardsMinor,
    ...(stored.exchangedMinor && { exchangedMinor: stored.exchangedMinor }),
    ...(stored.toOriginMinor && { toOriginMinor: stored.toOriginMinor }),
    ...(stored.uncollectedMinor && { uncollectedMinor: stored.uncollectedMinor }),
    reason,
    ...(creditNote !== null && { creditNote }),
  }
  await recordOrderEvent(trx, order.id, { kind: 'refund', from: order.status, to: order.status, actor, data })
  // A partly paid invoice may be settled by its credit note, or by what is not invoiced any more.
  await settleWhenPaid(services, actor, order)
  return { ok: true, refund: stored, repeated: false }
}

/** Line uuid → starter batteries in one unit; empty where the order has no deposits. */
async function startersOfLines(
  trx: Kysely<DB>,
  { lines }: OrderSnapshot,
): Promise<ReadonlyMap<string, number>> {
  if (!lines.some(isDeposit)) return new Map()
  const goods = lines.filter(isGoods)
  const starters = await startersPerUnit(
    trx,
    goods.map(({ productId }) => productId),
  )
  return new Map(goods.map(({ uuid, productId }) => [uuid, starters.get(productId) ?? 0]))
}

/**
 * The refund of a request. Starter batteries that never leave take their deposits with them. Where it leaves nothing to send of an order of which nothing was sent, the order ends: the
 * delivery and the fees are refunded with the goods.
 */
function computeRefund(
  order: LockedOrder,
  past: readonly Refund[],
  { request: asked, reason }: RefundInput,
  state: RefundState,
  starters: ReadonlyMap<string, number>,
): { ok: true; refund: Refund; request: RefundRequest } | RefundRefusal {
  const { snapshot } = order
  const everything = everythingLeft(snapshot, state.units)
  const placed =
    asked === 'everything'
      ? { ok: true as const, request: everything }
      : placeUnits(asked, reason, state.units)
  if (!placed.ok) return placed
  const request = withDeposits(snapshot, placed.request, { units: state.units, starters })
  const answer = allocateRefund(snapshot, past, request, state)
  if (!answer.ok) return answer
  if (!isEndedBy(order, answer.refund, state)) return { ...answer, request }
  const whole = allocateRefund(snapshot, past, everything, state)
  return whole.ok ? { ...whole, request: everything } : whole
}

/** Whether an order is cancelled by a refund: nothing of it was sent, and nothing is left to send. */
function isEndedBy({ status, snapshot }: LockedOrder, { lines }: Refund, state: RefundState): boolean {
  if (state.isSent || !canMove(status, 'cancelled')) return false
  const left = (uuid: string, { open }: LineUnits) =>
    lines
      .filter((line) => line.uuid === uuid)
      .reduce((sum, { quantity, returned }) => sum - (quantity - returned), open)
  const units = new Map([...state.units].map(([uuid, own]) => [uuid, { open: left(uuid, own) }]))
  return isNothingOpen(snapshot.lines, units)
}

/**
 * Asks the provider of the order, and for what an exchange brought from another order the provider of that one. What
 * stays for an exchange is asked of nobody.
 */
async function giveBack(
  services: RefundServices,
  order: PaidOrder,
  { past, refund, key }: { past: readonly Refund[]; refund: Refund; key: string },
): Promise<RequestedAnswer> {
  const { snapshot } = order
  const { toProviderMinor, exchangedMinor = zeroMinor, toOriginMinor = zeroMinor } = refund
  const idempotencyKey = `refund-${order.id}-${key}`
  const basket = refundBasket(refund, snapshot)
  if (toOriginMinor > 0) {
    const origin = await lockOrder(services.db, snapshot.exchange?.orderNumber ?? '')
    if (!origin?.attempt) throw new Error(`the order before the exchange ${order.number} has no payment`)
    const { captureMinor, refundMinor } = await operationSums(services.db, origin.attempt.id)
    const isAll = refundMinor + toOriginMinor === captureMinor
    const asked = await requestOperation(
      services,
      { ...origin, attempt: origin.attempt },
      {
        kind: 'refund',
        amountMinor: toOriginMinor,
        idempotencyKey: `${idempotencyKey}-origin`,
        lines: basket,
        attempt: isAll ? 'refunded' : 'part_refunded',
      },
    )
    if (!asked.ok) return asked
  }
  if (exchangedMinor > 0 && toProviderMinor === 0) return { ok: true, providerOperationId: null }
  const { attempt } = order
  const isOwn = services.providers[snapshot.store][attempt.provider]?.within !== undefined
  const paidOut = [...past, refund].map((each) =>
    subtractMinor(each.amountMinor, each.exchangedMinor ?? zeroMinor),
  )
  const isAll = sumMinor(paidOut) === snapshot.totalMinor
  const { captureMinor, refundMinor } = await operationSums(services.db, attempt.id)
  // Another company refuses a refund of nothing; our own writes the credit note with it. What was not invoiced has none.
  if (toProviderMinor === 0 && (!isOwn || basket.length === 0)) {
    // What was never captured is released instead.
    if (isAll && captureMinor > 0) await setAttemptStatus(services.db, attempt.id, 'refunded')
    return { ok: true, providerOperationId: null }
  }
  const isOverpaid = isAll && captureMinor > payableMinorOf(snapshot)
  return requestOperation(services, order, {
    kind: 'refund',
    // A payment of more than the order goes back whole with it.
    amountMinor: isOverpaid ? subtractMinor(captureMinor, refundMinor) : toProviderMinor,
    idempotencyKey,
    lines: toOriginMinor > 0 || isOverpaid ? [] : basket,
    attempt: isAll ? 'refunded' : 'part_refunded',
  })
}

/** A bought gift card is refunded whole and unused, and is disabled by it. Returns the refusal. */
async function takeCardsBack(
  trx: Kysely<DB>,
  order: LockedOrder,
  refund: Refund,
  request: RefundRequest,
): Promise<RefundRefusal | null> {
  const kinds = new Map(order.snapshot.lines.map((line) => [line.uuid, line.kind]))
  const part = request.lines.find((line) => kinds.get(line.uuid) === 'giftCard' && line.amountMinor)
  if (part) return refused('gift_card_part', part.uuid)
  for (const { uuid, quantity } of refund.lines)
    if (kinds.get(uuid) === 'giftCard' && !(await endSoldCards(trx, order.id, uuid, quantity)))
      return refused('gift_card_used', uuid)
  return null
}

/** Whether the provider has collected what a refund asks of it; what it holds is collected on shipment only. */
async function isCaptured(
  { db: trx }: RefundServices,
  { attempt }: PaidOrder,
  { toProviderMinor, exchangedMinor = zeroMinor }: Refund,
): Promise<boolean> {
  const { captureMinor, refundMinor } = await operationSums(trx, attempt.id)
  return addMinor(toProviderMinor, exchangedMinor) <= captureMinor - refundMinor
}

/**
 * The rest of an order on invoice that its buyer has paid in advance is invoiced before it is refunded: only a credit
 * note says that the money is owed to the buyer. Without a payment in advance nothing is invoiced that was not sent.
 */
async function invoicePrepaid(
  services: RefundServices,
  order: PaidOrder,
  past: readonly Refund[],
): Promise<void> {
  const { attempt, snapshot, status } = order
  const { db: trx } = services
  if (!(await isPrepaidInvoice(trx, order, past))) return
  const shipments = await shipmentsOf(trx, order.id)
  const open = openUnits({ status, lines: snapshot.lines }, { shipments, refunds: past })
  const isFirst = shipments.length === 0
  const rest = shipmentPart(withoutUncollected(snapshot, past), unitsOf(shipments), open, { isFirst })
  if (rest.lines.length === 0) return
  await requestOperation(services, order, {
    kind: 'capture',
    amountMinor: rest.amountMinor,
    idempotencyKey: `capture-${attempt.id}`,
    lines: rest.lines,
    attempt: 'captured',
  })
}

/** Whether an order on invoice was paid before all of it was invoiced. */
export async function isPrepaidInvoice(
  trx: Kysely<DB>,
  { attempt, paidAt, snapshot }: LockedOrder,
  past: readonly Refund[],
): Promise<boolean> {
  if (attempt?.provider !== 'invoice' || paidAt === null) return false
  return (await operationSums(trx, attempt.id)).captureMinor < collectableMinor(snapshot, past)
}

/**
 * The provider's part of a refund, in lines that add up to it: the part of gift cards is deducted from the sum, what was
 * never collected is left out. None where it is not known which lines were collected.
 */
function refundBasket(refund: Refund, { lines: bought, shipping }: OrderSnapshot): BasketLine[] {
  const single = (totalMinor: Minor) => ({
    quantity: 1,
    unitMinor: totalMinor,
    discountMinor: zeroMinor,
    totalMinor,
  })
  const askedMinor = addMinor(refund.toProviderMinor, refund.toOriginMinor ?? zeroMinor)
  // What was cancelled had been collected only where it is paid back.
  const isCancelledCollected = !refund.uncollectedMinor && askedMinor > 0
  const lines = refund.lines
    .flatMap((line) => (isCancelledCollected ? [line] : returnedPart(line)))
    .map(({ uuid, quantity, amountMinor, vatMinor, vatRateBasisPoints }): BasketLine => {
      const line = bought.find((each) => each.uuid === uuid)
      if (!line) throw new Error(`the order has no line ${uuid}`)
      const ofUnits = multiplyMinor(line.unitMinor, quantity)
      return {
        ...productLine(line),
        // A price reduction has no units, and may come with some.
        ...(quantity > 0 && amountMinor <= ofUnits
          ? {
              quantity,
              totalMinor: amountMinor,
              discountMinor: subtractMinor(ofUnits, amountMinor),
            }
          : single(amountMinor)),
        vatMinor,
        vatRateBasisPoints,
      }
    })
  if (refund.shippingMinor > 0 && (isCancelledCollected || !refund.isShippingUnsent))
    lines.push({
      ...shippingLine(shipping),
      ...single(refund.shippingMinor),
      vatMinor: refund.shippingVatMinor,
    })
  if (refund.exchangedMinor) lines.push(giftCardLine({ hint: '', amountMinor: refund.exchangedMinor }))
  const restMinor = subtractMinor(sumMinor(lines.map((line) => line.totalMinor)), askedMinor)
  if (restMinor < 0) return []
  if (restMinor > 0) lines.push(giftCardLine({ hint: '', amountMinor: restMinor }))
  return lines
}

/** The part of a line that had left, or that reduces its price. */
function returnedPart({ unshipped, ...line }: RefundLine): RefundLine[] {
  if (!unshipped) return [line]
  const amountMinor = subtractMinor(line.amountMinor, unshipped.amountMinor)
  if (amountMinor === 0 && line.returned === 0) return []
  const vatMinor = subtractMinor(line.vatMinor, unshipped.vatMinor ?? zeroMinor)
  return [{ ...line, quantity: line.returned, amountMinor, vatMinor }]
}
