/**
 * Accepting an invitation: its link proves the mailbox or the operator's word, and the person registers a
 * passkey. The same link lets somebody back in who lost every passkey: it releases a lock, and the former
 * passkeys and sessions end.
 */
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isAccountToken } from '../accounts/token.server.ts'
import { audited } from '../audit/audited.server.ts'
import { insertPasskey, passkeysOf, staffMembers } from '../passkeys/passkey-repository.server.ts'
import { startAdding, verifyNew } from '../passkeys/passkeys.server.ts'
import type { SecurityLog } from '../security/security-log.server.ts'
import { newRecoveryCodes } from './recovery-codes.server.ts'
import { notifyStaff, type StaffNoticeServices } from './staff-notice.server.ts'
import { staffActor, type StaffMember } from './staff.ts'
import { removeSignInMethods, replaceRecoveryCodes } from './recovery-code-repository.server.ts'
import { clearFailures, spendLink, staffOfLink } from './staff-repository.server.ts'
import { endStaffSessions, openStaffSession } from './staff-session-repository.server.ts'

export interface StaffSignInServices {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
  security: SecurityLog
  /** Origin of the back office; its host is the relying party. */
  adminUrl: string
}

/** The name that browsers show beside a passkey of staff. */
const relyingPartyName = 'Anode'

const kind = 'invitation'

/** Whom an open invitation is for; null: it is not open. */
export async function readInvitation(
  { db, clock }: Pick<StaffSignInServices, 'db' | 'clock'>,
  token: string,
): Promise<StaffMember | null> {
  return isAccountToken(token) ? staffOfLink(db, { token, kind, now: clock() }) : null
}

/** Where passkeys of staff are added and used. */
export const staffCeremony = ({
  db,
  clock,
  adminUrl,
}: Pick<StaffSignInServices, 'db' | 'clock' | 'adminUrl'>) => ({
  db,
  owners: staffMembers,
  origin: adminUrl,
  now: clock(),
})

/** What the browser needs to create a passkey for a person. */
export async function startStaffPasskey(
  services: Pick<StaffSignInServices, 'db' | 'clock' | 'adminUrl'>,
  { id, email, name }: { id: number; email: string; name: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return startAdding(staffCeremony(services), {
    ownerId: id,
    party: { name: relyingPartyName },
    user: { name: email, displayName: name },
    known: await passkeysOf(services.db, staffMembers, id),
  })
}

export type AcceptInvitation =
  /** `token`: of the session; `recoveryCodes` are shown once. */
  | { ok: true; token: string; recoveryCodes: string[] }
  | { ok: false; code: 'link_invalid' | 'passkey_refused' }

/** Registers the first passkey, makes recovery codes, and signs the person in. */
export async function acceptInvitation(
  services: StaffSignInServices & StaffNoticeServices,
  input: {
    token: string
    response: RegistrationResponseJSON
    passkeyName: string
    device: string | null
    requestId: string
  },
): Promise<AcceptInvitation> {
  const { db, clock, security } = services
  const person = await readInvitation(services, input.token)
  if (person === null) return { ok: false, code: 'link_invalid' }
  const now = clock()
  const at = new Date(now)
  const passkey = await verifyNew(staffCeremony(services), { ownerId: person.id, response: input.response })
  if (passkey === null) {
    security.record('passkey-refused', { staffId: person.id })
    return { ok: false, code: 'passkey_refused' }
  }
  const accepted = await audited(
    db,
    staffActor(person.id, input.requestId),
    async (trx, record, rollBack): Promise<AcceptInvitation> => {
      if (!(await spendLink(trx, { token: input.token, kind, now })))
        return { ok: false, code: 'link_invalid' }
      await removeSignInMethods(trx, person.id)
      await endStaffSessions(trx, { staffId: person.id, now })
      await clearFailures(trx, person.id)
      const own = { ...passkey, ownerId: person.id, name: input.passkeyName, createdAt: at }
      // The authenticator's credential belongs to somebody else: the transaction is rolled back with the link open.
      if (!(await insertPasskey(trx, staffMembers, own)))
        return rollBack({ ok: false, code: 'passkey_refused' })
      if (person.passkeys > 0)
        await notifyStaff(trx, services, { staffId: person.id, event: 'passkey-added' })
      const recoveryCodes = newRecoveryCodes()
      await replaceRecoveryCodes(trx, { staffId: person.id, codes: recoveryCodes, now: at })
      const opened = { staffId: person.id, now, device: input.device, steppedUpAt: now }
      const token = await openStaffSession(trx, opened)
      record({
        action: 'staff.accept_invitation',
        object: ['staff', person.id],
        after: { formerPasskeys: person.passkeys },
      })
      return { ok: true, token, recoveryCodes }
    },
  )
  security.record(accepted.ok ? 'passkey-added' : 'passkey-refused', { staffId: person.id })
  return accepted
}
