/** What the shop has stored of a checkout, for browser tests: read from the database of the shop under test. */
import { sql } from 'kysely'
import { createDatabase } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'

/** An order of a checkout as it is now. */
export interface RecordedOrder {
  status: string
  /** Of its payment. */
  payment: string
  /** Units of stock that it holds. */
  reserved: number
  /** Kinds of mails that were sent. */
  mails: string[]
}

/** Connects to the shop's database; call `close` when done. */
export async function openCheckoutRecords() {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const postgres = await startEmbeddedPostgres({ dataDir: process.env['ANODE_TEST_DATA_DIR']!, log })
  const db = createDatabase(postgres.url, { log, max: 2 })
  return {
    /** The orders of a checkout, oldest first. */
    async ordersOf(checkoutId: string): Promise<RecordedOrder[]> {
      const { rows } = await sql<RecordedOrder>`
        select o.status,
          (select a.status from payment_attempt a where a.order_id = o.id order by a.id desc limit 1) as payment,
          (select coalesce(sum(r.quantity), 0)::integer from stock_reservation r
            where r.order_id = o.id and r.status = 'reserved') as reserved,
          array(select m.kind from order_mail m where m.order_id = o.id and m.sent_at is not null order by m.kind)
            as mails
        from orders o where o.checkout_id = ${checkoutId} order by o.id`.execute(db)
      return rows
    },
    async close() {
      await db.destroy()
      await postgres.stop()
    },
  }
}
