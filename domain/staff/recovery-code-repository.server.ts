/** The SQL for recovery codes of staff, and for removing all that a person signs in with. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

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
