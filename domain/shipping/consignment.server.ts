/** The goods of a cart as carriers see them: weight, size and dangerous goods of what is taken from stock. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductId } from '../products/product-id.ts'
import { dangerousGoodsClass } from '../products/dangerous-goods.ts'
import { packedTogether, sortedSides, withStarterBattery, type PackedUnit } from '../products/packed-unit.ts'
import type { Consignment, ShippedGoods } from './consignment.ts'

/** A line with the stock that it takes; of a set, the stock of its parts. */
export interface LineToShip {
  name: string
  allocations: readonly { productId: ProductId; quantity: number }[]
  startersPerUnit: number
}

/** `units`: those to ship, as the cart counts them. Weights and sizes that are unknown count as nothing. */
export async function loadConsignment(
  db: Kysely<DB>,
  lines: readonly LineToShip[],
  units: number,
): Promise<Consignment> {
  const ids = lines.flatMap(({ allocations }) => allocations.map(({ productId }) => productId))
  const known = await loadPackedUnits(db, ids)
  return {
    units,
    goods: lines.map(({ name, allocations, startersPerUnit }): ShippedGoods => {
      const packed = packedTogether(
        allocations.flatMap(({ productId, quantity }) => {
          const unit = known.get(productId)
          return unit ? [{ unit, quantity }] : []
        }),
      )
      return { name, ...(startersPerUnit > 0 ? withStarterBattery(packed) : packed) }
    }),
  }
}

/** One unit of each known product, without asking whether it is a starter battery. */
export async function loadPackedUnits(
  db: Kysely<DB>,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, PackedUnit>> {
  const ids = [...new Set(productIds)]
  const rows = ids.length === 0 ? [] : await selectFacts(db, ids)
  return new Map(
    rows.map((row) => {
      const kind = dangerousGoodsClass({
        unNumber: row.un_number,
        batteryEnergyMilliwattHours: row.battery_energy_mwh,
        lithiumContentMilligrams: row.lithium_content_mg,
      })
      return [
        row.id,
        {
          classes: kind === null ? [] : [kind],
          weightGrams: row.gross_weight_g ?? 0,
          sidesMm: sortedSides([row.package_length_mm, row.package_width_mm, row.package_height_mm]),
        },
      ]
    }),
  )
}

function selectFacts(db: Kysely<DB>, ids: readonly ProductId[]) {
  return db
    .selectFrom('product')
    .select([
      'id',
      'un_number',
      'battery_energy_mwh',
      'lithium_content_mg',
      'gross_weight_g',
      'package_length_mm',
      'package_width_mm',
      'package_height_mm',
    ])
    .where('id', 'in', ids)
    .execute()
}
