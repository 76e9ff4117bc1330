/**
 * Re-authentication: how a customer signs in changes only in a session whose owner gave the password or used a
 * passkey within the last minutes, so that an open browser is not enough (OWASP ASVS 4.0, 2.2.3, 3.7.1).
 */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { provePassword } from './change-own-password.server.ts'
import { verifyPasskey, type PasskeyServices } from './passkeys.server.ts'
import { lastProof, noteProof } from './session-repository.server.ts'
import type { SessionServices } from './sessions.server.ts'

/** How long a proof counts. */
export const proofLifeMs = 10 * 60_000

/** Whether the session's owner proved within the last ten minutes that it is them. */
export async function isRecentlyProved(
  { db, clock }: SessionServices,
  { familyId }: { familyId: number },
): Promise<boolean> {
  const at = await lastProof(db, familyId)
  return at !== null && clock() - at.getTime() < proofLifeMs
}

export type ProveAgain =
  | { ok: true }
  | { ok: false; code: 'wrong_password' | 'too_many_attempts' | 'passkey_refused' }

/** Renews the session's proof with the password or with a passkey of the same account. */
export async function proveAgain(
  services: PasskeyServices,
  input: {
    accountId: number
    familyId: number
    network: string
    proof: { password: string } | { response: AuthenticationResponseJSON }
  },
): Promise<ProveAgain> {
  const { accountId, familyId, network, proof } = input
  if ('password' in proof) {
    const proved = await provePassword(services, { accountId, password: proof.password, network })
    if (!proved.ok) return proved
  } else if ((await verifyPasskey(services, { response: proof.response, network })) !== accountId) {
    return { ok: false, code: 'passkey_refused' }
  }
  await noteProof(services.db, familyId, new Date(services.clock()))
  return { ok: true }
}
