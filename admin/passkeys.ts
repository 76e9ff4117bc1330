/** Passkeys in the browser, and the step-up that some changes ask for. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { OwnSecurity } from '../contract/admin/security.ts'
import { readApi, sendApi, type Change, type Refusal } from './api-client.ts'
import { apiPaths } from './paths.ts'
import { askForCode } from './code-request.ts'

/** The person closed the browser's dialog, or the browser knows no passkey for this address. */
const cancelled: Refusal = { ok: false, status: 0, code: 'cancelled', details: {} }

/** Asks the authenticator to sign a challenge, and sends its answer to `path`. */
async function sendSigned(path: string): Promise<Change<unknown>> {
  const options = await sendApi<PublicKeyCredentialRequestOptionsJSON>('POST', apiPaths.signInOptions)
  if (!options.ok) return options
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: options.data }).catch(() => null)
  return response === null ? cancelled : sendApi('POST', path, { response })
}

/** Signs in with any passkey of this device. */
export const signIn = (): Promise<Change<unknown>> => sendSigned(apiPaths.signIn)

/** Lets the authenticator create a passkey and sends it to `to` with `body`. `optionsBody`: what proves who it is for. */
export async function createPasskey<Data>(
  from: string,
  to: string,
  { optionsBody, body }: { optionsBody?: object; body: object },
): Promise<Change<Data>> {
  const options = await sendApi<PublicKeyCredentialCreationOptionsJSON>('POST', from, optionsBody)
  if (!options.ok) return options
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON: options.data }).catch(() => null)
  return response === null ? cancelled : sendApi<Data>('POST', to, { ...body, response })
}

/** Confirms who is at the screen: with a passkey, or without one with a code of the person's authenticator app. */
export async function stepUp(): Promise<Change<unknown>> {
  const confirmed = await sendSigned(apiPaths.stepUp)
  if (confirmed.ok || confirmed.code !== 'cancelled') return confirmed
  const { hasAuthenticatorApp: hasApp } = await readApi<OwnSecurity>(apiPaths.security)
  return hasApp && (await askForCode()) ? { ok: true, data: null } : confirmed
}

/** Sends a change; where it needs a step-up, the person confirms it and it is sent once more. */
export async function withStepUp<Data>(send: () => Promise<Change<Data>>): Promise<Change<Data>> {
  const first = await send()
  if (first.ok || first.code !== 'step_up_required') return first
  const confirmed = await stepUp()
  return confirmed.ok ? send() : confirmed
}
