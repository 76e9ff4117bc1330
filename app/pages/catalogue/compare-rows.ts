/** The rows of a comparison of products. Pure. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { shareMinor, type Minor } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'

/** Products side by side. */
export const mostCompared = 4

export interface CompareRow {
  code: string
  name: string
  /** In the order of the products; null: the product does not say. */
  values: (string | null)[]
  /** Whether the products differ here. */
  differs: boolean
}

/** The facts that decide, before all others. */
const firstFacts = [
  'battery_size',
  'voltage_v',
  'capacity_mah',
  'capacity_ah',
  'watt_hours',
  'cca_a',
  'terminal_layout',
]

type Compared = Pick<ProductDetails, 'facts' | 'prices'>

/**
 * Every fact of any of the products; those that decide first, the others in the order of the specifications. Facts of one
 * name share a row, such as capacities in Ah and in mAh.
 */
export function compareRows(products: readonly Compared[]): CompareRow[] {
  const all = products.flatMap(({ facts }) => facts)
  const codes = new Map(all.map(({ name, code }) => [name, code]))
  const rank = (code: string) => (firstFacts.includes(code) ? firstFacts.indexOf(code) : firstFacts.length)
  return [...codes]
    .toSorted(([, a], [, b]) => rank(a) - rank(b))
    .map(([name, code]) => {
      const values = products.map(({ facts }) => facts.find((fact) => fact.name === name)?.value ?? null)
      return { code, name, values, differs: new Set(values).size > 1 }
    })
}

/** Price of one unit in a pack at today's price of the pack; null: not sold in packs, or without a price. */
export function pricePerUnit({ facts, prices }: Compared): Minor | null {
  const count = Number(facts.find(({ code }) => code === 'cells_per_pack')?.value.match(/^\d+/)?.[0])
  const shown = shownPrice(readPrices(prices))
  return shown !== null && count > 0 ? shareMinor(shown.unitMinor, 1, count) : null
}
