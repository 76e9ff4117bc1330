/** How many starter batteries a unit of a product is: of a set, its parts. Each has a deposit where the law asks for one. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductId } from '../products/product-id.ts'

/** Product → starter batteries in one unit, of those that have any. */
export async function startersPerUnit(
  db: Kysely<DB>,
  ids: readonly ProductId[],
): Promise<ReadonlyMap<ProductId, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ productId: ProductId; starters: number }>`
    select l.id as "productId", sum(coalesce(s.quantity, 1))::integer as starters
    from product l left join set_part s on s.set_id = l.id join product g on g.id = coalesce(s.product_id, l.id)
    where l.id = any(${[...ids]}) and g.attributes -> 'starter_battery' = 'true'::jsonb group by l.id`.execute(
    db,
  )
  return new Map(rows.map(({ productId, starters }) => [productId, starters]))
}
