/** The goods of a cart as carriers see them: weight, size and dangerous goods of what is taken from stock. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductId } from '../products/product-id.ts'
import { dangerousGoodsClass, type DangerousGoodsClass } from '../products/dangerous-goods.ts'
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
  const ids = [...new Set(lines.flatMap(({ allocations }) => allocations.map(({ productId }) => productId)))]
  const rows = ids.length === 0 ? [] : await selectFacts(db, ids)
  const facts = new Map(rows.map((row) => [row.id, row]))
  return {
    units,
    goods: lines.map(({ name, allocations, startersPerUnit }): ShippedGoods => {
      const parts = allocations.flatMap(({ productId, quantity }) => {
        const row = facts.get(productId)
        return row ? [{ row, quantity }] : []
      })
      const classes = parts.flatMap(
        ({ row }) =>
          dangerousGoodsClass({
            unNumber: row.un_number,
            batteryEnergyMilliwattHours: row.battery_energy_mwh,
            lithiumContentMilligrams: row.lithium_content_mg,
          }) ?? [],
      )
      // A starter battery without a UN number has free acid for all the shop knows.
      const isUndeclaredStarter = startersPerUnit > 0 && !classes.some(isLead)
      return {
        name,
        classes: [...new Set([...classes, ...(isUndeclaredStarter ? (['lead_acid_wet'] as const) : [])])],
        weightGrams: parts.reduce((sum, { row, quantity }) => sum + (row.gross_weight_g ?? 0) * quantity, 0),
        sidesMm: largestSides(
          parts.map(({ row }) => [row.package_length_mm, row.package_width_mm, row.package_height_mm]),
        ),
      }
    }),
  }
}

const isLead = (entry: DangerousGoodsClass) => entry.startsWith('lead_acid')

/** Per rank of length the largest side of any unit, longest first; unknown sides are 0. */
function largestSides(units: readonly (number | null)[][]): [number, number, number] {
  const sorted = units.map((sides) => sides.map((side) => side ?? 0).toSorted((a, b) => b - a))
  const largest = (rank: number) => Math.max(0, ...sorted.map((sides) => sides[rank] ?? 0))
  return [largest(0), largest(1), largest(2)]
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
