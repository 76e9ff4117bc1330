/** The only SQL for the questions that are mailed to a company before it is verified. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { newToken, tokenHash } from '../accounts/token.server.ts'
import type { Company } from './company.ts'

/** Writes a question, which replaces open ones of the company. Returns its id. */
export async function insertVerification(
  trx: Kysely<DB>,
  { id, organisationNumber }: Pick<Company, 'id' | 'organisationNumber'>,
  { email, now, expiresAt }: { email: string; now: number; expiresAt: number },
): Promise<number> {
  await trx
    .deleteFrom('company_verification')
    .where('company_id', '=', id)
    .where('used_at', 'is', null)
    .execute()
  const row = await trx
    .insertInto('company_verification')
    .values({
      company_id: id,
      organisation_number: organisationNumber,
      email,
      asked_at: new Date(now),
      expires_at: new Date(expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A question that may be answered: of a company that is not verified and still has the number. */
const isOpen = (now: number) => sql`v.used_at is null and v.expires_at > ${new Date(now)}
  and exists (select 1 from company c where c.id = v.company_id and c.verified_at is null
    and c.organisation_number = v.organisation_number)`

/** Creates the token of an open question; null where it was answered, replaced, or has expired. */
export async function issueVerificationToken(
  trx: Kysely<DB>,
  id: number,
  now: number,
): Promise<{ token: string; email: string; companyId: number } | null> {
  const token = newToken()
  const { rows } = await sql<{ email: string; companyId: number }>`update company_verification v
    set token_hash = ${tokenHash(token)} where v.id = ${id} and ${isOpen(now)}
    returning v.email, v.company_id as "companyId"`.execute(trx)
  return rows[0] ? { token, ...rows[0] } : null
}

/** The company that a token is for, whether or not it can still be answered; null: there is no such token. */
export async function companyAsked(db: Kysely<DB>, token: string): Promise<number | null> {
  const row = await db
    .selectFrom('company_verification')
    .select('company_id')
    .where('token_hash', '=', tokenHash(token))
    .executeTakeFirst()
  return row?.company_id ?? null
}

/** Spends the token of an open question, and returns the question's id; null where there is none. */
export async function spendVerification(trx: Kysely<DB>, token: string, now: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`update company_verification v set used_at = ${new Date(now)}
    where v.token_hash = ${tokenHash(token)} and ${isOpen(now)} returning v.id`.execute(trx)
  return rows[0]?.id ?? null
}

/** Removes questions that expired more than a month ago. */
export async function tidyVerifications(db: Kysely<DB>): Promise<void> {
  await sql`delete from company_verification where expires_at < now() - interval '30 days'`.execute(db)
}
