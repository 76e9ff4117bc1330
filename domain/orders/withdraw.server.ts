/**
 * Takes a buyer's declaration of withdrawal (CRD Art. 11a). It counts as the buyer makes it: it is kept, and its
 * receipt sent, also where no order fits it, for a slip in the number must not cost anyone the right. What it does to
 * the order is decided by people (`anode withdrawal list`).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { takeAttempts, type AttemptServices } from '../accounts/attempts.server.ts'
import { findOrderByProof } from '../accounts/prove-order.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { findWithdrawalByKey, insertWithdrawal } from './withdrawal-repository.server.ts'
import type { WithdrawalDeclaration } from './withdrawal.ts'

/** The receipt of a declaration: enqueued in the transaction that keeps it. */
export interface WithdrawalMailJob {
  withdrawalId: number
}

export interface WithdrawalJobs {
  enqueue(transaction: Kysely<DB>, name: 'withdrawal-mail', data: WithdrawalMailJob): Promise<void>
}

export interface WithdrawServices extends AttemptServices {
  jobs: WithdrawalJobs
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
  // Each sends a mail to whom the form names.
  const allowed = await takeAttempts(services, [
    { kind: 'withdrawal-address', key: address },
    { kind: 'withdrawal-email', key: email },
  ])
  if (!allowed) return { ok: false, code: 'too_many_attempts' }
  const order = await findOrderByProof(db, orderNumber, email)
  const declaredAt = new Date(clock())
  const isFirst = await db.transaction().execute(async (trx) => {
    const orderId = order?.id ?? null
    const id = await insertWithdrawal(trx, { key, store, orderId, orderNumber, name, email, goods, declaredAt }) // prettier-ignore
    if (id !== null) await jobs.enqueue(trx, 'withdrawal-mail', { withdrawalId: id })
    return id !== null
  })
  if (isFirst) return { ok: true, declaredAt }
  return { ok: true, declaredAt: (await findWithdrawalByKey(db, key))!.declaredAt }
}
