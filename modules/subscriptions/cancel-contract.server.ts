/**
 * Accepts a cancellation that is declared without a login (§ 312k BGB). The subscription that matches its number and
 * e-mail address is cancelled in the same transaction: at once, or from the later day that was asked for. A declaration that matches none is kept for staff and
 * gets the same response, so that a stranger learns nothing.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../../domain/mail/mail-gate.server.ts'
import { emailAttempts } from '../../domain/orders/prove-order.server.ts'
import { forgiveAttempts, takeAttempts, type AttemptServices } from '../../domain/security/attempts.server.ts'
import { normalizeEmail } from '../../domain/stores/email.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { cancelSubscription } from './change-subscription.server.ts'
import {
  deleteCancellation,
  findCancellationByKey,
  insertCancellation,
} from './contract-cancellation-repository.server.ts'
import type { ContractCancellation } from './contract-cancellation.ts'
import { findSubscriptionsByReference } from './subscription-repository.server.ts'
import type { Subscription } from './subscription.ts'

export interface CancelContractServices extends MailGateServices, AttemptServices {
  db: Kysely<DB>
  jobs: JobQueue<'cancellation-mail' | 'subscription-mail'>
}

export interface CancelContractInput extends ContractCancellation {
  /** Idempotency key: the same for a declaration that is retried because no response arrived. */
  key: string
  store: StoreCode
  /** The request's network. */
  network: string
}

export type CancelledContract =
  /** `declaredAt`: when the first declaration with the key arrived. */
  { ok: true; declaredAt: Date } | { ok: false; code: 'too_many_attempts' }

export async function cancelContract(
  services: CancelContractServices,
  actor: Actor,
  input: CancelContractInput,
): Promise<CancelledContract> {
  const { db, jobs, clock } = services
  const { network, ...declared } = input
  const { key, store, email } = declared
  const before = await findCancellationByKey(db, key)
  if (before) return { ok: true, declaredAt: before.declaredAt }
  const found = await matchSubscriptions(services, input)
  const isMatched = found.length > 0
  const declaredAt = new Date(clock())
  const kept = await audited(db, actor, async (trx, record) => {
    const subscriptions = found.map(({ number }) => number)
    const cancellationId = await insertCancellation(trx, { ...declared, subscriptions, declaredAt })
    if (cancellationId === null) return 'earlier'
    const kind = isMatched ? 'cancellation-receipt' : 'cancellation-notice'
    const admission = await admitMail(trx, services, { kind, recipient: email, network })
    if (!admission.ok && admission.code === 'network_limit') {
      await deleteCancellation(trx, cancellationId)
      return 'refused'
    }
    // As with withdrawals: over the limit of its address a declaration is accepted too, and only the receipt that is
    // owed to the customer of a subscription is sent later.
    if (admission.ok) await jobs.enqueue(trx, 'cancellation-mail', { cancellationId })
    else if (isMatched)
      await jobs.enqueue(trx, 'cancellation-mail', { cancellationId }, { startAfter: admission.until })
    for (const number of subscriptions)
      await cancelSubscription({ db: trx, jobs, clock }, actor, {
        number,
        reason: 'cancellation_form',
        endsOn: declared.endsOn,
      })
    record({
      action: 'subscription.declare-cancellation',
      object: ['contract_cancellation', cancellationId],
      store,
      after: { subscriptions },
    })
    return 'kept'
  })
  if (kept === 'refused') return { ok: false, code: 'too_many_attempts' }
  if (kept === 'kept') return { ok: true, declaredAt }
  return { ok: true, declaredAt: (await findCancellationByKey(db, key))!.declaredAt }
}

/** Limited per e-mail address as access to orders is: over the limit nothing matches. */
async function matchSubscriptions(
  services: CancelContractServices,
  { store, contract, email, network }: CancelContractInput,
): Promise<Subscription[]> {
  const attempts = emailAttempts({ email, network })
  if (!(await takeAttempts(services, attempts))) return []
  const found = await findSubscriptionsByReference(services.db, store, contract.trim().toUpperCase())
  const own = found.filter(({ customer }) => normalizeEmail(customer.email) === email)
  if (own.length > 0) await forgiveAttempts(services, attempts)
  return own
}
