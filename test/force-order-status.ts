/** Only in `.db.test.ts` files. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { OrderStatus } from '../domain/orders/order-states.ts'

/**
 * Puts an order into a status from which a test starts, bypassing the transition table. The triggers that
 * release coupon uses and gift cards run as always; stock, history and mails are unchanged.
 */
export async function forceOrderStatus(db: Kysely<DB>, number: string, status: OrderStatus): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`alter table orders disable trigger order_transition_is_checked`.execute(trx)
    await trx.updateTable('orders').set({ status }).where('number', '=', number).execute()
    await sql`alter table orders enable trigger order_transition_is_checked`.execute(trx)
  })
}
