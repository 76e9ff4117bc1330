/** Staff have a renewal that was refused tried again at once, after its cause is removed. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import {
  currentRenewal,
  findSubscription,
  lockSubscription,
  updateRenewal,
} from './subscription-repository.server.ts'
import { isOpenRenewal, type Subscription } from './subscription.ts'

export type RetryAnswer =
  | { ok: true; subscription: Subscription }
  /**
   * `wrong_status`: the subscription is not active. `not_due`: nothing was refused; a renewal is never ordered before
   * the day that its reminder names. `renewal_in_progress`: it is being ordered or paid.
   */
  | { ok: false; code: 'unknown_subscription' | 'wrong_status' | 'not_due' | 'renewal_in_progress' }

/** Makes the refused renewal due now: the job orders it at its next run. */
export async function retryRenewal(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  number: string,
): Promise<RetryAnswer> {
  const found = await findSubscription(db, number)
  if (!found) return { ok: false, code: 'unknown_subscription' }
  return audited<RetryAnswer>(db, actor, async (trx, record) => {
    const subscription = await lockSubscription(trx, found.id)
    if (subscription.status !== 'active') return { ok: false, code: 'wrong_status' }
    const renewal = await currentRenewal(trx, subscription)
    if (renewal?.status === 'ordering') return { ok: false, code: 'renewal_in_progress' }
    if (!renewal || !isOpenRenewal(renewal.status) || renewal.problem === null)
      return { ok: false, code: 'not_due' }
    await updateRenewal(trx, renewal.id, { nextTryAt: new Date(clock()) })
    const { store, period } = subscription
    record({
      action: 'subscription.retry',
      object: ['subscription', number],
      store,
      after: { period, problem: renewal.problem },
    })
    return { ok: true, subscription }
  })
}
