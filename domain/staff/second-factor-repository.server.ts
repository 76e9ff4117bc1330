/** The SQL for authenticator apps and for failed sign-ins. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

/** How a person may prove a sign-in by a mailed link. */
export interface SecondFactors {
  /** Null: not locked. */
  lockedAt: Date | null
  failures: number
  /** Encrypted for `staff-totp`; null: no authenticator app. */
  totpSecret: string | null
  /** Null: the app has not proved yet that it has the secret. */
  totpConfirmedAt: Date | null
  /** The newest step whose code was accepted. */
  totpStep: number | null
}

/** Those of a person; until the transaction ends, other attempts of the same person wait. */
export async function lockSecondFactors(trx: Kysely<DB>, staffId: number): Promise<SecondFactors> {
  return trx
    .selectFrom('staff')
    .select([
      'locked_at as lockedAt',
      'failed_sign_ins as failures',
      'totp_secret as totpSecret',
      'totp_confirmed_at as totpConfirmedAt',
      'totp_step as totpStep',
    ])
    .where('id', '=', staffId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Counts a failed sign-in, and locks the person where `lockedAt` is given. */
export async function countFailure(trx: Kysely<DB>, staffId: number, lockedAt: Date | null): Promise<void> {
  await sql`update staff set failed_sign_ins = failed_sign_ins + 1, locked_at = ${lockedAt}
    where id = ${staffId}`.execute(trx)
}

/** Stores the secret of an app (encrypted) and what is known of it; nulls remove the app. */
export async function setTotp(
  trx: Kysely<DB>,
  staffId: number,
  totp: Pick<SecondFactors, 'totpSecret' | 'totpConfirmedAt' | 'totpStep'>,
): Promise<void> {
  await trx
    .updateTable('staff')
    .set({ totp_secret: totp.totpSecret, totp_confirmed_at: totp.totpConfirmedAt, totp_step: totp.totpStep })
    .where('id', '=', staffId)
    .execute()
}
