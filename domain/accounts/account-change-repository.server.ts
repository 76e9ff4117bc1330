/**
 * The only SQL for the values of what staff changed of a customer, in the profile, the address book or the facts of a
 * company. The audit names the changed fields; the values are kept here and erased with the account (decision 125).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

type Values = Record<string, unknown>

/** Fields that are absent in `before` were added, those absent in `after` removed. */
export interface AccountChange {
  before: Values
  after: Values
}

/** Returns the id, which the entry of the audit names as `change`. */
export async function insertAccountChange(
  trx: Kysely<DB>,
  accountId: number,
  { before, after }: AccountChange,
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto('account_change')
    .values({
      account_id: accountId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      changed_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The values of these changes by their ids. */
export async function accountChanges(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AccountChange>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_change')
    .select(['id', 'before', 'after'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, before, after }) => [id, { before: before as Values, after: after as Values }]),
  )
}
