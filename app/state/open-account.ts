/** Opening an account in the browser. Lazy-loaded with the page and the receipt that offer it. */
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { logAuthFailure, sessionHeaders, takeSession } from './auth.ts'

/**
 * Asks for the mail with the link. `destination`: the page that opens once the account is open. `invalid`: the text is no
 * e-mail address.
 */
export async function requestAccount(
  store: Store,
  email: string,
  destination?: string,
): Promise<'sent' | 'invalid' | 'failed'> {
  const answer = await callApi(store, 'auth/register', { method: 'POST', body: { email, destination } })
  if (answer.ok) return 'sent'
  if (answer.status === 422) return 'invalid'
  logAuthFailure('opening an account', answer.status)
  return 'failed'
}

export type OpenedAccount = { ok: true } | { ok: false; status: number; errors: Record<string, string> }

/** Opens the account with the token of the mail; the customer is logged in then. */
export async function openAccount(
  store: Store,
  body: { token: string; firstName: string; lastName: string; password: string },
): Promise<OpenedAccount> {
  const call = { method: 'POST', headers: sessionHeaders, body } as const
  const answer = await callApi(store, 'auth/open-account', call)
  if (!answer.ok) {
    if (answer.status !== 401 && answer.status !== 422) logAuthFailure('opening an account', answer.status)
    return { ok: false, status: answer.status, errors: answer.errors }
  }
  return (await takeSession(store, 'account')) ? { ok: true } : { ok: false, status: 0, errors: {} }
}
