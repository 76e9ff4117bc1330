/**
 * Refunds an order: the amount is computed from the frozen snapshot and all earlier refunds, under the
 * order's lock, so that concurrent refunds are serialised. Payment, credit note, ledger, history and mail are
 * committed together. It does not restock products: whether they can be sold again is checked when they
 * arrive.
 */
import { type Minor, zeroMinor, subtractMinor, sumMinor } from '../money/money.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { endSoldCards, returnToGiftCards } from '../gift-cards/gift-card-repository.server.ts'
import { basketOfOrder } from '../payments/payment-basket.ts'
import { recordOperation } from '../payments/payment-operations.server.ts'
import type { BasketLine, PaymentProvider, PaymentProviders } from '../payments/payment-provider.ts'
import { canonicalJson } from '../orders/order-hash.server.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import type { LockedOrder } from '../orders/lock-order.server.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import { isSettled } from '../orders/order-states.ts'
import {
  allocateRefund,
  everythingLeft,
  type Refund,
  type RefundAnswer,
  type RefundReason,
  type RefundRequest,
} from './refund.ts'
import { insertRefund, refundOfKey, refundsOf, type StoredRefund } from './refund-repository.server.ts'

export interface RefundServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'order-mail'>
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
        /** The payment method does not support refunds from here. */
        | 'provider_unsupported'
        /** Another refund was requested under this key. */
        | 'key_reused'
        /** A gift card that was bought has been used, or is requested other than in whole cards. */
        | 'gift_card_used'
        | 'gift_card_part'
      uuid: string | null
    }

export type RefundLockedAnswer = { ok: true; refund: StoredRefund; repeated: boolean } | RefundRefusal

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
  if (!attempt || !isSettled(order.status)) return refused('not_refundable')
  const provider = services.providers[snapshot.store][attempt.provider]?.within?.(trx)
  if (!provider) return refused('provider_unsupported')
  const past = await refundsOf(trx, order.id)
  const request = input.request === 'everything' ? everythingLeft(snapshot, past) : input.request
  const answer = allocateRefund(snapshot, past, request)
  if (!answer.ok) return answer
  const cards = await takeCardsBack(trx, order, answer.refund, request)
  if (cards) return cards
  await captureFirst(trx, order, provider)
  const { refund } = answer
  const key = `refund-${order.id}-${input.idempotencyKey}`
  const operation = await provider.refund({
    providerOrderId: attempt.providerOrderId,
    amountMinor: refund.toProviderMinor,
    currency: attempt.currency,
    lines: refundBasket(refund, snapshot.shipping),
    idempotencyKey: key,
  })
  if (!operation.ok) throw new Error(`${attempt.provider} did not refund ${order.number}: ${operation.code}`)
  const isAll = sumMinor([...past, refund].map(({ amountMinor }) => amountMinor)) === snapshot.totalMinor
  await recordOperation(trx, attempt.id, {
    kind: 'refund',
    amountMinor: refund.toProviderMinor,
    idempotencyKey: key,
    providerOperationId: operation.providerOperationId,
    attempt: isAll ? 'refunded' : 'part_refunded',
  })
  const short = await returnToGiftCards(trx, order.id, refund.toGiftCardsMinor)
  if (short > 0) throw new Error(`the gift cards of ${order.number} gave ${short} less than the order says`)
  const stored: StoredRefund = {
    ...refund,
    number: past.length + 1,
    reason: input.reason,
    creditNote: Number(operation.providerOperationId),
    recordedAt: new Date(services.clock()),
  }
  await insertRefund(trx, order.id, stored, { idempotencyKey: input.idempotencyKey, request: input.request })
  const { number, amountMinor, toGiftCardsMinor, creditNote, reason } = stored
  const data = { refund: number, amountMinor, toGiftCardsMinor, creditNote, reason }
  await recordOrderEvent(trx, order.id, { kind: 'refund', from: order.status, to: order.status, actor, data })
  return { ok: true, refund: stored, repeated: false }
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
 * An invoice is issued when the order is shipped. A refund before that issues it first, so that the credit
 * note has something to correct.
 */
async function captureFirst(trx: Kysely<DB>, order: LockedOrder, provider: PaymentProvider): Promise<void> {
  const { attempt, snapshot } = order
  if (attempt?.status !== 'authorized') return
  const idempotencyKey = `capture-${attempt.id}`
  const operation = await provider.capture({
    providerOrderId: attempt.providerOrderId,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    lines: basketOfOrder(snapshot).lines,
    idempotencyKey,
  })
  if (!operation.ok) throw new Error(`${order.number} cannot be invoiced: ${operation.code}`)
  await recordOperation(trx, attempt.id, {
    kind: 'capture',
    amountMinor: attempt.amountMinor,
    idempotencyKey,
    providerOperationId: operation.providerOperationId,
    attempt: 'captured',
  })
}

/**
 * The provider's part of a refund, in lines that add up to it: the part of gift cards is deducted from the
 * sum.
 */
function refundBasket(refund: Refund, shipping: LockedOrder['snapshot']['shipping']): BasketLine[] {
  const line = (
    kind: BasketLine['kind'],
    reference: string,
    totalMinor: Minor,
    vat: { vatMinor: Minor; vatRateBasisPoints: number },
  ): BasketLine => ({
    kind,
    reference,
    name: reference,
    quantity: 1,
    unitMinor: totalMinor,
    discountMinor: zeroMinor,
    totalMinor,
    ...vat,
  })
  const lines = refund.lines.map((part) => line('goods', part.sku, part.amountMinor, part))
  if (refund.shippingMinor > 0)
    lines.push(
      line('shipping', shipping.methodId, refund.shippingMinor, {
        vatMinor: refund.shippingVatMinor,
        vatRateBasisPoints: shipping.vatRateBasisPoints,
      }),
    )
  if (refund.toGiftCardsMinor > 0)
    lines.push(
      line('gift_card', 'GIFT', subtractMinor(zeroMinor, refund.toGiftCardsMinor), {
        vatMinor: zeroMinor,
        vatRateBasisPoints: 0,
      }),
    )
  return lines
}
