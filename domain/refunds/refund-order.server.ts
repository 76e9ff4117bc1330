/**
 * Refunds an order: the amount is computed from the frozen snapshot and all earlier refunds, under the
 * order's lock, so that concurrent refunds are serialised. Credit note, ledger, history and mail are committed
 * together with the operation that refunds the payment. What had not left is not collected any more. It does not restock
 * products that come back: whether they can be sold again is checked when they arrive.
 */
import {
  addMinor,
  multiplyMinor,
  shareMinor,
  type Minor,
  zeroMinor,
  subtractMinor,
  sumMinor,
} from '../money/money.ts'
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
import { shipmentPart, unitsLeft, unitsOf } from '../shipments/shipment-part.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { settleWhenPaid } from '../invoices/settle-order.server.ts'
import type { BasketLine, PaymentProviders } from '../payments/payment-provider.ts'
import { canonicalJson } from '../orders/order-hash.server.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { payableMinorOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import { isSettled } from '../orders/order-states.ts'
import { collectedSoFar } from './collected.ts'
import { completeLocked } from './complete-order.server.ts'
import {
  allocateRefund,
  everythingLeft,
  type Refund,
  type RefundLine,
  type RefundAnswer,
  type RefundReason,
  type RefundRequest,
} from './refund.ts'
import type { RefundLimitRefusal } from './refund-limit.server.ts'
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
}

export type RefundRefusal =
  | Extract<RefundAnswer, { ok: false }>
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
        /** Nothing of the order has left, and nothing of it would be left: it is cancelled instead. */
        | 'cancel_instead'
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

const refused = (code: RefundRefusal['code'], uuid: string | null = null): RefundRefusal => ({
  ok: false,
  code,
  uuid,
})

/** The mail that reports a refund. */
export const refundMail = (number: number): OrderMailKind => `refund-${number}`

/**
 * Refunds part of an order that the caller's transaction has locked, or all that is left of it. The caller
 * must roll back on a refusal: something may have been written before it was detected.
 */
export async function refundLocked(
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
  const { captureMinor } = await operationSums(trx, attempt.id)
  // An order that is held, failed or cancelled owes nothing but what was collected for it nevertheless.
  if (!isSettled(order.status) && captureMinor === 0) return refused('not_refundable')
  const provider = services.providers[snapshot.store][attempt.provider]
  if (!provider) return refused('provider_unsupported')
  const past = await refundsOf(trx, order.id)
  const request = input.request === 'everything' ? everythingLeft(snapshot, past) : input.request
  const shipments = await shipmentsOf(trx, order.id)
  // Our own invoice is issued before it is credited.
  const collected = provider.within
    ? null
    : collectedSoFar(snapshot, { shipments, refunds: past }, captureMinor)
  const answer = allocateRefund(snapshot, past, request, collected)
  if (!answer.ok) return answer
  // Its authorization would stay.
  const isUnsent = !provider.within && shipments.length === 0 && captureMinor < attempt.amountMinor
  if (isUnsent && isSettled(order.status) && input.reason !== 'cancelled')
    if (isNothingLeft(snapshot, [...past, answer.refund])) return refused('cancel_instead')
  const cards = await takeCardsBack(trx, order, answer.refund, request)
  if (cards) return cards
  const { refund } = answer
  const uncollected = await captureFirst(services, { ...order, attempt }, refund)
  if (uncollected) return uncollected
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
  const stored: StoredRefund = {
    ...refund,
    number: past.length + 1,
    reason: input.reason,
    creditNote: attempt.provider === 'invoice' ? Number(operation.providerOperationId) : null,
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
  // A partly paid invoice may be settled by its credit note.
  await settleWhenPaid(services, actor, order)
  await completeLocked(services, actor, order)
  return { ok: true, refund: stored, repeated: false }
}

/** Whether the refunds leave nothing that could be sent. */
function isNothingLeft(snapshot: OrderSnapshot, refunds: readonly Refund[]): boolean {
  const kinds = new Map(snapshot.lines.map(({ uuid, kind }) => [uuid, kind]))
  const hasGoods = snapshot.lines.some(({ kind }) => kind === 'goods')
  const left = everythingLeft(snapshot, refunds).lines
  return !left.some(({ uuid }) => !hasGoods || kinds.get(uuid) === 'goods')
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
  // Another company refuses a refund of nothing; our own writes the credit note with it.
  if (toProviderMinor === 0 && !isOwn) {
    if (isAll) await setAttemptStatus(services.db, attempt.id, 'refunded')
    return { ok: true, providerOperationId: null }
  }
  const { captureMinor, refundMinor } = await operationSums(services.db, attempt.id)
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

/**
 * Only what was collected is refunded. An invoice is issued when the order is shipped; a refund before that issues
 * it first, so that the credit note has something to correct. What another company holds is collected on shipment
 * only. Returns the refusal.
 */
async function captureFirst(
  services: RefundServices,
  order: PaidOrder,
  { toProviderMinor, exchangedMinor = zeroMinor }: Refund,
): Promise<RefundRefusal | null> {
  const { db: trx, providers } = services
  const { attempt, snapshot } = order
  const { captureMinor, refundMinor } = await operationSums(trx, attempt.id)
  if (!providers[snapshot.store][attempt.provider]?.within)
    return addMinor(toProviderMinor, exchangedMinor) > captureMinor - refundMinor
      ? refused('not_captured')
      : null
  if (attempt.status !== 'authorized') return null
  const shipments = await shipmentsOf(trx, order.id)
  const shipped = unitsOf(shipments)
  const rest = shipmentPart(snapshot, shipped, unitsLeft(snapshot.lines, shipped, new Map()), {
    isFirst: shipments.length === 0,
  })
  const answer = await requestOperation(services, order, {
    kind: 'capture',
    amountMinor: rest.amountMinor,
    idempotencyKey: `capture-${attempt.id}`,
    lines: rest.lines,
    attempt: 'captured',
  })
  return answer.ok ? null : refused(answer.code)
}

/**
 * The provider's part of a refund, in lines that add up to it: the part of gift cards is deducted from the sum, what was
 * never collected is left out. None where gift cards pay for what was not collected.
 */
function refundBasket(refund: Refund, { lines: bought, shipping }: OrderSnapshot): BasketLine[] {
  const single = (totalMinor: Minor) => ({
    quantity: 1,
    unitMinor: totalMinor,
    discountMinor: zeroMinor,
    totalMinor,
  })
  const lines = refund.lines
    .flatMap(collectedPart)
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
  if (refund.shippingMinor > 0 && !refund.isShippingUnsent)
    lines.push({
      ...shippingLine(shipping),
      ...single(refund.shippingMinor),
      vatMinor: refund.shippingVatMinor,
    })
  if (refund.exchangedMinor) lines.push(giftCardLine({ hint: '', amountMinor: refund.exchangedMinor }))
  if (refund.toGiftCardsMinor > 0)
    lines.push(giftCardLine({ hint: '', amountMinor: refund.toGiftCardsMinor }))
  const isWhole =
    !refund.uncollectedMinor || sumMinor(lines.map((line) => line.totalMinor)) === refund.toProviderMinor
  return isWhole ? lines : []
}

/** The part of a line that was collected. */
function collectedPart({ unshipped, ...line }: RefundLine): RefundLine[] {
  if (!unshipped) return [line]
  const amountMinor = subtractMinor(line.amountMinor, unshipped.amountMinor)
  if (amountMinor === 0) return []
  const quantity = line.quantity - unshipped.quantity
  return [
    { ...line, quantity, amountMinor, vatMinor: shareMinor(line.vatMinor, amountMinor, line.amountMinor) },
  ]
}
