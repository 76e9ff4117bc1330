/**
 * Signing in without a passkey: a mailed one-time link proves the mailbox, and a code of an authenticator app or a
 * recovery code proves the person. Together they count as a step-up, so that a new passkey can be registered.
 * Ten wrong codes lock the person out until an owner or an operator's command releases the lock (decision 101).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isAccountToken } from '../accounts/token.server.ts'
import { audited, type RecordAudit } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { StaffSignInServices } from './accept-invitation.server.ts'
import { readRecoveryCode } from './recovery-codes.server.ts'
import {
  countFailure,
  lockSecondFactors,
  setTotp,
  type SecondFactors,
} from './second-factor-repository.server.ts'
import { notifyStaff } from './staff-notice.server.ts'
import { spendRecoveryCode } from './recovery-code-repository.server.ts'
import {
  clearFailures,
  findStaff,
  findStaffByEmail,
  issueLink,
  spendLink,
  staffOfLink,
} from './staff-repository.server.ts'
import { endStaffSessions, openStaffSession } from './staff-session-repository.server.ts'
import { staffActor, type StaffMember } from './staff.ts'
import { acceptedStep, readTotpCode } from './totp.server.ts'

/** Validity of a mailed link. */
export const signInLinkLifeMs = 15 * 60_000

/** So many wrong codes in a row lock a person out. */
export const mostFailedCodes = 10

export interface SignInByLinkServices extends StaffSignInServices, MailGateServices {
  keys: Keyring
  jobs: JobQueue<'staff-mail'>
}

const kind = 'sign-in'

/**
 * Enqueues a mail with a link where the address belongs to somebody on the staff. The answer is the same where it
 * does not, and over the limit of mails.
 */
export async function requestSignInLink(
  services: SignInByLinkServices,
  input: { email: string; network: string },
): Promise<void> {
  const email = normalizeEmail(input.email)
  const requested = await services.db.transaction().execute(async (trx) => {
    const mail = {
      kind: 'staff-sign-in',
      recipient: email ?? input.email,
      network: input.network,
    } as const
    if (!(await admitMail(trx, services, mail)).ok) return null
    const person = email === null ? null : await findStaffByEmail(trx, email)
    await services.jobs.enqueue(trx, 'staff-mail', { about: 'sign-in', staffId: person?.id ?? null })
    return { staffId: person?.id }
  })
  const event = requested === null ? 'link-limited' : 'link-requested'
  services.security.record(event, { email: input.email, network: input.network, ...requested })
}

/** Creates the token of the mail's link; the former link ends. Null: nobody who may sign in, no mail is sent. */
export async function issueSignInToken(
  trx: Kysely<DB>,
  staffId: number | null,
  now: number,
): Promise<{ person: StaffMember; token: string } | null> {
  const person = staffId === null ? null : await findStaff(trx, staffId)
  if (person === null || person.deactivatedAt !== null || person.lockedAt !== null) return null
  await lockSecondFactors(trx, person.id)
  const { token } = await issueLink(trx, { staffId: person.id, kind, now, lifeMs: signInLinkLifeMs })
  return { person, token }
}

export type SignInByLink =
  /** `token`: of the session. */
  | { ok: true; token: string }
  /** `code_refused`: the link stays open. */
  | { ok: false; code: 'link_invalid' | 'code_refused' | 'locked' }

/** `code`: as typed, from an authenticator app or a recovery code. */
export async function signInByLink(
  services: SignInByLinkServices,
  input: { token: string; code: string; device: string | null; requestId: string },
): Promise<SignInByLink> {
  const { db, clock, security } = services
  const now = clock()
  const link = { token: input.token, kind, now } as const
  const person = isAccountToken(input.token) ? await staffOfLink(db, link) : null
  if (person === null) {
    security.record('link-refused', {})
    return { ok: false, code: 'link_invalid' }
  }
  const staffId = person.id
  const signedIn = await audited(
    db,
    staffActor(staffId, input.requestId),
    async (trx, record): Promise<SignInByLink> => {
      const factors = await lockSecondFactors(trx, staffId)
      if (factors.lockedAt !== null) return { ok: false, code: 'locked' }
      if ((await staffOfLink(trx, link)) === null) return { ok: false, code: 'link_invalid' }
      const used = await spendCode(trx, services, { staffId, factors, typed: input.code })
      if (used === null) return refuseCode(trx, services, record, { staffId, factors })
      await spendLink(trx, link)
      await clearFailures(trx, staffId)
      record({ action: 'staff.sign_in', object: ['staff', staffId], after: { with: used } })
      if (used === 'recovery-code') await notifyStaff(trx, services, { staffId, event: 'recovery-code-used' })
      const token = await openStaffSession(trx, { staffId, now, device: input.device, steppedUpAt: now })
      return { ok: true, token }
    },
  )
  security.record(signedIn.ok ? 'login-by-link' : 'link-refused', { staffId })
  return signedIn
}

/** Uses a code up; null where it is none of the person's. */
export async function spendCode(
  trx: Kysely<DB>,
  { keys, clock }: Pick<SignInByLinkServices, 'keys' | 'clock'>,
  { staffId, factors, typed }: { staffId: number; factors: SecondFactors; typed: string },
): Promise<'authenticator-app' | 'recovery-code' | null> {
  const now = clock()
  const recoveryCode = readRecoveryCode(typed)
  if (recoveryCode !== null) {
    const isSpent = await spendRecoveryCode(trx, { staffId, code: recoveryCode, now: new Date(now) })
    return isSpent ? 'recovery-code' : null
  }
  const code = readTotpCode(typed)
  const { totpSecret, totpConfirmedAt, totpStep } = factors
  if (code === null || totpSecret === null || totpConfirmedAt === null) return null
  const secret = keys.decrypt('staff-totp', totpSecret)
  const step = secret && acceptedStep(secret, code, { now, after: totpStep })
  if (secret === null || typeof step !== 'number') return null
  // Encrypted anew, so that it outlives the shop's former secret.
  await setTotp(trx, staffId, {
    totpSecret: keys.encrypt('staff-totp', secret),
    totpConfirmedAt,
    totpStep: step,
  })
  return 'authenticator-app'
}

/** Counts a wrong code; the tenth in a row locks the person out and ends their sessions. */
export async function refuseCode(
  trx: Kysely<DB>,
  services: SignInByLinkServices,
  record: RecordAudit,
  { staffId, factors }: { staffId: number; factors: SecondFactors },
): Promise<{ ok: false; code: 'code_refused' | 'locked' }> {
  const now = services.clock()
  const failures = factors.failures + 1
  const isLocked = failures >= mostFailedCodes
  await countFailure(trx, staffId, isLocked ? new Date(now) : null)
  record({ action: 'staff.refuse_code', object: ['staff', staffId], after: { failures } })
  if (!isLocked) return { ok: false, code: 'code_refused' }
  const endedSessions = await endStaffSessions(trx, { staffId, now })
  record({ action: 'staff.lock', object: ['staff', staffId], after: { endedSessions } })
  await notifyStaff(trx, services, { staffId, event: 'locked' })
  return { ok: false, code: 'locked' }
}
