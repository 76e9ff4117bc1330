import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exVatMinor, minor } from '../money/money.ts'
import { storeCodes, storePolicies, stores } from '../stores/stores.ts'
import {
  convertedMinor,
  endingsFor,
  priceEndingsOf,
  ruledMinor,
  ruledTiers,
  wholeRate,
  withUnitPrice,
  type PriceRule,
  type RuleTarget,
} from './price-rule.ts'

const targets: RuleTarget[] = storeCodes.map((code) => ({ ...stores[code], ...storePolicies[code] }))
const kroner = targets.find(({ currencyDigits }) => currencyDigits === 0)!
const cents = targets.find(({ currencyDigits }) => currencyDigits === 2)!
const same = { from: 2500, to: 2500 }
const rule = (more: Partial<PriceRule> = {}): PriceRule => ({
  rateMillionths: wholeRate,
  vat: 'kept',
  ending: 'none',
  ...more,
})

describe('a price by a rule', () => {
  it('is converted by the rate, and rounded once', () => {
    // 249 SEK at 0.0871
    expect(convertedMinor(minor(24_900), rule({ rateMillionths: 87_100 }), same)).toBe(2_169)
    expect(convertedMinor(minor(24_900), rule({ rateMillionths: 11_480_000 }), same)).toBe(285_852)
  })

  it('leaves the VAT of the source and adds that of the target, in one rounding', () => {
    const germany = { from: 2500, to: 1900 }
    const net = rule({ rateMillionths: 87_100, vat: 'recomputed' })
    // 199.20 without VAT is 17.35 €, and 20.65 € with 19 %.
    expect(convertedMinor(minor(24_900), net, germany)).toBe(2_065)
    expect(convertedMinor(minor(24_900), rule({ rateMillionths: 87_100 }), germany)).toBe(2_169)
    expect(exVatMinor(minor(2_065), 1900)).toBe(1_735)
  })

  it('ends as asked', () => {
    const at = (priceMinor: number, ending: PriceRule['ending'], target: RuleTarget) =>
      ruledMinor(minor(priceMinor), rule({ ending }), { vat: same, target })
    expect(at(2_065, 'store', cents)).toBe(2_099)
    expect(at(2_065, 'none', cents)).toBe(2_065)
    expect(at(2_065, 'whole', cents)).toBe(2_100)
    expect(at(2_030, '90', cents)).toBe(1_990)
    expect(at(2_065, '95', cents)).toBe(2_095)
    expect(at(24_512, 'store', kroner)).toBe(24_900)
    expect(at(24_512, 'whole', kroner)).toBe(24_500)
    expect(at(24_512, 'none', kroner)).toBe(24_500)
    // Nothing is free by rounding: who sees it decides.
    expect(at(12, 'none', kroner)).toBe(0)
    expect(at(12, 'whole', kroner)).toBe(100)
    expect(endingsFor(kroner)).toEqual(['store', 'none', 'whole'])
  })

  it('has its ending, is above nothing, and is nearer to the converted price than the step of the ending', () => {
    const anyTarget = fc.constantFrom(...targets)
    fc.assert(
      fc.property(
        anyTarget.chain((target) =>
          fc.record({ target: fc.constant(target), ending: fc.constantFrom(...endingsFor(target)) }),
        ),
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 20 * wholeRate }),
        fc.constantFrom('recomputed' as const, 'kept' as const),
        fc.record({ from: fc.integer({ min: 0, max: 2700 }), to: fc.integer({ min: 0, max: 2700 }) }),
        ({ target, ending }, price, rateMillionths, vat, rates) => {
          const given = { rateMillionths, vat, ending }
          const converted = convertedMinor(minor(price), given, rates)
          const result = ruledMinor(minor(price), given, { vat: rates, target })
          expect(Number.isSafeInteger(result)).toBe(true)
          if (target.currencyDigits === 0) expect(result % 100).toBe(0)
          if (converted === 0) {
            expect(result).toBe(0)
            return
          }
          const used = priceEndingsOf(ending, target).findLast(({ fromMinor }) => fromMinor <= converted)
          if (!used) {
            expect(Math.abs(result - converted)).toBeLessThanOrEqual(50)
            return
          }
          const { stepMinor, endMinor } = used
          expect(result).toBeGreaterThan(0)
          expect((result - endMinor) % stepMinor).toBe(0)
          expect(converted - result).toBeLessThanOrEqual(stepMinor / 2)
          expect(result - converted).toBeLessThanOrEqual(stepMinor)
        },
      ),
    )
  })

  it('is never a rising one: what larger quantities save stays, or goes', () => {
    const tier = (minQuantity: number, priceMinor: number) => ({ minQuantity, priceMinor: minor(priceMinor) })
    const tiers = [tier(50, 20_300), tier(1, 24_900), tier(10, 24_500)]
    const places = { vat: same, target: kroner }
    expect(ruledTiers(tiers, rule({ ending: 'store' }), places)).toEqual([tier(1, 24_900), tier(50, 19_900)])
    const plain = ruledTiers(tiers, rule(), places)
    expect(plain).toHaveLength(3)
    expect(withUnitPrice(plain, minor(24_500))).toEqual([tier(1, 24_500), tier(50, 20_300)])
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            minQuantity: fc.integer({ min: 1, max: 100 }),
            priceMinor: fc.integer({ min: 1, max: 1_000_000 }),
          }),
        ),
        fc.integer({ min: 1, max: 3 * wholeRate }),
        (given, rateMillionths) => {
          const typed = given.map(({ minQuantity, priceMinor }) => tier(minQuantity, priceMinor))
          const ruled = ruledTiers(typed, rule({ rateMillionths, ending: 'store' }), places)
          expect(
            ruled.every(({ priceMinor }, at) => at === 0 || priceMinor < ruled[at - 1]!.priceMinor),
          ).toBe(true)
        },
      ),
    )
  })
})
