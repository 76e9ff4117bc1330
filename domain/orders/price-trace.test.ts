import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { priceTrace, type TracedLine } from './price-trace.ts'

const line: TracedLine = {
  quantity: 2,
  unitMinor: minor(17_900),
  beforeUnitMinor: minor(19_900),
  totalMinor: minor(30_000),
  vatMinor: minor(6_000),
  reasons: [
    { kind: 'campaign', code: null, percent: null, amountMinor: minor(4_000) },
    { kind: 'coupon', code: 'TIO', percent: 10, amountMinor: minor(3_580) },
    { kind: 'fixed', code: 'HEJ', percent: null, amountMinor: minor(2_220) },
  ],
}
const amounts = (traced: TracedLine) => priceTrace(traced).map(({ step, amountMinor }) => [step, amountMinor])

describe('priceTrace', () => {
  it('leads from the list price to what was paid', () => {
    expect(amounts(line)).toEqual([
      ['list', 39_800],
      ['campaign', -4_000],
      ['coupon', -3_580],
      ['fixed', -2_220],
      ['paid', 30_000],
      ['vat', 6_000],
    ])
    expect(priceTrace(line)[2]).toMatchObject({ code: 'TIO', percent: 10 })
    expect(priceTrace(line)[0]).toMatchObject({ code: null, percent: null })
  })

  it('names what rounding leaves', () => {
    expect(amounts({ ...line, totalMinor: minor(29_950) })).toEqual([
      ['list', 39_800],
      ['campaign', -4_000],
      ['coupon', -3_580],
      ['fixed', -2_220],
      ['rounding', -50],
      ['paid', 29_950],
      ['vat', 6_000],
    ])
  })

  it('begins with the unit price where there was no other, and never below what was paid', () => {
    const plain = { ...line, beforeUnitMinor: null, reasons: [] }
    expect(amounts({ ...plain, totalMinor: minor(35_800) })[0]).toEqual(['list', 35_800])
    expect(amounts({ ...plain, totalMinor: minor(36_000) })[0]).toEqual(['list', 36_000])
  })
})
