/** Who knows an order's number and its e-mail may see something of it (AUTH-09, TRACK-01). Guessing is slowed down. */
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
  const email = normalizeEmail(input.email)
  const order = await findOrderByNumber(services.db, number)
  if (order === null || email === null || normalizeEmail(order.snapshot.customer.email) !== email)
    return { ok: false, code: 'wrong_credentials' }
  await forgiveAttempts(services, attempts)
  return { ok: true, order }
}
