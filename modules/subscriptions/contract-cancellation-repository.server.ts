/** The only SQL that reads and writes cancellations declared without a login. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { erasedSender, withoutSender } from './erased-subscribers.server.ts'
import type { ContractCancellation } from './contract-cancellation.ts'

export interface StoredCancellation extends ContractCancellation {
  id: number
  store: StoreCode
  /** Numbers of the subscriptions that matched; empty: none. */
  subscriptions: string[]
  declaredAt: Date
  /** When staff were done with it; null: open, where no subscription matched. */
  closedAt: Date | null
}

const select = sql`select id::integer as id, store, contract, name, email, kind, reason,
    to_char(ends_on, 'YYYY-MM-DD') as "endsOn", subscriptions, declared_at as "declaredAt",
    closed_at as "closedAt"
  from contract_cancellation`

/** Null where a declaration with that key already exists. */
export async function insertCancellation(
  trx: Kysely<DB>,
  declared: Omit<StoredCancellation, 'id' | 'closedAt'> & { key: string },
): Promise<number | null> {
  const { key, store, contract, name, email, kind, reason, endsOn, subscriptions, declaredAt } = declared
  const row = await trx
    .insertInto('contract_cancellation')
    .values({
      key,
      store,
      contract,
      name,
      email,
      kind,
      reason,
      ends_on: endsOn,
      subscriptions,
      declared_at: declaredAt,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes a declaration that is refused within the transaction that wrote it. */
export async function deleteCancellation(trx: Kysely<DB>, id: number): Promise<void> {
  await trx.deleteFrom('contract_cancellation').where('id', '=', id).execute()
}

export async function findCancellationByKey(db: Kysely<DB>, key: string): Promise<StoredCancellation | null> {
  const { rows } = await sql<StoredCancellation>`${select} where key = ${key}`.execute(db)
  return rows[0] ?? null
}

/** Locks a declaration whose receipt is not sent yet, so that it is sent once. Null: already sent, or its sender erased. */
export async function lockCancellationWithoutReceipt(
  trx: Kysely<DB>,
  id: number,
): Promise<StoredCancellation | null> {
  const { rows } = await sql<StoredCancellation>`${select}
    where id = ${id} and receipt_sent_at is null and email <> ${erasedSender} for update`.execute(trx)
  return rows[0] ?? null
}

/** Notes it, and erases a sender who was kept for the receipt only. */
export async function noteCancellationReceiptSent(trx: Kysely<DB>, id: number, at: Date): Promise<void> {
  await trx.updateTable('contract_cancellation').set({ receipt_sent_at: at }).where('id', '=', id).execute()
  await sql`update contract_cancellation set ${withoutSender}
    where id = ${id} and erasure_asked_at is not null`.execute(trx)
}

/** The latest declarations of all stores, newest first. `open`: only those that staff have to look for. */
export async function latestCancellations(
  db: Kysely<DB>,
  limit: number,
  { open = false }: { open?: boolean } = {},
): Promise<StoredCancellation[]> {
  const { rows } = await sql<StoredCancellation>`${select}
    where ${open ? sql`subscriptions = '{}' and closed_at is null` : sql`true`}
    order by declared_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Locks a declaration until the transaction ends. Null: unknown id. */
export async function lockCancellation(trx: Kysely<DB>, id: number): Promise<StoredCancellation | null> {
  const { rows } = await sql<StoredCancellation>`${select} where id = ${id} for update`.execute(trx)
  return rows[0] ?? null
}

export async function updateCancellation(
  trx: Kysely<DB>,
  id: number,
  changes: { subscriptions?: string[]; closedAt?: Date | null },
): Promise<void> {
  const { subscriptions, closedAt } = changes
  await trx
    .updateTable('contract_cancellation')
    .set({
      ...(subscriptions !== undefined && { subscriptions }),
      ...(closedAt !== undefined && { closed_at: closedAt }),
    })
    .where('id', '=', id)
    .execute()
}
