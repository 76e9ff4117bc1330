/** What is to be shipped, as far as it decides which shipping methods can carry it and at what price. */
import { packedTogether, withStarterBattery, type PackedUnit } from '../products/packed-unit.ts'

/** All units of a line: their gross weight together, and the sides of the largest. */
export interface ShippedGoods extends PackedUnit {
  /** In the store's language. */
  name: string
}

export interface Consignment {
  /** Units that are shipped; gift cards are not. */
  units: number
  goods: readonly ShippedGoods[]
}

/** Gross weight of everything. */
export function weightGramsOf({ goods }: Pick<Consignment, 'goods'>): number {
  return goods.reduce((sum, { weightGrams }) => sum + weightGrams, 0)
}

/** A line of a cart, as far as it is shipped. */
interface LineToPack {
  name: string
  quantity: number
  /** One unit; null for fees. */
  packed: PackedUnit | null
  /** Empty: it takes nothing from stock, so nothing of it is shipped. */
  allocations: readonly unknown[]
  startersPerUnit: number
}

/**
 * The consignment of a cart, with one entry for each line in its order. `units`: those to ship, as the cart counts them.
 * Lines know their weights and sizes from the catalogue index.
 */
export function consignmentOf(lines: readonly LineToPack[], units: number): Consignment {
  return {
    units,
    goods: lines.map(({ name, quantity, packed, allocations, startersPerUnit }) => {
      const isShipped = packed !== null && allocations.length > 0
      const unit = packedTogether(isShipped ? [{ unit: packed, quantity }] : [])
      return { name, ...(startersPerUnit > 0 ? withStarterBattery(unit) : unit) }
    }),
  }
}
