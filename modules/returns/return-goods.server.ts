/** The products of an order as returns need them: of sets, their parts. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderLine } from '../../domain/orders/order-snapshot.ts'
import { dangerousGoodsClass, type DangerousGoodsClass } from '../../domain/products/dangerous-goods.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { ReturnGoods } from './return-transport.ts'

interface PartRow {
  lineProductId: ProductId
  perUnit: number
  isStarter: boolean
  unNumber: string | null
  energy: number | null
  lithium: number | null
}

/** By sku of the order's lines; products that no longer exist are harmless for all the shop knows. */
export async function loadReturnGoods(
  db: Kysely<DB>,
  lines: readonly Pick<OrderLine, 'kind' | 'sku' | 'productId'>[],
): Promise<Map<Sku, ReturnGoods>> {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const rows = await selectParts(db, [...new Set(goods.map(({ productId }) => productId))])
  return new Map(
    goods.map(({ sku, productId }) => {
      const parts = rows.filter(({ lineProductId }) => lineProductId === productId)
      const classes = parts.flatMap((part): DangerousGoodsClass[] => {
        const kind = dangerousGoodsClass({
          unNumber: part.unNumber,
          batteryEnergyMilliwattHours: part.energy,
          lithiumContentMilligrams: part.lithium,
        })
        return kind === null ? [] : [kind]
      })
      const starters = parts.filter(({ isStarter }) => isStarter)
      return [
        sku,
        {
          classes: [...new Set(classes)],
          startersPerUnit: starters.reduce((sum, { perUnit }) => sum + perUnit, 0),
        },
      ]
    }),
  )
}

async function selectParts(db: Kysely<DB>, ids: readonly ProductId[]): Promise<PartRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PartRow>`
    select l.id as "lineProductId", coalesce(s.quantity, 1) as "perUnit",
      coalesce(g.attributes -> 'starter_battery' = 'true'::jsonb, false) as "isStarter",
      g.un_number as "unNumber", g.battery_energy_mwh as energy, g.lithium_content_mg as lithium
    from product l left join set_part s on s.set_id = l.id join product g on g.id = coalesce(s.product_id, l.id)
    where l.id = any(${[...ids]}) order by l.id, g.id`.execute(db)
  return rows
}
