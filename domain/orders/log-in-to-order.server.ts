/**
 * The login of one order, by its number and e-mail: the session can read that order and nothing else
 * (AUTH-09).
 */
import type { LogIn, LogInServices } from '../accounts/log-in.server.ts'
import { openSession } from '../accounts/sessions.server.ts'
import { proveOrder } from './prove-order.server.ts'

/** `network`: the request's network. A refusal does not reveal which part was wrong. */
export async function logInToOrder(
  services: LogInServices,
  input: { orderNumber: string; email: string; network: string },
): Promise<LogIn> {
  const proven = await proveOrder(services, input)
  if (!proven.ok) return proven
  const orderId = proven.order.id
  services.security.record('order-login', { orderId, email: input.email, network: input.network })
  return { ok: true, pair: await openSession(services, { orderId }), accountId: null }
}
