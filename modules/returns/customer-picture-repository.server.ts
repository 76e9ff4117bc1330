/** The only SQL that reads and writes pictures of customers. They are for the order's buyer and for staff only. */
import { hash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

/**
 * Stores a picture of a return (`number` within its order), or of a deposit proof (null). The same bytes are stored
 * once. Returns the picture's id.
 */
export async function insertCustomerPicture(
  trx: Kysely<DB>,
  { orderId, number, jpeg, at }: { orderId: number; number: number | null; jpeg: Buffer; at: Date },
): Promise<number> {
  const sha256 = Buffer.from(hash('sha256', jpeg, 'hex'), 'hex')
  const { rows } = await sql<{ id: number }>`
    insert into customer_picture (order_id, return_id, sha256, bytes, uploaded_at)
    values (${orderId}, (select id from order_return where order_id = ${orderId} and number = ${number}),
      ${sha256}, ${jpeg}, ${at})
    on conflict (order_id, coalesce(return_id, 0), sha256) do update set uploaded_at = excluded.uploaded_at
    returning id`.execute(trx)
  return rows[0]!.id
}

/** The ids of a return's pictures, oldest first. */
export async function returnPictures(db: Kysely<DB>, orderId: number, number: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from customer_picture p join order_return r on r.id = p.return_id
    where r.order_id = ${orderId} and r.number = ${number} order by p.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** A picture of an order as JPEG; null: it has none with that id. */
export async function readCustomerPicture(
  db: Kysely<DB>,
  orderId: number,
  id: number,
): Promise<Buffer | null> {
  const found = await db
    .selectFrom('customer_picture')
    .select('bytes')
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return found?.bytes ?? null
}
