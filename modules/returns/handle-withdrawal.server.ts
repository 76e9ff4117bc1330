/**
 * What staff decide about a declaration of withdrawal: its order is found, the money is back and it is closed, or it
 * is rejected and the buyer gets the reason by mail. None of it moves money: refunds are booked on the order, and end the
 * declarations that they pay (end-withdrawals.server.ts).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { findOrderByNumber, type StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { readRefundedLines } from '../../domain/refunds/tell-refund-parts.server.ts'
import { isRefunded } from './end-withdrawals.server.ts'
import { withdrawalPeriod } from './withdraw.server.ts'
import {
  lockWithdrawal,
  setGoodsBack,
  setWithdrawalDone,
  setWithdrawalOrder,
  type StoredWithdrawal,
} from './withdrawal-repository.server.ts'

export interface HandleWithdrawalServices {
  db: Kysely<DB>
  jobs: JobQueue<'withdrawal-mail'>
  /** Epoch milliseconds. */
  clock: () => number
}

export type HandledWithdrawal =
  | { ok: true; withdrawal: StoredWithdrawal }
  | {
      ok: false
      code:
        | 'unknown_withdrawal'
        | 'unknown_order'
        /** It is closed, or was rejected. */
        | 'already_done'
        /** Nothing was paid back for it, and no reason says why it may be closed. */
        | 'withdrawal_not_refunded'
    }

/**
 * Closes a declaration whose money was paid back. Without a refund it takes a reason, which the audit keeps. What is
 * closed already stays as it is.
 */
export async function closeWithdrawal(
  { db, clock }: Pick<HandleWithdrawalServices, 'db' | 'clock'>,
  actor: Actor,
  id: number,
  reason?: string,
): Promise<HandledWithdrawal> {
  return audited(db, actor, async (trx, record): Promise<HandledWithdrawal> => {
    const withdrawal = await lockWithdrawal(trx, id)
    if (!withdrawal) return { ok: false, code: 'unknown_withdrawal' }
    if (withdrawal.doneAt !== null) return { ok: true, withdrawal }
    const order = withdrawal.order === null ? null : await findOrderByNumber(trx, withdrawal.order)
    if (reason === undefined && !(order && (await isPaidBack(trx, order, withdrawal))))
      return { ok: false, code: 'withdrawal_not_refunded' }
    const doneAt = new Date(clock())
    await setWithdrawalDone(trx, id, { doneAt })
    record({
      action: 'withdrawal.close',
      object: ['withdrawal', id],
      store: withdrawal.store,
      after: { doneAt: doneAt.toISOString() },
      reason: reason ?? null,
    })
    return { ok: true, withdrawal: { ...withdrawal, doneAt } }
  })
}

async function isPaidBack(
  trx: Kysely<DB>,
  { id, status }: Pick<StoredOrder, 'id' | 'status'>,
  withdrawal: StoredWithdrawal,
): Promise<boolean> {
  const read = async () => ({
    isCancelled: status === 'cancelled',
    lines: await readRefundedLines(trx, id),
  })
  return isRefunded(trx, { id, read }, withdrawal)
}

/** Opens a declaration that was closed or rejected. A mail about its rejection is not taken back. */
export async function reopenWithdrawal(
  { db }: Pick<HandleWithdrawalServices, 'db'>,
  actor: Actor,
  id: number,
): Promise<HandledWithdrawal> {
  return audited(db, actor, async (trx, record): Promise<HandledWithdrawal> => {
    const withdrawal = await lockWithdrawal(trx, id)
    if (!withdrawal) return { ok: false, code: 'unknown_withdrawal' }
    await setWithdrawalDone(trx, id, { doneAt: null })
    record({
      action: 'withdrawal.reopen',
      object: ['withdrawal', id],
      store: withdrawal.store,
      after: { doneAt: null },
    })
    return { ok: true, withdrawal: { ...withdrawal, doneAt: null, rejection: null } }
  })
}

/** Rejects an open declaration. `reason`: for the buyer, in the language of the store. */
export async function rejectWithdrawal(
  { db, jobs, clock }: HandleWithdrawalServices,
  actor: Actor,
  id: number,
  reason: string,
): Promise<HandledWithdrawal> {
  return audited(db, actor, async (trx, record): Promise<HandledWithdrawal> => {
    const withdrawal = await lockWithdrawal(trx, id)
    if (!withdrawal) return { ok: false, code: 'unknown_withdrawal' }
    if (withdrawal.doneAt !== null) return { ok: false, code: 'already_done' }
    const doneAt = new Date(clock())
    await setWithdrawalDone(trx, id, { doneAt, rejection: reason })
    await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId: id, mail: 'rejection' })
    record({
      action: 'withdrawal.reject',
      object: ['withdrawal', id],
      store: withdrawal.store,
      after: { doneAt: doneAt.toISOString() },
      reason,
    })
    return { ok: true, withdrawal: { ...withdrawal, doneAt, rejection: reason } }
  })
}

/** Gives an open declaration the order that it is about, which its number and e-mail did not find. */
export async function matchWithdrawal(
  { db }: Pick<HandleWithdrawalServices, 'db'>,
  actor: Actor,
  id: number,
  number: string,
): Promise<HandledWithdrawal> {
  return audited(db, actor, async (trx, record): Promise<HandledWithdrawal> => {
    const withdrawal = await lockWithdrawal(trx, id)
    if (!withdrawal) return { ok: false, code: 'unknown_withdrawal' }
    if (withdrawal.doneAt !== null) return { ok: false, code: 'already_done' }
    const order = await findOrderByNumber(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    const { lastDay } = await withdrawalPeriod(trx, order)
    await setWithdrawalOrder(trx, id, { orderId: order.id, periodEndsOn: lastDay })
    record({
      action: 'withdrawal.match',
      object: ['withdrawal', id],
      store: withdrawal.store,
      before: { order: withdrawal.order },
      after: { order: order.number },
    })
    return { ok: true, withdrawal: { ...withdrawal, order: order.number, periodEndsOn: lastDay } }
  })
}

/**
 * Notes that the goods of a declaration, or proof that they were sent, have arrived (`at: null`: that they have
 * not). The first time is kept. Null: unknown id.
 */
export async function noteGoodsBack(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
  at: Date | null,
): Promise<StoredWithdrawal | null> {
  return audited(db, actor, async (trx, record) => {
    const withdrawal = await setGoodsBack(trx, id, at)
    if (!withdrawal) return null
    record({
      action: 'withdrawal.goods_back',
      object: ['withdrawal', id],
      store: withdrawal.store,
      after: { goodsBackAt: withdrawal.goodsBackAt?.toISOString() ?? null },
    })
    return withdrawal
  })
}
