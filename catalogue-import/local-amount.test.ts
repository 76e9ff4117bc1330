import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readLocalAmount, readLocalCount } from './local-amount.ts'

it.each([
  ['4,50', 'SEK', 450],
  ['1 299,00 kr', 'SEK', 129_900],
  ['1\u00a0299,00\u00a0kr', 'NOK', 129_900],
  ['1.299,00', 'DKK', 129_900],
  ["1'299.50", 'EUR', 129_950],
  ['kr. 1 299', 'DKK', 129_900],
  ['SEK 12.5', 'SEK', 1250],
  ['€ 12,50', 'EUR', 1250],
  ['12,50 €', 'EUR', 1250],
  ['1 299:-', 'SEK', 129_900],
  ['129,-', 'NOK', 12_900],
  ['1.299,-', 'NOK', 129_900],
  ['kr 1.299:-', 'SEK', 129_900],
  ['0,00', 'SEK', 0],
])('reads %s in %s', (text, currency, minor) => {
  expect(readLocalAmount(text, currency)).toEqual({ ok: true, value: minor })
})

it.each([
  ['1.234', 'SEK', 'ambiguous_amount'],
  ['1,234 kr', 'SEK', 'ambiguous_amount'],
  ['1.234-', 'SEK', 'ambiguous_amount'],
  ['12,50 €', 'SEK', 'wrong_currency'],
  ['12 EUR', 'SEK', 'wrong_currency'],
  ['12 kr', 'EUR', 'wrong_currency'],
  ['12 bananas', 'SEK', 'bad_currency'],
  ['-5,00', 'SEK', 'negative_amount'],
  ['on request', 'SEK', 'bad_amount'],
  ['1,2345', 'SEK', 'bad_amount'],
  ['', 'SEK', 'bad_amount'],
])('refuses %s in %s as %s', (text, currency, code) => {
  expect(readLocalAmount(text, currency)).toEqual({ ok: false, code })
})

it('reads every amount back in the notations of the stores', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('sv-SE', 'nb-NO', 'da-DK', 'de-DE', 'en-GB'),
      fc.constantFrom('', ' kr', ' SEK'),
      (minor, locale, sign) => {
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(minor / 100)
        expect(readLocalAmount(text + sign, 'SEK')).toEqual({ ok: true, value: minor })
      },
    ),
  )
})

it('reads any text without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(readLocalAmount(text, 'SEK')).toHaveProperty('ok')
    }),
  )
})

it('reads counts, and none of those that can mean two', () => {
  const counts = ['1 200', '1200', '12,0', '0', '-3', '1.200', '1,5', '< 10', 'ja', '']
  expect(counts.map(readLocalCount)).toEqual([1200, 1200, 12, 0, 0, null, null, null, null, null])
})

it.each([
  ['>100', 100],
  ['> 1 000', 1000],
  ['>=5', 5],
  ['100+', 100],
  ['50 st', 50],
  ['12 Stk.', 12],
  ['7 pcs', 7],
  ['<5', null],
  ['st', null],
  ['5 kartonger', null],
  [`1${' '.repeat(1000)}x`, null],
])('counts %s', (text, count) => {
  expect(readLocalCount(text)).toBe(count)
})
