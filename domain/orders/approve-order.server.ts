/**
 * Staff approve a held order, which then proceeds like any other. Only the shop's own reviews can be
 * approved: an invoice above the credit limit, or a payment that arrived after the order had failed. A
 * payment that does not match its order is never approved, and a provider's review is ended by the provider.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { approveCredit } from '../credit/credit-repository.server.ts'
import { chargedToGiftCards } from '../gift-cards/gift-card-repository.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { sumMinor } from '../money/money.ts'
import { lockOrder, type LockedOrder } from './lock-order.server.ts'
import { mailsOnReceipt } from './mails-on-receipt.ts'
import { reserveStockAgain } from './order-repository.server.ts'
import { isSettled, type OrderStatus } from './order-states.ts'
import { isReviewedByShop } from './payment-attempt.ts'
import { transitionOrder } from './transition-order.server.ts'
import type { ProductId } from '../products/product-id.ts'

export type ApproveAnswer =
  /** `already`: it was approved or settled before; nothing changed. */
  | { ok: true; already: boolean }
  | { ok: false; code: 'unknown_order' | 'payment_mismatch' | 'provider_decides' }
  /** A gift card that pays for a part got its amount back when the payment failed, and has been spent since. */
  | { ok: false; code: 'gift_card_short' }
  /** The stock was released when the payment failed, and this product has sold out since. */
  | { ok: false; code: 'out_of_stock'; productId: ProductId }
  | { ok: false; code: 'not_held'; status: OrderStatus }

/** Approves the order with that number and enqueues its buyer's confirmation. Idempotent. */
export async function approveOrder(
  services: { db: Kysely<DB>; jobs: JobQueue<'order-mail'>; clock: () => number },
  actor: Actor,
  number: string,
): Promise<ApproveAnswer> {
  const { db, jobs, clock } = services
  return audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    if (isSettled(order.status)) return { ok: true, already: true }
    if (order.status !== 'held') return { ok: false, code: 'not_held', status: order.status }
    const problem = paymentProblem(order)
    if (problem) return { ok: false, code: problem }
    if (await areCardsShort(trx, order)) return { ok: false, code: 'gift_card_short' }
    const short = await reserveStockAgain(trx, order.id)
    if (short !== null) return { ok: false, code: 'out_of_stock', productId: short }
    const at = new Date(clock())
    const paid = order.attempt?.provider !== 'invoice'
    await approveCredit(trx, order.id)
    if (order.attempt?.status === 'review')
      await trx
        .updateTable('payment_attempt')
        .set({ status: 'authorized', updated_at: sql<Date>`now()` })
        .where('id', '=', order.attempt.id)
        .execute()
    await transitionOrder(trx, order, {
      to: 'received',
      event: 'approved',
      actor,
      finalizedAt: at,
      paidAt: paid ? at : null,
      mails: { jobs, kinds: mailsOnReceipt({ lines: order.snapshot.lines, paid }) },
    })
    return { ok: true, already: false }
  })
}

/** Whether less is charged to gift cards than they pay of the order. */
async function areCardsShort(trx: Kysely<DB>, { id, snapshot }: LockedOrder): Promise<boolean> {
  const owed = sumMinor((snapshot.giftCards ?? []).map(({ amountMinor }) => amountMinor))
  return owed > 0 && (await chargedToGiftCards(trx, id)) < owed
}

function paymentProblem({ attempt }: LockedOrder): 'payment_mismatch' | 'provider_decides' | null {
  switch (attempt?.status) {
    case 'authorized':
    case 'captured':
      return null
    case 'review':
      return isReviewedByShop(attempt.provider) ? null : 'provider_decides'
    default:
      return 'payment_mismatch'
  }
}
