/**
 * Passkeys (WebAuthn): a customer adds them while logged in, and signs in with one without naming the
 * account. The relying party is the host of PUBLIC_URL, which all four stores share. Every challenge is
 * answered at most once, and user verification is required, so a passkey is both factors of a login.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import {
  authenticationOptions,
  challengeLifeMs,
  registrationOptions,
  verifyAuthentication,
  verifyRegistration,
} from '../passkeys/webauthn.server.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { notifyAccount, type AccountNoticeServices } from './account-notice.server.ts'
import { findAccount } from './account-repository.server.ts'
import type { LogIn, LogInServices } from './log-in.server.ts'
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  keepChallenge,
  notePasskeyUse,
  passkeysOf,
  spendChallenge,
  userHandleOf,
} from './passkey-repository.server.ts'
import { openSession } from './sessions.server.ts'

export interface PasskeyServices extends LogInServices, AccountNoticeServices {
  /** The shop's own origin. */
  publicUrl: string
}

/** Most passkeys of one account. */
export const mostPasskeys = 20

/** What the browser needs to create a passkey for the account; null where the account has the most it may. */
export async function startAddingPasskey(
  { db, clock, publicUrl }: PasskeyServices,
  { accountId, store }: { accountId: number; store: StoreCode },
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const account = await findAccount(db, accountId)
  const known = await passkeysOf(db, accountId)
  if (account === null || known.length >= mostPasskeys) return null
  const user = {
    handle: await userHandleOf(db, accountId),
    name: account.email,
    displayName: `${account.firstName} ${account.lastName}`.trim() || account.email,
  }
  const options = await registrationOptions({ name: stores[store].brand, origin: publicUrl }, user, known)
  const expiresAt = new Date(clock() + challengeLifeMs)
  await keepChallenge(db, { challenge: options.challenge, accountId, expiresAt })
  return options
}

/** Stores the passkey that the browser created; false where its answer is not accepted. */
export async function addPasskey(
  services: PasskeyServices,
  actor: Actor,
  input: { accountId: number; store: StoreCode; name: string; response: RegistrationResponseJSON },
): Promise<boolean> {
  const { db, clock, publicUrl, security } = services
  const { accountId, store } = input
  const now = new Date(clock())
  const created = await verifyRegistration(publicUrl, input.response, (challenge) =>
    spendChallenge(db, { challenge, accountId, now }),
  )
  if (created === null) {
    security.record('passkey-refused', { accountId })
    return false
  }
  const added = await audited(db, actor, async (trx, record) => {
    const isNew = await insertPasskey(trx, { ...created, accountId, name: input.name, createdAt: now })
    if (!isNew) return false
    record({ action: 'account.add_passkey', object: ['account', accountId], store })
    await notifyAccount(trx, services, { accountId, store, event: 'passkey-added' })
    return true
  })
  security.record(added ? 'passkey-added' : 'passkey-refused', { accountId })
  return added
}

/** Removes a passkey; false where the account has no such one. */
export async function removePasskey(
  services: PasskeyServices,
  actor: Actor,
  { accountId, store, credentialId }: { accountId: number; store: StoreCode; credentialId: string },
): Promise<boolean> {
  const removed = await audited(services.db, actor, async (trx, record) => {
    if (!(await deletePasskey(trx, { accountId, credentialId }))) return false
    record({ action: 'account.remove_passkey', object: ['account', accountId], store })
    await notifyAccount(trx, services, { accountId, store, event: 'passkey-removed' })
    return true
  })
  if (removed) services.security.record('passkey-removed', { accountId })
  return removed
}

/** What the browser needs to sign in with any of its passkeys for the shop. */
export async function startPasskeyLogin({
  db,
  clock,
  publicUrl,
}: PasskeyServices): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await authenticationOptions(publicUrl)
  const expiresAt = new Date(clock() + challengeLifeMs)
  await keepChallenge(db, { challenge: options.challenge, accountId: null, expiresAt })
  return options
}

/** Logs in with the signature of a passkey. */
export async function logInWithPasskey(
  services: PasskeyServices,
  input: { response: AuthenticationResponseJSON; network: string; deviceLabel: string | null },
): Promise<LogIn> {
  const accountId = await verifyPasskey(services, input)
  if (accountId === null) return { ok: false, code: 'wrong_credentials' }
  services.security.record('passkey-login', { accountId, network: input.network })
  return { ok: true, pair: await openSession(services, { accountId }, input.deviceLabel), accountId }
}

/**
 * The account whose passkey signed an open challenge; null where the credential is not one of ours, the
 * challenge is unknown, spent or expired, the signature is of another origin or does not fit, or the
 * authenticator's counter did not grow (a copy of it may exist).
 */
export async function verifyPasskey(
  { db, clock, publicUrl, security }: PasskeyServices,
  { response, network }: { response: AuthenticationResponseJSON; network: string },
): Promise<number | null> {
  const passkey = await findPasskey(db, response.id)
  const accountId = passkey?.accountId
  const refuse = (): null => {
    security.record('passkey-refused', { accountId, network })
    return null
  }
  if (passkey === null || accountId === undefined) return refuse()
  const now = new Date(clock())
  const used = await verifyAuthentication(publicUrl, response, passkey, (challenge) =>
    spendChallenge(db, { challenge, accountId: null, now }),
  )
  if (used === null) return refuse()
  const use = { ...used, credentialId: passkey.credentialId, before: passkey.counter, at: now }
  if (!(await notePasskeyUse(db, use))) return refuse()
  return accountId
}
