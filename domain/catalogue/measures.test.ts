import fc from 'fast-check'
import { expect, it } from 'vitest'
import { measureText, readMeasure, type MeasureKind } from './measures.ts'

it.each<[MeasureKind, string, number | null]>([
  ['energy', '55.5 Wh', 55_500],
  ['energy', '55,5 wh', 55_500],
  ['energy', '1.2 kWh', 1_200_000],
  ['lithium', '0.3 g', 300],
  ['lithium', '109 mg', 109],
  ['weight', '1.25 kg', 1250],
  ['weight', '250g', 250],
  ['weight', '1 lb', 454],
  ['length', '29.5 cm', 295],
  ['length', '1 in', 25],
  ['weight', '0.1 g', 1],
  ['weight', '250', null],
  ['weight', '0 g', null],
  ['weight', '-1 g', null],
  ['weight', '5 cm', null],
  ['energy', '12 V', null],
  ['energy', '1.200,5 Wh', null],
  ['weight', '999999999 kg', null],
])('reads %s %j as %j', (kind, text, expected) => {
  expect(readMeasure(kind, text)).toBe(expected)
})

it('writes what it reads back unchanged', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<MeasureKind>('energy', 'lithium', 'weight', 'length'),
      fc.integer({ min: 1, max: 100_000_000 }),
      (kind, stored) => {
        expect(readMeasure(kind, measureText(kind, stored))).toBe(stored)
      },
    ),
  )
})
