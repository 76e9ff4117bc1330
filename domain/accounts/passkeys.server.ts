/**
 * Passkeys (WebAuthn): a customer adds them while logged in, and signs in with one without naming the account. The
 * relying party is the host of PUBLIC_URL, which all stores share.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { customers, deletePasskey, insertPasskey, passkeysOf } from '../passkeys/passkey-repository.server.ts'
import { startAdding, startProof, verifyNew, verifyProof } from '../passkeys/passkeys.server.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { notifyAccount, type AccountNoticeServices } from './account-notice.server.ts'
import { findAccount } from './account-repository.server.ts'
import type { LogIn, LogInServices } from './log-in.server.ts'
import { openSession } from './sessions.server.ts'

export interface PasskeyServices extends LogInServices, AccountNoticeServices {
  /** The shop's own origin. */
  publicUrl: string
}

/** Most passkeys of one account. */
export const mostPasskeys = 20

const ceremony = ({ db, clock, publicUrl }: PasskeyServices) => ({
  db,
  owners: customers,
  origin: publicUrl,
  now: clock(),
})

/** What the browser needs to create a passkey for the account; null where the account has the most it may. */
export async function startAddingPasskey(
  services: PasskeyServices,
  { accountId, store }: { accountId: number; store: StoreCode },
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const account = await findAccount(services.db, accountId)
  const known = await passkeysOf(services.db, customers, accountId)
  if (account === null || known.length >= mostPasskeys) return null
  const displayName = `${account.firstName} ${account.lastName}`.trim() || account.email
  return startAdding(ceremony(services), {
    ownerId: accountId,
    party: { name: stores[store].brand },
    user: { name: account.email, displayName },
    known,
  })
}

/** Stores the passkey that the browser created; false where its answer is not accepted. */
export async function addPasskey(
  services: PasskeyServices,
  actor: Actor,
  input: { accountId: number; store: StoreCode; name: string; response: RegistrationResponseJSON },
): Promise<boolean> {
  const { db, clock, security } = services
  const { accountId, store, name, response } = input
  const created = await verifyNew(ceremony(services), { ownerId: accountId, response })
  if (created === null) {
    security.record('passkey-refused', { accountId })
    return false
  }
  const added = await audited(db, actor, async (trx, record) => {
    const passkey = { ...created, ownerId: accountId, name, createdAt: new Date(clock()) }
    if (!(await insertPasskey(trx, customers, passkey))) return false
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
    if (!(await deletePasskey(trx, customers, { ownerId: accountId, credentialId }))) return false
    record({ action: 'account.remove_passkey', object: ['account', accountId], store })
    await notifyAccount(trx, services, { accountId, store, event: 'passkey-removed' })
    return true
  })
  if (removed) services.security.record('passkey-removed', { accountId })
  return removed
}

/** What the browser needs to sign in with any of its passkeys for the shop. */
export function startPasskeyLogin(services: PasskeyServices): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return startProof(ceremony(services))
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

/** The account whose passkey signed an open challenge; null where it is not accepted. */
export async function verifyPasskey(
  services: PasskeyServices,
  { response, network }: { response: AuthenticationResponseJSON; network: string },
): Promise<number | null> {
  const proof = await verifyProof(ceremony(services), response)
  if (proof.ok) return proof.ownerId
  services.security.record('passkey-refused', { accountId: proof.ownerId, network })
  return null
}
