/** The only SQL for requests to open an account. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import { tokenHash } from './token.server.ts'

/** Times are epoch milliseconds. Returns the request's id. */
export async function insertOpening(
  trx: Kysely<DB>,
  opening: { store: StoreCode; email: string; now: number; expiresAt: number },
): Promise<number> {
  const { store, email, now, expiresAt } = opening
  const { id } = await trx
    .insertInto('account_opening')
    .values({ store, email, requested_at: new Date(now), expires_at: new Date(expiresAt) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores the token's digest with an open request; null where it was used or has expired. */
export async function setOpeningToken(
  trx: Kysely<DB>,
  id: number,
  token: string,
  now: number,
): Promise<{ store: StoreCode; email: string } | null> {
  const row = await trx
    .updateTable('account_opening')
    .set({ token_hash: tokenHash(token) })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['store', 'email'])
    .executeTakeFirst()
  return row ?? null
}

/** Spends the token, and every other open request of its address. Null: unknown, used or expired. */
export async function spendOpening(
  trx: Kysely<DB>,
  token: string,
  now: number,
): Promise<{ store: StoreCode; email: string } | null> {
  const row = await trx
    .updateTable('account_opening')
    .set({ used_at: new Date(now) })
    .where('token_hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(['store', 'email'])
    .executeTakeFirst()
  if (row === undefined) return null
  await trx
    .updateTable('account_opening')
    .set({ used_at: new Date(now) })
    .where('email', '=', row.email)
    .where('used_at', 'is', null)
    .execute()
  return row
}

/** Removes requests that expired more than a day ago. */
export async function tidyOpenings(db: Kysely<DB>): Promise<void> {
  await sql`delete from account_opening where expires_at < now() - interval '1 day'`.execute(db)
}
