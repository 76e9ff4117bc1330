import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDecimal } from './decimal-number.ts'

/** Notations in use: group separator, decimal separator. */
const notations = [
  ['', '.'],
  ['', ','],
  ['.', ','],
  [',', '.'],
  [' ', ','],
  [' ', '.'],
  ['\u00a0', ','],
  ['\u202f', ','],
  ["'", '.'],
  ['’', ','],
] as const

function written(minor: number, group: string, decimal: string, digits: 0 | 1 | 2): string {
  const whole = String(Math.floor(minor / 100)).replace(/\B(?=(\d{3})+$)/g, group)
  const fraction = String(minor % 100).padStart(2, '0')
  return digits === 0 ? whole : `${whole}${decimal}${fraction.slice(0, digits)}`
}

const amounts = fc.oneof(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 999_999 }))

describe('a decimal number', () => {
  it('means the same in every notation', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(...notations), (minor, [group, decimal]) => {
        const read = readDecimal(written(minor, group, decimal, 2))
        expect(read.ok && Number(read.decimal)).toBe(minor / 100)
      }),
    )
  })

  it('is never read as another number, however it is cut or rounded', () => {
    const digits = fc.constantFrom<0 | 1 | 2>(0, 1, 2)
    fc.assert(
      fc.property(amounts, fc.constantFrom(...notations), digits, (minor, [group, decimal], places) => {
        const read = readDecimal(written(minor, group, decimal, places))
        const factor = 10 ** places
        const meant = Math.floor((minor * factor) / 100) / factor
        if (read.ok) expect(Number(read.decimal)).toBe(meant)
        else expect(read.code).toBe('ambiguous')
      }),
    )
  })

  it('keeps the digits of whatever text it accepts', () => {
    const texts = fc.string({
      unit: fc.constantFrom('0', '1', '9', '.', ',', "'", ' ', '\u00a0', '-', 'e'),
      maxLength: 16,
    })
    fc.assert(
      fc.property(texts, (text) => {
        const read = readDecimal(text)
        fc.pre(read.ok)
        expect(read.decimal).toMatch(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/)
        const digitsOf = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '')
        expect(digitsOf(read.decimal)).toBe(digitsOf(text))
      }),
    )
  })

  it.each([
    ['1299', '1299', 'plain'],
    ['1299.5', '1299.5', 'plain'],
    ['99,00', '99.00', 'decimal_comma'],
    ['1.299,00', '1299.00', 'grouped'],
    ['1,299.00', '1299.00', 'grouped'],
    ['1 299,00', '1299.00', 'grouped'],
    ['1.299.000', '1299000', 'grouped'],
    ['1 299', '1299', 'grouped'],
  ])('reads %s as %s', (text, decimal, notation) => {
    expect(readDecimal(text)).toEqual({ ok: true, decimal, notation })
  })

  it.each([
    ['1.299', 'ambiguous'],
    ['12,999', 'ambiguous'],
    ['0.129', 'too_many_decimals'],
    ['1299.005', 'too_many_decimals'],
    ['1 299.000', 'too_many_decimals'],
    ['1.29,00,1', 'no_number'],
    ['12.99.00', 'no_number'],
    ['1 29,00', 'no_number'],
    ['1,2,3', 'no_number'],
    ['01.299,00', 'no_number'],
    ['.99', 'no_number'],
    ['99.', 'no_number'],
    ['1e3', 'no_number'],
    ['', 'no_number'],
    ['٣', 'no_number'],
  ])('refuses %s as %s', (text, code) => {
    expect(readDecimal(text)).toEqual({ ok: false, code })
  })
})
