/** Proves access to an order by its number and e-mail (AUTH-09, TRACK-01). Guessing is rate-limited. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { findOrderByNumber, type StoredOrder } from './order-repository.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import {
  forgiveAttempts,
  takeAttempts,
  type Attempt,
  type AttemptServices,
} from '../security/attempts.server.ts'
import type { LogInServices } from '../accounts/log-in.server.ts'

export type ProvenOrder =
  | { ok: true; order: StoredOrder }
  | { ok: false; code: 'wrong_credentials' | 'too_many_attempts' }

/** `network`: the request's network. The number is accepted in any spelling. */
export async function proveOrder(
  services: LogInServices,
  input: { orderNumber: string; email: string; network: string },
): Promise<ProvenOrder> {
  const number = input.orderNumber.trim().toUpperCase()
  const { network } = input
  const attempts: Attempt[] = [
    { kind: 'order-proof-network', key: network },
    { kind: 'order-proof-order-network', key: `${number} ${network}` },
    ...emailAttempts(input),
    { kind: 'order-proof-order', key: number },
  ]
  const facts = { email: input.email, network: input.network }
  if (!(await takeAttempts(services, attempts))) {
    services.security.record('order-proof-limited', facts)
    return { ok: false, code: 'too_many_attempts' }
  }
  const order = await findOrderByProof(services.db, number, input.email)
  if (order === null) {
    services.security.record('order-proof-failed', facts)
    return { ok: false, code: 'wrong_credentials' }
  }
  await forgiveAttempts(services, attempts)
  return { ok: true, order }
}

/**
 * Attempts with an e-mail address: counted for the network first, so that a stranger cannot use up its
 * owner's limit.
 */
export function emailAttempts({ email, network }: { email: string; network: string }): Attempt[] {
  const key = normalizeEmail(email) ?? email
  return [
    { kind: 'order-proof-email-network', key: `${key} ${network}` },
    { kind: 'order-proof-email', key },
  ]
}

/**
 * The order named by a declaration that is accepted whether or not it exists. Limited per e-mail address:
 * over the limit no order is matched.
 */
export async function matchOrder(
  services: AttemptServices,
  input: { orderNumber: string; email: string; network: string },
): Promise<StoredOrder | null> {
  const attempts = emailAttempts(input)
  if (!(await takeAttempts(services, attempts))) return null
  const order = await findOrderByProof(services.db, input.orderNumber, input.email)
  if (order !== null) await forgiveAttempts(services, attempts)
  return order
}

/** The order with that number that was placed with that e-mail, in any spelling. */
async function findOrderByProof(
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
