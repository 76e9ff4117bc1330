/** Who knows an order's number and its e-mail may see something of it (AUTH-09, TRACK-01). Guessing is slowed down. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findOrderByNumber, type StoredOrder } from '../orders/order-repository.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import { forgiveAttempts, takeAttempts, type Attempt, type AttemptServices } from './attempts.server.ts'

export type ProvenOrder =
  | { ok: true; order: StoredOrder }
  | { ok: false; code: 'wrong_credentials' | 'too_many_attempts' }

/** `address`: where the request comes from. The number is taken however it is spelled. */
export async function proveOrder(
  services: AttemptServices,
  input: { orderNumber: string; email: string; address: string },
): Promise<ProvenOrder> {
  const number = input.orderNumber.trim().toUpperCase()
  const attempts: Attempt[] = [
    { kind: 'order-login-address', key: input.address },
    { kind: 'order-login-order', key: number },
  ]
  if (!(await takeAttempts(services, attempts))) return { ok: false, code: 'too_many_attempts' }
  const order = await findOrderByProof(services.db, number, input.email)
  if (order === null) return { ok: false, code: 'wrong_credentials' }
  await forgiveAttempts(services, attempts)
  return { ok: true, order }
}

/** The order of that number that was placed with that e-mail, both however they are spelled. */
export async function findOrderByProof(
  db: Kysely<DB>,
  orderNumber: string,
  email: string,
): Promise<StoredOrder | null> {
  const order = await findOrderByNumber(db, orderNumber.trim().toUpperCase())
  const known = normalizeEmail(email)
  return known !== null && order !== null && normalizeEmail(order.snapshot.customer.email) === known
    ? order
    : null
}
