import { expect, it } from 'vitest'
import { measuringGuideOf } from './measuring-guide.ts'
import { someDetails } from './product-fixture.test-support.ts'
import { setSaving } from '../../features/products/set-saving.ts'

const fact = (code: string, value = '1') => ({ code, name: code, value })
const priced = (p: number) => ({ n: [{ p, q: 1, o: null, d: 0 }], c: [] })

it('explains how to measure what has to match', () => {
  expect(measuringGuideOf([fact('battery_size', 'CR2032'), fact('voltage_v')])).toBe('coin')
  expect(measuringGuideOf([fact('battery_size', 'LR44'), fact('voltage_v')])).toBe('coin')
  expect(measuringGuideOf([fact('battery_size', 'AA'), fact('voltage_v')])).toBeNull()
  expect(measuringGuideOf([fact('cca_a')])).toBe('lead')
  expect(measuringGuideOf([fact('lamp_base', 'E27')])).toBe('lamp')
  const sides = ['voltage_v', 'length_mm', 'width_mm', 'height_mm', 'chemistry'].map((code) => fact(code))
  expect(measuringGuideOf(sides)).toBe('block')
})

it('a set names its saving against its parts, and none where it costs as much', () => {
  const part = (p: number, quantity: number) => ({ product: someDetails({ prices: priced(p) }), quantity })
  const parts = [part(100, 2), part(49, 1)]
  expect(setSaving({ set_parts: parts, prices: priced(199) })).toEqual({
    partsMinor: 24_900,
    savingMinor: 5_000,
  })
  expect(setSaving({ set_parts: parts, prices: priced(249) })).toBeNull()
  expect(setSaving({ set_parts: [], prices: priced(1) })).toBeNull()
  const unpriced = { product: someDetails({ prices: { n: [], c: [] } }), quantity: 1 }
  expect(setSaving({ set_parts: [unpriced], prices: priced(1) })).toBeNull()
})
