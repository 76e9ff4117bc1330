/**
 * Signing in to the back office, and stepping up: proving anew within a session that it is the same person.
 * Both replace the session's token. A refusal does not say which part was wrong.
 */
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { startProof, verifyProof } from '../passkeys/passkeys.server.ts'
import { staffCeremony, type StaffSignInServices } from './accept-invitation.server.ts'
import { staffActor } from './staff.ts'
import { lockSecondFactors } from './second-factor-repository.server.ts'
import { clearFailures } from './staff-repository.server.ts'
import {
  endStaffSessions,
  openStaffSession,
  rotateStaffSession,
  type SignedInStaff,
} from './staff-session-repository.server.ts'

/** What the browser needs to sign in, or to step up, with any of its passkeys for the back office. */
export function startStaffSignIn(
  services: Pick<StaffSignInServices, 'db' | 'clock' | 'adminUrl'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return startProof(staffCeremony(services))
}

/** The person whose passkey signed an open challenge; null where it is not accepted. */
async function verifyStaffPasskey(
  services: StaffSignInServices,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  const proof = await verifyProof(staffCeremony(services), response)
  if (proof.ok) return proof.ownerId
  services.security.record('passkey-refused', { staffId: proof.ownerId })
  return null
}

export type StaffSignIn =
  /** `token`: of the session. */
  { ok: true; token: string } | { ok: false; code: 'passkey_refused' | 'code_refused' | 'locked' }

export async function signInWithPasskey(
  services: StaffSignInServices,
  input: { response: AuthenticationResponseJSON; device: string | null; requestId: string },
): Promise<StaffSignIn> {
  const { db, clock, security } = services
  const staffId = await verifyStaffPasskey(services, input.response)
  if (staffId === null) return { ok: false, code: 'passkey_refused' }
  const now = clock()
  const signedIn = await audited(
    db,
    staffActor(staffId, input.requestId),
    async (trx, record): Promise<StaffSignIn> => {
      // The lock of the row: wrong codes that are counted at the same moment lock the person out before or after.
      if ((await lockSecondFactors(trx, staffId)).lockedAt !== null) return { ok: false, code: 'locked' }
      await clearFailures(trx, staffId)
      record({ action: 'staff.sign_in', object: ['staff', staffId], after: { with: 'passkey' } })
      const token = await openStaffSession(trx, { staffId, now, device: input.device, steppedUpAt: now })
      return { ok: true, token }
    },
  )
  if (signedIn.ok) security.record('passkey-login', { staffId })
  return signedIn
}

/** Steps up with a passkey of the same person; returns the session's new token. */
export async function stepUpWithPasskey(
  services: StaffSignInServices,
  actor: Actor,
  {
    staff,
    response,
  }: { staff: Pick<SignedInStaff, 'id'> & { sessionId: number }; response: AuthenticationResponseJSON },
): Promise<StaffSignIn> {
  if ((await verifyStaffPasskey(services, response)) !== staff.id)
    return { ok: false, code: 'passkey_refused' }
  const now = services.clock()
  const token = await audited(services.db, actor, async (trx, record) => {
    record({ action: 'staff.step_up', object: ['staff', staff.id], after: { with: 'passkey' } })
    return rotateStaffSession(trx, { sessionId: staff.sessionId, now })
  })
  return { ok: true, token }
}

/** Ends one session of a person; false where they have no such open one. */
export async function endOwnSession(
  { db, clock }: Pick<StaffSignInServices, 'db' | 'clock'>,
  actor: Actor,
  { staffId, sessionId }: { staffId: number; sessionId: number },
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const ended = await endStaffSessions(trx, { staffId, sessionId, now: clock() })
    if (ended > 0) record({ action: 'staff.end_session', object: ['staff', staffId] })
    return ended > 0
  })
}
