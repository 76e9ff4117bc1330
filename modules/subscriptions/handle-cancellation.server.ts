/** What staff do with a cancellation without login (§ 312k BGB) that matched no subscription by itself. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { cancelSubscription } from './change-subscription.server.ts'
import {
  lockCancellation,
  updateCancellation,
  type StoredCancellation,
} from './contract-cancellation-repository.server.ts'
import type { Subscription } from './subscription.ts'

export interface HandleCancellationServices {
  db: Kysely<DB>
  jobs: JobQueue<'subscription-mail'>
  /** Epoch milliseconds. */
  clock: () => number
}

export type MatchedCancellation =
  | { ok: true; subscription: Subscription }
  /** `other_store`: the declaration was made in another store than that of the subscription. */
  | { ok: false; code: 'unknown_cancellation' | 'unknown_subscription' | 'other_store' }

/**
 * Cancels the subscription that a declaration meant: at once, or from the later day that it asks for. The customer gets
 * the mail that every cancelled subscription sends. Repeated, it changes nothing.
 */
export async function matchCancellation(
  services: HandleCancellationServices,
  actor: Actor,
  { id, number }: { id: number; number: string },
): Promise<MatchedCancellation> {
  return audited<MatchedCancellation>(services.db, actor, async (trx, record) => {
    const declared = await lockCancellation(trx, id)
    if (!declared) return { ok: false, code: 'unknown_cancellation' }
    const { endsOn, store, subscriptions } = declared
    const owner = await trx
      .selectFrom('subscription')
      .select('store')
      .where('number', '=', number)
      .executeTakeFirst()
    if (owner && owner.store !== store) return { ok: false, code: 'other_store' }
    const reason = 'cancellation_form'
    const cancelled = await cancelSubscription({ ...services, db: trx }, actor, { number, reason, endsOn })
    if (!cancelled.ok) return cancelled
    if (!subscriptions.includes(number)) {
      await updateCancellation(trx, id, {
        subscriptions: [...subscriptions, number],
        closedAt: new Date(services.clock()),
      })
      const after = { subscriptions: [...subscriptions, number] }
      record({
        action: 'subscription.match-cancellation',
        object: ['contract_cancellation', id],
        store,
        after,
      })
    }
    return cancelled
  })
}

/** Closes a declaration that means no subscription, or reopens it (`at: null`). Null: unknown id. */
export async function closeCancellation(
  db: Kysely<DB>,
  actor: Actor,
  { id, at }: { id: number; at: Date | null },
): Promise<StoredCancellation | null> {
  return audited(db, actor, async (trx, record) => {
    const declared = await lockCancellation(trx, id)
    if (!declared) return null
    if ((declared.closedAt === null) === (at === null)) return declared
    await updateCancellation(trx, id, { closedAt: at })
    record({
      action: at === null ? 'subscription.reopen-cancellation' : 'subscription.close-cancellation',
      object: ['contract_cancellation', id],
      store: declared.store,
    })
    return { ...declared, closedAt: at }
  })
}
