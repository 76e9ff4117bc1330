/** The only SQL for changes of an account's address. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { EmailChangeSide } from '../jobs/job-queue.ts'
import { tokenHash } from './token.server.ts'

/** Times are epoch milliseconds. An open request of the account is given up for this one. Returns its id. */
export async function insertEmailChange(
  trx: Kysely<DB>,
  change: {
    accountId: number
    store: StoreCode
    oldEmail: string
    newEmail: string
    now: number
    expiresAt: number
  },
): Promise<number> {
  const at = new Date(change.now)
  await trx
    .updateTable('account_email_change')
    .set({ replaced_at: at })
    .where('account_id', '=', change.accountId)
    .where('done_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  const { id } = await trx
    .insertInto('account_email_change')
    .values({
      account_id: change.accountId,
      store: change.store,
      old_email: change.oldEmail,
      new_email: change.newEmail,
      requested_at: at,
      expires_at: new Date(change.expiresAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface EmailChange {
  store: StoreCode
  oldEmail: string
  newEmail: string
}

const addresses = ['store', 'old_email as oldEmail', 'new_email as newEmail'] as const

/** Stores the token of one side's link; null where the change is done, replaced by a newer request, or expired. */
export async function setEmailChangeToken(
  trx: Kysely<DB>,
  id: number,
  { side, token }: { side: EmailChangeSide; token: string },
  now: number,
): Promise<EmailChange | null> {
  const hash = tokenHash(token)
  const row = await trx
    .updateTable('account_email_change')
    .set(side === 'old' ? { old_token_hash: hash } : { new_token_hash: hash })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('replaced_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returning(addresses)
    .executeTakeFirst()
  return row ?? null
}

/** Both addresses of a change that was made, for its notice. */
export async function findEmailChange(db: Kysely<DB>, id: number): Promise<EmailChange | null> {
  const row = await db
    .selectFrom('account_email_change')
    .select(addresses)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Confirms the side whose link was followed; each link works once. `isComplete`: both sides have confirmed.
 * Null: unknown, used, expired, or replaced by a newer request.
 */
export async function confirmSide(
  trx: Kysely<DB>,
  token: string,
  now: number,
): Promise<{
  id: number
  accountId: number
  store: StoreCode
  newEmail: string
  isComplete: boolean
} | null> {
  const hash = tokenHash(token)
  const { rows } = await sql<{
    id: number
    accountId: number
    store: StoreCode
    newEmail: string
    isComplete: boolean
  }>`
    update account_email_change set
      old_confirmed_at = case when old_token_hash = ${hash} then ${new Date(now)} else old_confirmed_at end,
      new_confirmed_at = case when new_token_hash = ${hash} then ${new Date(now)} else new_confirmed_at end
    where (old_token_hash = ${hash} and old_confirmed_at is null
        or new_token_hash = ${hash} and new_confirmed_at is null)
      and done_at is null and replaced_at is null and expires_at > ${new Date(now)}
    returning id, account_id as "accountId", store, new_email as "newEmail",
      old_confirmed_at is not null and new_confirmed_at is not null as "isComplete"`.execute(trx)
  return rows[0] ?? null
}

export async function finishEmailChange(trx: Kysely<DB>, id: number, now: number): Promise<void> {
  await trx
    .updateTable('account_email_change')
    .set({ done_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}

/** Removes changes that expired more than a day ago. */
export async function tidyEmailChanges(db: Kysely<DB>): Promise<void> {
  await sql`delete from account_email_change where expires_at < now() - interval '1 day'`.execute(db)
}
