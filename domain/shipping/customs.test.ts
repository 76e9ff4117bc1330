import { expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { customsDeclaration, type CustomsInput, type CustomsLine } from './customs.ts'

const line = (more: Partial<CustomsLine> = {}): CustomsLine => ({
  sku: 'A',
  name: 'Laddare',
  quantity: 3,
  units: 3,
  totalMinor: minor(30_000),
  vatMinor: minor(6_000),
  hsCode: '850440',
  originCountry: null,
  weightGrams: null,
  ...more,
})
const declare = (more: Partial<CustomsInput> = {}) =>
  customsDeclaration({
    from: { countryCode: 'SE', voecNumber: '2034567' },
    to: 'NO',
    isBusiness: false,
    currency: 'NOK',
    lines: [line()],
    ...more,
  })

it('declares nothing within a country, nor within the EU', () => {
  const none = { ok: true, declaration: null }
  expect(declare({ to: 'SE' })).toEqual(none)
  expect(declare({ to: 'DK', isBusiness: true })).toEqual(none)
  expect(declare({ from: { countryCode: 'NO', voecNumber: null } })).toEqual(none)
})

it('has no terms for other borders, companies and currencies', () => {
  const refused = { ok: false, code: 'no_customs_terms' }
  expect(declare({ from: { countryCode: 'NO', voecNumber: null }, to: 'SE' })).toEqual(refused)
  expect(declare({ isBusiness: true })).toEqual(refused)
  expect(declare({ currency: 'SEK' })).toEqual(refused)
})

it('declares value and VAT of the units in the parcel', () => {
  expect(declare({ lines: [line({ units: 1 })] })).toMatchObject({
    declaration: { vatMinor: 2_000, items: [{ quantity: 1, unitValueMinor: 8_000 }] },
  })
})

it('tests the limit per item, without VAT', () => {
  const priced = (unit: number) =>
    declare({ lines: [line({ totalMinor: minor(unit * 3), vatMinor: minor((unit * 3) / 5) })] })
  expect(priced(374_995)).toMatchObject({ ok: true })
  expect(priced(375_000)).toEqual({ ok: false, code: 'voec_limit', skus: ['A'] })
})
