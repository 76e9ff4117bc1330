/**
 * Adding a passkey and proving oneself with one, for customers and for staff. Every challenge is answered at most once.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import {
  findPasskey,
  keepChallenge,
  notePasskeyUse,
  spendChallenge,
  userHandleOf,
  type PasskeyOwners,
  type StoredPasskey,
} from './passkey-repository.server.ts'
import {
  authenticationOptions,
  challengeLifeMs,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
  type NewPasskey,
  type RelyingParty,
} from './webauthn.server.ts'

/** Where and when a passkey is added or used. `now`: epoch milliseconds. */
interface Ceremony {
  db: Kysely<DB>
  owners: PasskeyOwners
  /** The origin whose host the passkeys are bound to. */
  origin: string
  now: number
}

/** What the browser needs to create a passkey. `known`: the owner's passkeys, which are not created again. */
export async function startAdding(
  { db, owners, origin, now }: Ceremony,
  {
    ownerId,
    party,
    user,
    known,
  }: {
    ownerId: number
    party: Pick<RelyingParty, 'name'>
    user: { name: string; displayName: string }
    known: readonly StoredPasskey[]
  },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const handle = await userHandleOf(db, owners, ownerId)
  const options = await registrationOptions({ ...party, origin }, { ...user, handle }, known)
  const expiresAt = new Date(now + challengeLifeMs)
  await keepChallenge(db, owners, { challenge: options.challenge, ownerId, expiresAt })
  return options
}

/** The passkey that the browser created for the owner; null where its answer is not accepted. */
export function verifyNew(
  { db, owners, origin, now }: Ceremony,
  { ownerId, response }: { ownerId: number; response: RegistrationResponseJSON },
): Promise<NewPasskey | null> {
  return verifyRegistration(origin, response, (challenge) =>
    spendChallenge(db, owners, { challenge, ownerId, now: new Date(now) }),
  )
}

/** What the browser needs to sign with any of its passkeys. */
export async function startProof({
  db,
  owners,
  origin,
  now,
}: Ceremony): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await authenticationOptions(origin)
  const expiresAt = new Date(now + challengeLifeMs)
  await keepChallenge(db, owners, { challenge: options.challenge, ownerId: null, expiresAt })
  return options
}

/**
 * Whose passkey signed an open challenge. Not accepted where the credential is not one of ours, the challenge is
 * unknown, spent or expired, the signature is of another origin or does not fit, or the authenticator's counter did not
 * grow (a copy of it may exist); `ownerId` then names whose passkey it was, if it is one of ours.
 */
export async function verifyProof(
  { db, owners, origin, now }: Ceremony,
  response: AuthenticationResponseJSON,
): Promise<{ ok: true; ownerId: number } | { ok: false; ownerId: number | undefined }> {
  const passkey = await findPasskey(db, owners, response.id)
  if (passkey === null) return { ok: false, ownerId: undefined }
  const { ownerId, credentialId, counter: before } = passkey
  const at = new Date(now)
  const used = await verifyAuthentication(origin, response, passkey, (challenge) =>
    spendChallenge(db, owners, { challenge, ownerId: null, now: at }),
  )
  const isNoted = used !== null && (await notePasskeyUse(db, owners, { ...used, credentialId, before, at }))
  return { ok: isNoted, ownerId }
}
