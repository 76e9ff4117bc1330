import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stores } from '../stores/stores.ts'
import { allocateMinor, remaindersAfterDeduction } from './allocation.ts'
import {
  addMinor,
  exVatMinor,
  formatMoney,
  formatMoneyRange,
  isMajorAmount,
  largerMinor,
  multiplyMinor,
  shareMinor,
  smallerMinor,
  subtractMinor,
  sumMinor,
  toBasisPoints,
  toMajor,
  toMinor,
  toMinorLeniently,
  vatFactor,
  vatPartMinor,
  minor,
  readMinor,
} from './money.ts'
import { divideRounded, multiplyDivideRounded, roundDecimal } from './rounding.ts'

/** Text with no-break spaces replaced by plain ones. */
const plain = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')

describe('amounts', () => {
  it('[DEF-01] 125 kr is stored as 12500 öre and shown as 125 with VAT and 100.00 without', () => {
    expect(toMinor(125)).toBe(12500)
    expect(toMajor(minor(12500))).toBe(125)
    expect(exVatMinor(minor(12500), 2500)).toBe(10000)
  })

  it('[DEF-01] an amount is parsed by its decimal digits and rejected beyond two decimals', () => {
    expect(toMinor(125.5)).toBe(12550)
    expect(readMinor('125.50')).toBe(12550)
    expect(toMinor(4.35)).toBe(435)
    expect(toMinor(-0.01)).toBe(-1)
    expect(() => toMinor(0.125)).toThrow(RangeError)
    expect(() => readMinor('12,50')).toThrow(RangeError)
    expect(() => toMinor(Number.NaN)).toThrow(RangeError)
    expect(isMajorAmount(19.99)).toBe(true)
    expect(isMajorAmount(19.999)).toBe(false)
    expect(toMinorLeniently(0.1 + 0.2)).toBe(30)
    expect(toMinorLeniently(null)).toBe(0)
  })

  it('[DEF-01] every amount survives a round trip through the API', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (amount) => {
        expect(toMinor(toMajor(minor(amount)))).toBe(amount)
        expect(toMinor(JSON.parse(JSON.stringify(toMajor(minor(amount)))) as number)).toBe(amount)
      }),
    )
  })

  it('[DEF-02] the VAT factor of 25, 19 and 0 percent', () => {
    expect(vatFactor(toBasisPoints(25))).toBe(1.25)
    expect(vatFactor(toBasisPoints(19))).toBe(1.19)
    expect(vatFactor(toBasisPoints(0))).toBe(1)
    expect(toBasisPoints(7.7)).toBe(770)
  })

  it('[DEF-08] VAT contained in a gross amount', () => {
    expect(vatPartMinor(minor(6000), 2500)).toBe(1200)
    expect(vatPartMinor(minor(998), 1900)).toBe(159)
  })

  it('[VAT-03] without VAT a price is divided by the VAT factor', () => {
    expect(exVatMinor(minor(12500), 2500)).toBe(10000)
    expect(exVatMinor(minor(19900), 2500)).toBe(15920)
    expect(exVatMinor(minor(1190), 1900)).toBe(1000)
  })
})

describe('arithmetic', () => {
  const amount = fc.integer({ min: -1e12, max: 1e12 }).map(minor)

  it('adds, subtracts and multiplies exactly, and takes the smaller and the larger of two', () => {
    fc.assert(
      fc.property(amount, amount, fc.nat(1000), (a, b, times) => {
        expect(subtractMinor(addMinor(a, b), b)).toBe(a)
        expect(addMinor(a, b)).toBe(sumMinor([a, b]))
        expect(multiplyMinor(a, times)).toBe(sumMinor(Array.from({ length: times }, () => a)))
        expect(addMinor(smallerMinor(a, b), largerMinor(a, b))).toBe(addMinor(a, b))
        expect(smallerMinor(a, b)).toBeLessThanOrEqual(largerMinor(a, b))
      }),
    )
    expect(sumMinor([])).toBe(0)
  })

  it('gives the shares of an amount such that consecutive ones add up to it', () => {
    expect(shareMinor(minor(5), 1, 2)).toBe(3)
    expect(shareMinor(minor(-5), 1, 2)).toBe(-3)
    fc.assert(
      fc.property(fc.nat(1_000_000).map(minor), fc.integer({ min: 1, max: 50 }), (whole, parts) => {
        const upTo = Array.from({ length: parts + 1 }, (_, part) => shareMinor(whole, part, parts))
        const shares = upTo.slice(1).map((share, index) => subtractMinor(share, upTo[index]!))
        expect(sumMinor(shares)).toBe(whole)
      }),
    )
  })

  it('refuses what is not a whole number of minor units', () => {
    expect(() => minor(0.5)).toThrow(RangeError)
    expect(() => multiplyMinor(minor(3), 0.5)).toThrow(RangeError)
    expect(() => addMinor(minor(Number.MAX_SAFE_INTEGER), minor(1))).toThrow(RangeError)
  })
})

describe('rounding', () => {
  it('[DEF-05] rounds half away from zero on the decimal value', () => {
    expect(roundDecimal(1.005, 2)).toBe(1.01)
    expect(roundDecimal(49.5, 0)).toBe(50)
    expect(roundDecimal(9.994, 2)).toBe(9.99)
    expect(roundDecimal(9.995, 2)).toBe(10)
    expect(roundDecimal(-1.005, 2)).toBe(-1.01)
    expect(Object.is(roundDecimal(-0.001, 2), 0)).toBe(true)
  })

  it('[DEF-05] rounds exact fractions half away from zero, also beyond the safe integers', () => {
    expect(divideRounded(5, 2)).toBe(3)
    expect(divideRounded(-5, 2)).toBe(-3)
    expect(multiplyDivideRounded(9_000_000_000_000, 10_000, 12_500)).toBe(7_200_000_000_000)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e13 }),
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        (a, b, d) => {
          const exact = (BigInt(a) * BigInt(b) * 2n + BigInt(d)) / (BigInt(d) * 2n)
          expect(multiplyDivideRounded(a, b, d)).toBe(Number(exact))
        },
      ),
    )
  })
})

describe('text of an amount', () => {
  it('[VAT-06] shows as many decimals as were rounded to', () => {
    expect(plain(formatMoney(minor(123400), stores.sv))).toBe('1 234 kr')
    expect(plain(formatMoney(minor(98720), stores.sv, { vat: false }))).toBe('987,20 kr')
    expect(plain(formatMoney(minor(123450), stores.de))).toBe('1.234,50 €')
  })

  it('[VAT-06] a gross total with a fraction shows it', () => {
    expect(plain(formatMoney(minor(18730), stores.sv))).toBe('187,30 kr')
    expect(plain(formatMoney(minor(7900), stores.da))).toBe('79 kr.')
  })
})

describe('text of a range', () => {
  it('is written as the prices of the store are, without the decimals of whole amounts', () => {
    const text = (from: number, upTo: number, store: keyof typeof stores) =>
      plain(formatMoneyRange(toMinor(from), toMinor(upTo), stores[store]))
    expect(text(1000, 2000, 'sv')).toBe('1 000–2 000 kr')
    expect(text(1000, 2000, 'no')).toBe('1 000–2 000 kr')
    expect(text(1000, 2000, 'de')).toBe('1.000–2.000 €')
    expect(text(0, 5, 'de')).toBe('0–5 €')
    expect(text(1000, 2000, 'da')).toBe('1.000-2.000 kr.')
    expect(text(9.5, 20, 'de')).toBe('9,50–20,00 €')
  })
})

describe('splitting an amount', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

  it('the parts add up to the whole and none exceeds its weight', () => {
    expect(allocateMinor(minor(10000), [1, 1, 1])).toEqual([3334, 3333, 3333])
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (parts, share) => {
        const total = Math.floor(sum(parts) * share)
        const split = allocateMinor(minor(total), parts)
        expect(sum(split)).toBe(total)
        split.forEach((part, index) => expect(part).toBeLessThanOrEqual(parts[index]!))
      }),
    )
    expect(() => allocateMinor(minor(1), [0, 0])).toThrow(RangeError)
    expect(allocateMinor(minor(3_000_000_000_001), [3_000_000_000_000, 3_000_000_000_000])).toEqual([
      1_500_000_000_001, 1_500_000_000_000,
    ])
  })

  it('[COUPON-36] lowering one amount never leaves more of another after the same is taken off', () => {
    const lowered = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 10 })), {
        minLength: 1,
        maxLength: 8,
      })
      .map((pairs) => ({ high: pairs.map(([a]) => a), low: pairs.map(([a, cut]) => Math.max(0, a - cut)) }))
    fc.assert(
      fc.property(lowered, fc.integer({ min: 0, max: 200 }), ({ high, low }, taken) => {
        const keptHigh = remaindersAfterDeduction(high.map(minor), minor(taken))
        const keptLow = remaindersAfterDeduction(low.map(minor), minor(taken))
        expect(sum(keptHigh)).toBe(Math.max(0, sum(high) - taken))
        keptLow.forEach((kept, index) => expect(kept).toBeLessThanOrEqual(keptHigh[index]!))
      }),
      { numRuns: 5000 },
    )
  })
})
