/**
 * Accepts a buyer's declaration of withdrawal (CRD Art. 11a). It takes effect as the buyer makes it: it is
 * stored, and its receipt sent, even if no order matches it, because a mistyped number must not cost anyone
 * the right. Its effect on the order is decided by staff (`anode withdrawal list`).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { matchOrder } from '../orders/prove-order.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { deleteWithdrawal, findWithdrawalByKey, insertWithdrawal } from './withdrawal-repository.server.ts'
import type { WithdrawalDeclaration } from './withdrawal.ts'

export interface WithdrawServices extends MailGateServices {
  db: Kysely<DB>
  jobs: JobQueue<'withdrawal-mail'>
}

/** As `normalizeEmail` returns it. */
export interface WithdrawInput extends WithdrawalDeclaration {
  /** Idempotency key: the same for a declaration that is retried because no response arrived. */
  key: string
  store: StoreCode
  /** The request's network. */
  address: string
}

export type Withdrawn =
  /** `declaredAt`: when the first declaration with the key arrived. */
  { ok: true; declaredAt: Date } | { ok: false; code: 'too_many_attempts' }

export async function withdraw(
  services: WithdrawServices,
  actor: Actor,
  input: WithdrawInput,
): Promise<Withdrawn> {
  const { db, jobs, clock } = services
  const { key, store, orderNumber, name, email, goods, address } = input
  const before = await findWithdrawalByKey(db, key)
  if (before) return { ok: true, declaredAt: before.declaredAt }
  const order = await matchOrder(services, { orderNumber, email, network: address })
  const declaredAt = new Date(clock())
  const kept = await audited(db, actor, async (trx, record) => {
    const orderId = order?.id ?? null
    const declared = { key, store, orderId, orderNumber, name, email, goods, declaredAt }
    const withdrawalId = await insertWithdrawal(trx, declared)
    if (withdrawalId === null) return 'earlier'
    const kind = order ? 'withdrawal-receipt' : 'withdrawal-notice'
    const admission = await admitMail(trx, services, { kind, recipient: email, network: address })
    if (!admission.ok && admission.code === 'network_limit') {
      await deleteWithdrawal(trx, withdrawalId)
      return 'refused'
    }
    // Over the limit of its address a declaration is accepted too. The receipt owed to an order's buyer is
    // delayed; a declaration that matches no order is not mailed to an address that has had several such
    // mails today.
    if (admission.ok) await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId })
    else if (order)
      await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId }, { startAfter: admission.until })
    record({
      action: 'withdrawal.declare',
      object: ['withdrawal', withdrawalId],
      store,
      after: { orderId },
    })
    return 'kept'
  })
  if (kept === 'refused') return { ok: false, code: 'too_many_attempts' }
  if (kept === 'kept') return { ok: true, declaredAt }
  return { ok: true, declaredAt: (await findWithdrawalByKey(db, key))!.declaredAt }
}
