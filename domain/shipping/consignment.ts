/** What is to be shipped, as far as it decides which shipping methods can carry it and at what price. */
import type { DangerousGoodsClass } from '../products/dangerous-goods.ts'

export interface ShippedGoods {
  /** In the store's language. */
  name: string
  /** Several where a set has parts of several classes. */
  classes: readonly DangerousGoodsClass[]
  /** Gross, of all units. */
  weightGrams: number
  /** Sides of the largest unit in its packaging, longest first. */
  sidesMm: readonly [number, number, number]
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

/** Goods of one kind without weight and size, as pages know them. */
export function simpleConsignment(units: number, classes: readonly DangerousGoodsClass[]): Consignment {
  return { units, goods: [{ name: '', classes, weightGrams: 0, sidesMm: [0, 0, 0] }] }
}
