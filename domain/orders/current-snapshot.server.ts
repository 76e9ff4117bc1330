/** The snapshot of an order with the newest address of its goods, for statements that read from `orders`. */
import { sql } from 'kysely'

export const currentSnapshot = sql`snapshot || coalesce((select jsonb_build_object('recipient', c.recipient)
  from order_address_change c where c.order_id = orders.id order by c.id desc limit 1), '{}')`
