/** The only SQL that reads and writes declarations of withdrawal. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
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
  /** Last day of the order's withdrawal period, `YYYY-MM-DD`, as of the declaration; null: not known. */
  periodEndsOn: string | null
  /** Last day for its refund, `YYYY-MM-DD`. */
  refundDueOn: string
  /** When the goods, or proof that they were sent, arrived. */
  goodsBackAt: Date | null
  /** Whether something of its order was sent to the buyer. */
  isShipped: boolean
  /** Why staff rejected it, as the mail to the buyer says; null: they have not. */
  rejection: string | null
}

export interface NewWithdrawal extends WithdrawalDeclaration {
  key: string
  store: StoreCode
  orderId: number | null
  declaredAt: Date
  periodEndsOn: string | null
  refundDueOn: string
}

const select = sql`select w.id::integer as id, w.store, w.order_number as "orderNumber", o.number as "order", w.name, w.email, w.goods,
    w.declared_at as "declaredAt", w.receipt_sent_at as "receiptSentAt", w.done_at as "doneAt",
    w.items, to_char(w.period_ends_on, 'YYYY-MM-DD') as "periodEndsOn",
    to_char(w.refund_due_on, 'YYYY-MM-DD') as "refundDueOn", w.goods_back_at as "goodsBackAt", w.rejection,
    exists (select 1 from shipment s where s.order_id = w.order_id) as "isShipped"
  from withdrawal w left join orders o on o.id = w.order_id`

/** Null where a declaration with that key already exists. */
export async function insertWithdrawal(trx: Kysely<DB>, declared: NewWithdrawal): Promise<number | null> {
  const { key, store, orderId, orderNumber, name, email, goods, items, declaredAt } = declared
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
      items: JSON.stringify(items),
      declared_at: declaredAt,
      period_ends_on: declared.periodEndsOn,
      refund_due_on: declared.refundDueOn,
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

/** The store in which a withdrawal was declared; null: there is no such withdrawal. */
export async function storeOfWithdrawal(db: Kysely<DB>, id: number): Promise<StoreCode | null> {
  const row = await db.selectFrom('withdrawal').select('store').where('id', '=', id).executeTakeFirst()
  return row?.store ?? null
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

/** The latest declarations of all stores, newest first. */
export async function latestWithdrawals(db: Kysely<DB>, limit: number): Promise<StoredWithdrawal[]> {
  const { rows } =
    await sql<StoredWithdrawal>`${select} order by w.declared_at desc, w.id desc limit ${limit}`.execute(db)
  return rows
}

/** The open declarations of all stores, in the order in which their refunds are due: the tasks of staff. */
export async function openWithdrawals(db: Kysely<DB>, limit: number): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.done_at is null
    order by w.refund_due_on, w.id limit ${limit}`.execute(db)
  return rows
}

/** The first time is kept; `at: null`: they have not arrived. Null: unknown id. */
export async function setGoodsBack(
  trx: Kysely<DB>,
  id: number,
  at: Date | null,
): Promise<StoredWithdrawal | null> {
  await sql`update withdrawal set goods_back_at =
      case when ${at}::timestamptz is null then null else coalesce(goods_back_at, ${at}) end
    where id = ${id}`.execute(trx)
  const { rows } = await sql<StoredWithdrawal>`${select} where w.id = ${id}`.execute(trx)
  return rows[0] ?? null
}

/** Notes for the open declarations of an order that its goods have arrived. */
export async function noteGoodsOfOrderBack(trx: Kysely<DB>, orderId: number, at: Date): Promise<void> {
  await sql`update withdrawal set goods_back_at = ${at}
    where order_id = ${orderId} and done_at is null and goods_back_at is null`.execute(trx)
}

/**
 * When the period of an order's goods began, or of a renewal the first delivery of its subscription (CRD
 * Art. 9 (2)). Null: not delivered yet.
 */
export async function withdrawalPeriodStart(db: Kysely<DB>, orderId: number): Promise<Date | null> {
  const { rows } = await sql<{ deliveredAt: Date | null }>`
    select first.delivered_at as "deliveredAt" from orders first where first.id = coalesce(
      (select s.order_id from subscription_renewal r join subscription s on s.id = r.subscription_id
        where r.order_id = ${orderId} limit 1), ${orderId})`.execute(db)
  return rows[0]?.deliveredAt ?? null
}

/** Locks a declaration for a decision of staff. Null: unknown id. */
export async function lockWithdrawal(trx: Kysely<DB>, id: number): Promise<StoredWithdrawal | null> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.id = ${id} for update of w`.execute(trx)
  return rows[0] ?? null
}

/** Closes a locked declaration, with the reason if it is rejected; `doneAt: null` reopens it. */
export async function setWithdrawalDone(
  trx: Kysely<DB>,
  id: number,
  { doneAt, rejection = null }: { doneAt: Date | null; rejection?: string | null },
): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({ done_at: doneAt, rejection, rejection_mail_sent_at: null })
    .where('id', '=', id)
    .execute()
}

/** Gives a locked declaration the order that staff have found for it. */
export async function setWithdrawalOrder(
  trx: Kysely<DB>,
  id: number,
  { orderId, periodEndsOn }: { orderId: number; periodEndsOn: string | null },
): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({ order_id: orderId, period_ends_on: periodEndsOn })
    .where('id', '=', id)
    .execute()
}

/** Locks a rejected declaration whose mail to the buyer has not been sent, so that it is sent once. Null: there is none. */
export async function lockWithoutRejectionMail(
  trx: Kysely<DB>,
  id: number,
): Promise<(StoredWithdrawal & { rejection: string }) | null> {
  const { rows } = await sql<StoredWithdrawal & { rejection: string }>`${select}
    where w.id = ${id} and w.rejection is not null and w.rejection_mail_sent_at is null for update of w`.execute(
    trx,
  )
  return rows[0] ?? null
}

export async function noteRejectionMailSent(trx: Kysely<DB>, id: number, at: Date): Promise<void> {
  await trx.updateTable('withdrawal').set({ rejection_mail_sent_at: at }).where('id', '=', id).execute()
}

/** An order's declarations, oldest first. */
export async function withdrawalsOf(db: Kysely<DB>, orderId: number): Promise<StoredWithdrawal[]> {
  const { rows } = await sql<StoredWithdrawal>`${select} where w.order_id = ${orderId} order by w.id`.execute(
    db,
  )
  return rows
}
