/** What members of staff change about their own sign-in: passkeys and recovery codes. */
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import {
  deletePasskey,
  insertPasskey,
  passkeysOf,
  staffMembers,
} from '../passkeys/passkey-repository.server.ts'
import { verifyNew } from '../passkeys/passkeys.server.ts'
import { staffCeremony, type StaffSignInServices } from './accept-invitation.server.ts'
import { newRecoveryCodes } from './recovery-codes.server.ts'
import { notifyStaff, type StaffNoticeServices } from './staff-notice.server.ts'
import { mostStaffPasskeys } from './staff.ts'
import { replaceRecoveryCodes } from './recovery-code-repository.server.ts'
import { lockStaff } from './staff-repository.server.ts'

/** Stores the passkey that the browser created; false where its answer is not accepted. */
export async function addOwnPasskey(
  services: StaffSignInServices & StaffNoticeServices,
  actor: Actor,
  { staffId, name, response }: { staffId: number; name: string; response: RegistrationResponseJSON },
): Promise<boolean> {
  const { db, clock, security } = services
  const passkey = await verifyNew(staffCeremony(services), { ownerId: staffId, response })
  const added =
    passkey !== null &&
    (await audited(db, actor, async (trx, record) => {
      if ((await passkeysOf(trx, staffMembers, staffId)).length >= mostStaffPasskeys) return false
      const own = { ...passkey, ownerId: staffId, name, createdAt: new Date(clock()) }
      if (!(await insertPasskey(trx, staffMembers, own))) return false
      record({ action: 'staff.add_passkey', object: ['staff', staffId] })
      await notifyStaff(trx, services, { staffId, event: 'passkey-added' })
      return true
    }))
  security.record(added ? 'passkey-added' : 'passkey-refused', { staffId })
  return added
}

export type RemovePasskey = { ok: true } | { ok: false; code: 'not_found' | 'last_passkey' }

/** Removes a passkey, which the person is notified of by mail; the last one stays, because without it nobody could sign in. */
export async function removeOwnPasskey(
  services: StaffSignInServices & StaffNoticeServices,
  actor: Actor,
  { staffId, credentialId }: { staffId: number; credentialId: string },
): Promise<RemovePasskey> {
  const { db, security } = services
  const removed = await audited(db, actor, async (trx, record): Promise<RemovePasskey> => {
    await lockStaff(trx)
    const own = await passkeysOf(trx, staffMembers, staffId)
    if (!own.some((passkey) => passkey.credentialId === credentialId)) return { ok: false, code: 'not_found' }
    if (own.length === 1) return { ok: false, code: 'last_passkey' }
    await deletePasskey(trx, staffMembers, { ownerId: staffId, credentialId })
    record({ action: 'staff.remove_passkey', object: ['staff', staffId] })
    await notifyStaff(trx, services, { staffId, event: 'passkey-removed' })
    return { ok: true }
  })
  if (removed.ok) security.record('passkey-removed', { staffId })
  return removed
}

/** Ten new recovery codes; the former ones end, and the person is notified by mail. */
export async function renewRecoveryCodes(
  services: Pick<StaffSignInServices, 'db'> & StaffNoticeServices,
  actor: Actor,
  staffId: number,
): Promise<string[]> {
  const { db, clock } = services
  const codes = newRecoveryCodes()
  await audited(db, actor, async (trx, record) => {
    await replaceRecoveryCodes(trx, { staffId, codes, now: new Date(clock()) })
    record({ action: 'staff.renew_recovery_codes', object: ['staff', staffId] })
    await notifyStaff(trx, services, { staffId, event: 'recovery-codes-renewed' })
  })
  return codes
}
