/** The only SQL that reads and writes declarations of withdrawal. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { WithdrawalDeclaration } from './withdrawal.ts'

export interface StoredWithdrawal extends WithdrawalDeclaration {
  id: number
  store: StoreCode
  /** Number of the matching order; null: none. */
  order: string | null
  declaredAt: Date
  /** Null until then. */
  receiptSentAt: Date | null
  /** When staff closed it; null while it is open. */
  doneAt: Date | null
}

export interface NewWithdrawal extends WithdrawalDeclaration {
  key: string
  store: StoreCode
  orderId: number | null
  declaredAt: Date
}

const select = sql`select w.id::integer as id, w.store, w.order_number as "orderNumber", o.number as "order", w.name, w.email, w.goods,
    w.declared_at as "declaredAt", w.receipt_sent_at as "receiptSentAt", w.done_at as "doneAt"
  from withdrawal w left join orders o on o.id = w.order_id`

/** Null where a declaration with that key already exists. */
export async function insertWithdrawal(trx: Kysely<DB>, declared: NewWithdrawal): Promise<number | null> {
  const { key, store, orderId, orderNumber, name, email, goods, declaredAt } = declared
  const row = await trx
    .insertInto('withdrawal')
    .values({
      key,
      store,
      order_id: orderId,
      order_number: orderNumber,
      name,
      email,
      goods,
      declared_at: declaredAt,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes a declaration that is refused within the transaction that wrote it. */
export async function deleteWithdrawal(trx: Kysely<DB>, id: number): Promise<void> {
  await trx.deleteFrom('withdrawal').where('id', '=', id).execute()
}

export async function findWithdrawalByKey(db: Kysely<DB>, key: string): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.key = ${key}`.execute(db)
  return rows[0] ?? null
}

/** Locks a declaration whose receipt is not sent yet, so that it is sent once. Null: already sent. */
export async function lockWithoutReceipt(trx: Kysely<DB>, id: number): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<StoredWithdrawal>`${select}
    where w.id = ${id} and w.receipt_sent_at is null for update of w`.execute(trx)
  return rows[0] ?? null
}

export async function noteReceiptSent(trx: Kysely<DB>, id: number, at: Date): Promise<void> {
  await trx.updateTable('withdrawal').set({ receipt_sent_at: at }).where('id', '=', id).execute()
}

/** The latest declarations of all stores, newest first; only the open ones where `open` is set. */
export async function latestWithdrawals(
  db: Kysely<DB>,
  limit: number,
  { open = false }: { open?: boolean } = {},
): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`${select}
    where ${open ? sql`w.done_at is null` : sql`true`} order by w.declared_at desc, w.id desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Closes a declaration, or reopens it (`at: null`). The first closing time is kept. Null: unknown id. */
export async function closeWithdrawal(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
  at: Date | null,
): Promise<StoredWithdrawal | null> {
  return audited(db, actor, async (trx, record) => {
    await sql`update withdrawal set done_at = case when ${at}::timestamptz is null then null else coalesce(done_at, ${at}) end
      where id = ${id}`.execute(trx)
    const { rows } = await sql<StoredWithdrawal>`${select} where w.id = ${id}`.execute(trx)
    const [withdrawal] = rows
    if (!withdrawal) return null
    const { store, doneAt } = withdrawal
    record({
      action: at === null ? 'withdrawal.reopen' : 'withdrawal.close',
      object: ['withdrawal', id],
      store,
      after: { doneAt: doneAt?.toISOString() ?? null },
    })
    return withdrawal
  })
}

/** An order's declarations, oldest first. */
export async function withdrawalsOf(db: Kysely<DB>, orderId: number): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.order_id = ${orderId} order by w.id`.execute(
    db,
  )
  return rows
}
