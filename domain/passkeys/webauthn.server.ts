/**
 * The WebAuthn ceremonies of customers and of staff: what the browser gets, and the checks of what it
 * answers. User verification is required, so a passkey is both factors of a sign-in. Callers keep passkeys
 * and challenges.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** How long a challenge may be answered; browsers give up earlier. */
export const challengeLifeMs = 5 * 60_000

/** Where the passkeys are valid. */
export interface RelyingParty {
  /** The name that the browser shows. */
  name: string
  /** The origin whose host the passkeys are bound to. */
  origin: string
}

/** What of a stored passkey a ceremony needs. */
export interface KnownPasskey {
  /** base64url. */
  credentialId: string
  publicKey: Uint8Array
  /** Signature counter; 0 where the authenticator has none. */
  counter: number
  transports: string[]
  /** The user handle its authenticator was given. */
  userHandle: string
}

export type NewPasskey = Omit<KnownPasskey, 'userHandle'> & {
  publicKey: Buffer
  /** Whether it is synchronised to other devices of its owner. */
  backedUp: boolean
}

/** Spends a challenge; false where it is not open. */
export type SpendChallenge = (challenge: string) => Promise<boolean>

const hostOf = (origin: string): string => new URL(origin).hostname

/** What `navigator.credentials.create` takes. `known`: the person's passkeys, which are not created again. */
export function registrationOptions(
  { name, origin }: RelyingParty,
  user: { handle: string; name: string; displayName: string },
  known: readonly Pick<KnownPasskey, 'credentialId' | 'transports'>[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: name,
    rpID: hostOf(origin),
    userName: user.name,
    userDisplayName: user.displayName,
    userID: new TextEncoder().encode(user.handle),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The passkey that the browser created; null where its answer is not accepted. */
export async function verifyRegistration(
  origin: string,
  response: RegistrationResponseJSON,
  spend: SpendChallenge,
): Promise<NewPasskey | null> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
  }).catch(() => null)
  if (verified?.verified !== true) return null
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/** What `navigator.credentials.get` takes: any passkey for the host. */
export function authenticationOptions(origin: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({ rpID: hostOf(origin), userVerification: 'required' })
}

/**
 * The counter and backup state after a use; null where the signature does not fit, is of another origin, the
 * challenge is not open, or the counter did not grow (a copy of the authenticator may exist).
 */
export async function verifyAuthentication(
  origin: string,
  response: AuthenticationResponseJSON,
  passkey: KnownPasskey,
  spend: SpendChallenge,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const { userHandle } = response.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.userHandle) return null
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: spend,
    expectedOrigin: origin,
    expectedRPID: hostOf(origin),
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(passkey.publicKey),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(() => null)
  if (verified?.verified !== true) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return { counter: newCounter, backedUp: credentialBackedUp }
}
