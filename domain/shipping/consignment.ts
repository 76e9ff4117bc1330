/** What is to be shipped, as far as it decides which shipping methods can carry it and at what price. */
import type { PackedUnit } from '../products/packed-unit.ts'

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
