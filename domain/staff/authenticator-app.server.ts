/**
 * A member of staff's authenticator app: set up, proved with a code, removed, and used for a step-up (RFC 6238).
 * An app counts only once it has proved that it has the secret. Wrong codes of a step-up count as wrong codes of a
 * sign-in do (decision 101), so that nobody at an unlocked screen can try codes.
 */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StaffSignInServices } from './accept-invitation.server.ts'
import { lockSecondFactors, setTotp } from './second-factor-repository.server.ts'
import { refuseCode, spendCode, type SignInByLinkServices } from './sign-in-by-link.server.ts'
import type { StaffSignIn } from './sign-in.server.ts'
import { notifyStaff, type StaffNoticeServices } from './staff-notice.server.ts'
import { clearFailures } from './staff-repository.server.ts'
import { rotateStaffSession, type SignedInStaff } from './staff-session-repository.server.ts'
import { acceptedStep, newTotpSecret, readTotpCode, totpUri } from './totp.server.ts'

interface AppServices extends StaffSignInServices, StaffNoticeServices {
  keys: Keyring
}

export type StartApp = { ok: true; secret: string; uri: string } | { ok: false; code: 'already_done' }

/** A new secret for an app, shown once; it replaces one that was not confirmed. Refused where an app is confirmed. */
export async function startAuthenticatorApp(
  { db, keys }: Pick<AppServices, 'db' | 'keys'>,
  actor: Actor,
  { id, email }: Pick<SignedInStaff, 'id' | 'email'>,
): Promise<StartApp> {
  return audited(db, actor, async (trx, record): Promise<StartApp> => {
    const { totpConfirmedAt } = await lockSecondFactors(trx, id)
    if (totpConfirmedAt !== null) return { ok: false, code: 'already_done' }
    const secret = newTotpSecret()
    const totpSecret = keys.encrypt('staff-totp', secret)
    await setTotp(trx, id, { totpSecret, totpConfirmedAt: null, totpStep: null })
    record({ action: 'staff.start_authenticator_app', object: ['staff', id] })
    return { ok: true, secret, uri: totpUri(secret, email) }
  })
}

export type ConfirmApp = { ok: true } | { ok: false; code: 'not_started' | 'code_refused' }

/** Accepts the app once it shows a code of the secret. The person is notified by mail. */
export async function confirmAuthenticatorApp(
  services: AppServices,
  actor: Actor,
  { staffId, typed }: { staffId: number; typed: string },
): Promise<ConfirmApp> {
  const { db, clock, keys, security } = services
  const confirmed = await audited(db, actor, async (trx, record): Promise<ConfirmApp> => {
    const { totpSecret, totpConfirmedAt } = await lockSecondFactors(trx, staffId)
    const secret = totpSecret && totpConfirmedAt === null ? keys.decrypt('staff-totp', totpSecret) : null
    if (secret === null) return { ok: false, code: 'not_started' }
    const code = readTotpCode(typed)
    const now = clock()
    const totpStep = code === null ? null : acceptedStep(secret, code, { now, after: null })
    if (totpStep === null) return { ok: false, code: 'code_refused' }
    await setTotp(trx, staffId, { totpSecret, totpConfirmedAt: new Date(now), totpStep })
    record({ action: 'staff.add_authenticator_app', object: ['staff', staffId] })
    await notifyStaff(trx, services, { staffId, event: 'authenticator-added' })
    return { ok: true }
  })
  if (confirmed.ok) security.record('authenticator-added', { staffId })
  return confirmed
}

/** Removes the app, of which the person is notified by mail, or one that was not confirmed; false where there is none. */
export async function removeAuthenticatorApp(
  services: Pick<AppServices, 'db' | 'security'> & StaffNoticeServices,
  actor: Actor,
  staffId: number,
): Promise<boolean> {
  const { db, security } = services
  const removed = await audited(db, actor, async (trx, record) => {
    const { totpSecret, totpConfirmedAt } = await lockSecondFactors(trx, staffId)
    if (totpSecret === null) return false
    await setTotp(trx, staffId, { totpSecret: null, totpConfirmedAt: null, totpStep: null })
    record({ action: 'staff.remove_authenticator_app', object: ['staff', staffId] })
    if (totpConfirmedAt !== null)
      await notifyStaff(trx, services, { staffId, event: 'authenticator-removed' })
    return true
  })
  if (removed) security.record('authenticator-removed', { staffId })
  return removed
}

/** Steps up with a code of the app; returns the session's new token. Recovery codes are for signing in only. */
export async function stepUpWithApp(
  services: SignInByLinkServices,
  actor: Actor,
  { staff, typed }: { staff: Pick<SignedInStaff, 'id'> & { sessionId: number }; typed: string },
): Promise<StaffSignIn> {
  const staffId = staff.id
  return audited(services.db, actor, async (trx, record): Promise<StaffSignIn> => {
    const factors = await lockSecondFactors(trx, staffId)
    if (factors.lockedAt !== null) return { ok: false, code: 'locked' }
    const isCode = readTotpCode(typed) !== null
    const used = isCode ? await spendCode(trx, services, { staffId, factors, typed }) : null
    if (used === null) return refuseCode(trx, services, record, { staffId, factors })
    await clearFailures(trx, staffId)
    record({ action: 'staff.step_up', object: ['staff', staffId], after: { with: used } })
    return {
      ok: true,
      token: await rotateStaffSession(trx, { sessionId: staff.sessionId, now: services.clock() }),
    }
  })
}
