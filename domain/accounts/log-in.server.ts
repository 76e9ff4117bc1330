/**
 * Opens sessions: by e-mail and password, by a link's token, by an order's number and e-mail. A refusal never tells
 * which part was wrong, and an address without an account costs the same time as a wrong password.
 */
import { normalizeEmail } from '../stores/email.ts'
import { longestPassword } from './account.ts'
import { findLogin, spendAccountToken } from './account-repository.server.ts'
import { forgiveAttempts, takeAttempts, type Attempt, type AttemptServices } from './attempts.server.ts'
import { isPasswordOf } from './password.server.ts'
import { proveOrder } from './prove-order.server.ts'
import { openSession, type TokenPair } from './sessions.server.ts'
import { isAccountToken } from './token.server.ts'

export type LogIn =
  | { ok: true; pair: TokenPair }
  | { ok: false; code: 'wrong_credentials' | 'too_many_attempts' }

const wrong = { ok: false, code: 'wrong_credentials' } as const

/** AUTH-08. `address`: where the request comes from. */
export async function logIn(
  services: AttemptServices,
  input: { email: string; password: string; address: string },
): Promise<LogIn> {
  const email = normalizeEmail(input.email)
  const attempts: Attempt[] = [
    { kind: 'login-address', key: input.address },
    { kind: 'login-account', key: email ?? input.email },
  ]
  if (!(await takeAttempts(services, attempts))) return { ok: false, code: 'too_many_attempts' }
  const known = email === null ? null : await findLogin(services.db, email)
  const password = input.password.slice(0, longestPassword)
  if (!(await isPasswordOf(known?.passwordHash ?? null, password)) || known === null) return wrong
  await forgiveAttempts(services, attempts)
  return { ok: true, pair: await openSession(services, { accountId: known.id }) }
}

/** QUERY-01: the token of a link, good once. */
export async function logInByToken(services: AttemptServices, token: string): Promise<LogIn> {
  const accountId = isAccountToken(token)
    ? await spendAccountToken(services.db, 'login', token, services.clock())
    : null
  if (accountId === null) return wrong
  return { ok: true, pair: await openSession(services, { accountId }) }
}

/** AUTH-09: reads that one order and nothing else. */
export async function logInToOrder(
  services: AttemptServices,
  input: { orderNumber: string; email: string; address: string },
): Promise<LogIn> {
  const proven = await proveOrder(services, input)
  if (!proven.ok) return proven
  return { ok: true, pair: await openSession(services, { orderId: proven.order.id }) }
}
