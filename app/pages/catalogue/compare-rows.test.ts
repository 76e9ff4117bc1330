import { expect, it } from 'vitest'
import { compareRows, pricePerUnit } from './compare-rows.ts'

const fact = (code: string, value: string) => ({ code, name: code.toUpperCase(), value })
const priced = (p: number) => ({ n: [{ p, q: 1, o: null, d: 0 }], c: [] })

it('compares every fact of any product, those that decide first, and marks the differences', () => {
  const rows = compareRows([
    {
      facts: [fact('weight_g', '10'), fact('capacity_ah', '60 Ah'), fact('cca_a', '540 A')],
      prices: priced(1),
    },
    { facts: [fact('capacity_ah', '60 Ah'), fact('cca_a', '600 A')], prices: priced(1) },
  ])
  expect(rows).toEqual([
    { code: 'capacity_ah', name: 'CAPACITY_AH', values: ['60 Ah', '60 Ah'], differs: false },
    { code: 'cca_a', name: 'CCA_A', values: ['540 A', '600 A'], differs: true },
    { code: 'weight_g', name: 'WEIGHT_G', values: ['10', null], differs: true },
  ])
})

it('shows capacities in Ah and in mAh in one row', () => {
  const capacity = (code: string, value: string) => ({ code, name: 'Kapacitet', value })
  const rows = compareRows([
    { facts: [capacity('capacity_ah', '60 Ah')], prices: priced(1) },
    { facts: [capacity('capacity_mah', '2850 mAh')], prices: priced(1) },
  ])
  expect(rows).toMatchObject([{ name: 'Kapacitet', values: ['60 Ah', '2850 mAh'], differs: true }])
})

it('divides the price of a pack by its units', () => {
  expect(pricePerUnit({ facts: [fact('cells_per_pack', '4')], prices: priced(49) })).toBe(1225)
  expect(pricePerUnit({ facts: [], prices: priced(49) })).toBeNull()
  expect(pricePerUnit({ facts: [fact('cells_per_pack', '4')], prices: { n: [], c: [] } })).toBeNull()
})
