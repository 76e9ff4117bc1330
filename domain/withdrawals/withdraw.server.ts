/**
 * Takes a buyer's declaration of withdrawal (CRD Art. 11a). It counts as the buyer makes it: it is kept, and its
 * receipt sent, also where no order fits it, for a slip in the number must not cost anyone the right. What it does to
 * the order is decided by people (`anode withdrawal list`).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
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

/** `email` as `normalizeEmail` writes it. */
export interface WithdrawInput extends WithdrawalDeclaration {
  /** The same for a declaration that is sent again because no answer came. */
  key: string
  store: StoreCode
  /** Where the request comes from. */
  address: string
}

export type Withdrawn =
  /** `declaredAt`: when the first of the same key came. */
  { ok: true; declaredAt: Date } | { ok: false; code: 'too_many_attempts' }

export async function withdraw(services: WithdrawServices, input: WithdrawInput): Promise<Withdrawn> {
  const { db, jobs, clock } = services
  const { key, store, orderNumber, name, email, goods, address } = input
  const before = await findWithdrawalByKey(db, key)
  if (before) return { ok: true, declaredAt: before.declaredAt }
  const order = await matchOrder(services, { orderNumber, email, network: address })
  const declaredAt = new Date(clock())
  const kept = await db.transaction().execute(async (trx) => {
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
    // Past the limit of its address a declaration counts as well. The receipt that an order's buyer is owed leaves
    // later; what fits no order is not mailed to an address that has had several such mails today.
    if (admission.ok) await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId })
    else if (order)
      await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId }, { startAfter: admission.until })
    return 'kept'
  })
  if (kept === 'refused') return { ok: false, code: 'too_many_attempts' }
  if (kept === 'kept') return { ok: true, declaredAt }
  return { ok: true, declaredAt: (await findWithdrawalByKey(db, key))!.declaredAt }
}
