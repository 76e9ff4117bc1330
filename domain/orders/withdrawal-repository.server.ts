/** The only SQL that reads and writes declarations of withdrawal. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { WithdrawalDeclaration } from './withdrawal.ts'

export interface StoredWithdrawal extends WithdrawalDeclaration {
  id: number
  store: StoreCode
  /** Number of the order that fits; null: none does. */
  order: string | null
  declaredAt: Date
  /** Null until then. */
  receiptSentAt: Date | null
}

export interface NewWithdrawal extends WithdrawalDeclaration {
  key: string
  store: StoreCode
  orderId: number | null
  declaredAt: Date
}

const select = sql`select w.id::integer as id, w.store, w.order_number as "orderNumber", o.number as "order", w.name, w.email, w.goods,
    w.declared_at as "declaredAt", w.receipt_sent_at as "receiptSentAt"
  from withdrawal w left join orders o on o.id = w.order_id`

/** Null where a declaration with that key is there already. */
export async function insertWithdrawal(trx: Kysely<DB>, declared: NewWithdrawal): Promise<number | null> {
  const { key, store, orderId, orderNumber, name, email, goods, declaredAt } = declared
  const { rows } = await sql<{ id: number }>`
    insert into withdrawal (key, store, order_id, order_number, name, email, goods, declared_at)
    values (${key}, ${store}, ${orderId}, ${orderNumber}, ${name}, ${email}, ${goods}, ${declaredAt})
    on conflict (key) do nothing returning id::integer as id`.execute(trx)
  return rows[0]?.id ?? null
}

export async function findWithdrawalByKey(db: Kysely<DB>, key: string): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.key = ${key}`.execute(db)
  return rows[0] ?? null
}

/** Locked until the caller's transaction ends, so that a receipt leaves once. */
export async function lockWithdrawal(trx: Kysely<DB>, id: number): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.id = ${id} for update of w`.execute(trx)
  return rows[0] ?? null
}

export async function noteReceiptSent(trx: Kysely<DB>, id: number, at: Date): Promise<void> {
  await sql`update withdrawal set receipt_sent_at = ${at} where id = ${id}`.execute(trx)
}

/** The latest declarations of all stores, newest first. */
export async function latestWithdrawals(db: Kysely<DB>, limit: number): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`${select} order by w.declared_at desc, w.id desc limit ${limit}`.execute(db) // prettier-ignore
  return rows
}

/** An order's declarations, oldest first. */
export async function withdrawalsOf(db: Kysely<DB>, orderId: number): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.order_id = ${orderId} order by w.id`.execute(db) // prettier-ignore
  return rows
}
