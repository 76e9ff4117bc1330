import { expect, it } from 'vitest'
import { toProductId } from '../../domain/products/product-id.ts'
import { fitQuestionOf } from './fit-question.ts'

const fact = (code: string) => ({ code, name: code, value: '1' })

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
