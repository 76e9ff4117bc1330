/** Reads the one count of units as the database has it (view `order_units`). */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderLine } from '../orders/order-snapshot.ts'
import type { Sku } from '../products/sku.ts'
import type { LineUnits } from './order-units.ts'

/** A line of an order with its units. */
export interface CountedLine extends LineUnits {
  uuid: string
  sku: Sku
  kind: OrderLine['kind']
}

/** The lines of an order. */
export async function readOrderUnits(db: Kysely<DB>, orderId: number): Promise<CountedLine[]> {
  const { rows } = await sql<CountedLine>`select uuid, sku, kind, ordered, shipped, cancelled, returned, open
    from order_units where order_id = ${orderId} order by uuid`.execute(db)
  return rows
}
