/**
 * Passkeys in the browser. Lazy-loaded with the form that uses them; the library that talks to the
 * authenticator is loaded when its button is pressed.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { callAccount, logAuthFailure, sessionHeaders, takeSession, type LogInAnswer } from './auth.ts'

/** Whether this browser can use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && typeof window.PublicKeyCredential === 'function'
}

/** What an authenticator answered to a challenge of the shop, or why there is no answer. */
async function signChallenge(store: Store) {
  const options = await callApi<PublicKeyCredentialRequestOptionsJSON>(store, 'auth/passkey-login/options', {
    method: 'POST',
  })
  if (!options.ok) return options.status === 429 ? 'too_many' : 'failed'
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return (await startAuthentication({ optionsJSON: options.data }).catch(() => null)) ?? 'cancelled'
}

/** Signs in with any passkey of this shop. `cancelled`: the customer closed the browser's dialog. */
export async function logInWithPasskey(store: Store): Promise<LogInAnswer | 'cancelled'> {
  const response = await signChallenge(store)
  if (typeof response === 'string') return response
  const call = { method: 'POST', headers: sessionHeaders, body: { response } } as const
  const answer = await callApi(store, 'auth/passkey-login', call)
  if (answer.ok) return (await takeSession(store, 'account')) ? 'in' : 'failed'
  if (answer.status === 401 || answer.status === 422) return 'wrong'
  logAuthFailure('passkey login', answer.status)
  return answer.status === 429 ? 'too_many' : 'failed'
}

/** Proves that the customer is still there, with the password or, without one, a passkey; the error in words. */
export async function proveAgain(store: Store, password?: string): Promise<true | string | null> {
  const body = password === undefined ? { response: await signChallenge(store) } : { password }
  if ('response' in body && typeof body.response === 'string') return null
  const answer = await callAccount(store, 'auth/proof', { method: 'POST', body })
  return answer.ok || answer.message
}

/** Adds a passkey of this device to the account. `proof_needed`: after `proveAgain`. */
export async function addPasskey(
  store: Store,
  name: string,
): Promise<'added' | 'cancelled' | 'proof_needed' | 'failed'> {
  const options = await callAccount<PublicKeyCredentialCreationOptionsJSON>(store, 'auth/passkeys/options', {
    method: 'POST',
  })
  if (!options.ok) return options.status === 403 ? 'proof_needed' : 'failed'
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON: options.data }).catch(() => null)
  if (response === null) return 'cancelled'
  const answer = await callAccount(store, 'auth/passkeys', { method: 'POST', body: { name, response } })
  if (!answer.ok) logAuthFailure('adding a passkey', answer.status)
  return answer.ok ? 'added' : 'failed'
}
