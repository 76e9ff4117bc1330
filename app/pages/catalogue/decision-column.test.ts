import { expect, it } from 'vitest'
import { toProductId } from '../../../domain/products/product-id.ts'
import { fitQuestionOf } from './fit-question.ts'
import { measuringGuideOf } from './measuring-guide.ts'
import { someDetails } from './product-fixture.test-support.ts'
import { setSaving } from '../../features/products/set-saving.ts'

const fact = (code: string, value = '1') => ({ code, name: code, value })
const priced = (p: number) => ({ n: [{ p, q: 1, o: null, d: 0 }], c: [] })

it('asks for the device or the car only where a product must fit', () => {
  const asked = (facts: string[], fits: string[] = []) =>
    fitQuestionOf({ fits, facts: facts.map((code) => fact(code)) }, null, false)?.by
  expect(asked(['battery_size', 'voltage_v'])).toBe('device')
  expect(asked(['battery_size'])).toBeUndefined()
  expect(asked([], ['Apple iPhone 13'])).toBe('device')
  expect(asked(['lumen_lm'])).toBeUndefined()
})

it.each([
  ['a car', 60, 'right_positive', ['Volkswagen Golf 6'], 'vehicle'],
  ['a car, without a list', 60, 'left_positive', [], 'vehicle'],
  ['a motorcycle', 12, 'left_positive', ['BMW R 1200 GS'], 'device'],
  ['a lorry', 180, 'diagonal', [], undefined],
  ['a lorry with the terminals of a car', 180, 'right_positive', [], undefined],
])('the starter battery of %s asks for what it starts', (_name, capacityAh, layout, fits, by) => {
  const starter = {
    productId: toProductId(1),
    chemistry: 'agm',
    capacityAh,
    layout,
    lengthMm: 242,
    widthMm: 175,
    heightMm: 190,
  }
  const facts = [fact('terminal_layout')]
  expect(fitQuestionOf({ fits, facts }, starter, true)?.by).toBe(by)
})

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
