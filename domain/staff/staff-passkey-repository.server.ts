/** The SQL for passkeys of staff, their challenges and recovery codes. */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { KnownPasskey, NewPasskey } from '../passkeys/webauthn.server.ts'

export interface StaffPasskey extends KnownPasskey {
  staffId: number
  name: string
  backedUp: boolean
  createdAt: Date
  usedAt: Date | null
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const passkeyColumns = [
  'k.credential_id as credentialId',
  'k.staff_id as staffId',
  'k.public_key as publicKey',
  'k.counter',
  'k.transports',
  'k.name',
  'k.backed_up as backedUp',
  'k.created_at as createdAt',
  'k.used_at as usedAt',
  'p.passkey_user as userHandle',
] as const

const passkeys = (db: Kysely<DB>) =>
  db.selectFrom('staff_passkey as k').innerJoin('staff as p', 'p.id', 'k.staff_id').select(passkeyColumns)

/** Those of a person, the oldest first. */
export function passkeysOfStaff(db: Kysely<DB>, staffId: number): Promise<StaffPasskey[]> {
  return passkeys(db).where('k.staff_id', '=', staffId).orderBy('k.created_at').execute()
}

/** A passkey of somebody who may sign in. */
export async function findStaffPasskey(db: Kysely<DB>, credentialId: string): Promise<StaffPasskey | null> {
  const found = await passkeys(db)
    .where('k.credential_id', '=', credentialId)
    .where('p.deactivated_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

export async function passkeyUserOf(db: Kysely<DB>, staffId: number): Promise<string> {
  const { handle } = await db
    .selectFrom('staff')
    .select('passkey_user as handle')
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
  return handle
}

/** False where the authenticator's credential is registered already. */
export async function insertStaffPasskey(
  trx: Kysely<DB>,
  passkey: NewPasskey & { staffId: number; name: string; createdAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('staff_passkey')
    .values({
      credential_id: passkey.credentialId,
      staff_id: passkey.staffId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      backed_up: passkey.backedUp,
      created_at: passkey.createdAt,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Records a use; false where another use changed the counter since it was read. */
export async function noteStaffPasskeyUse(
  trx: Kysely<DB>,
  use: { credentialId: string; before: number; counter: number; backedUp: boolean; at: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('staff_passkey')
    .set({ counter: use.counter, backed_up: use.backedUp, used_at: use.at })
    .where('credential_id', '=', use.credentialId)
    .where('counter', '=', use.before)
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where the person has no such passkey. */
export async function deleteStaffPasskey(
  trx: Kysely<DB>,
  { staffId, credentialId }: { staffId: number; credentialId: string },
): Promise<boolean> {
  const row = await trx
    .deleteFrom('staff_passkey')
    .where('credential_id', '=', credentialId)
    .where('staff_id', '=', staffId)
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes every passkey, recovery code and authenticator app of a person. */
export async function removeSignInMethods(trx: Kysely<DB>, staffId: number): Promise<void> {
  await trx.deleteFrom('staff_passkey').where('staff_id', '=', staffId).execute()
  await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  await trx
    .updateTable('staff')
    .set({ totp_secret: null, totp_confirmed_at: null, totp_step: null })
    .where('id', '=', staffId)
    .execute()
}

/** `staffId`: who adds a passkey; null: somebody signs in or steps up. */
export async function keepStaffChallenge(
  db: Kysely<DB>,
  kept: { challenge: string; staffId: number | null; expiresAt: Date },
): Promise<void> {
  const { challenge, staffId, expiresAt } = kept
  await db
    .insertInto('staff_challenge')
    .values({ challenge_hash: sha256(challenge), staff_id: staffId, expires_at: expiresAt })
    .execute()
}

/** Deletes a challenge; false where it was never handed out for this, is answered already, or has expired. */
export async function spendStaffChallenge(
  db: Kysely<DB>,
  spent: { challenge: string; staffId: number | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`delete from staff_challenge
    where challenge_hash = ${sha256(spent.challenge)}
      and staff_id is not distinct from ${spent.staffId}::bigint and expires_at > ${spent.now}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Replaces all recovery codes of a person. */
export async function replaceRecoveryCodes(
  trx: Kysely<DB>,
  { staffId, codes, now }: { staffId: number; codes: readonly string[]; now: Date },
): Promise<void> {
  await trx.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  await trx
    .insertInto('staff_recovery_code')
    .values(codes.map((code) => ({ staff_id: staffId, code_hash: sha256(code), created_at: now })))
    .execute()
}

/** Uses up a recovery code; false where the person has no such open one. */
export async function spendRecoveryCode(
  trx: Kysely<DB>,
  { staffId, code, now }: { staffId: number; code: string; now: Date },
): Promise<boolean> {
  const row = await trx
    .updateTable('staff_recovery_code')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', sha256(code))
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many recovery codes a person has left. */
export async function recoveryCodesLeft(db: Kysely<DB>, staffId: number): Promise<number> {
  const { left } = await db
    .selectFrom('staff_recovery_code')
    .select(({ fn }) => fn.countAll<string>().as('left'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}
