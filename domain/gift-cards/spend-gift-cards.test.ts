import { minor } from '../money/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spendGiftCards } from './spend-gift-cards.ts'

const card = (id: number, balanceMinor: number) => ({ id, hint: 'ABCD', balanceMinor: minor(balanceMinor) })

describe('gift cards', () => {
  it('pay one after the other, the last one only what is left', () => {
    expect(spendGiftCards(minor(30_000), [card(1, 20_000), card(2, 50_000)])).toEqual({
      uses: [
        { id: 1, hint: 'ABCD', amountMinor: 20_000 },
        { id: 2, hint: 'ABCD', amountMinor: 10_000 },
      ],
      payableMinor: 0,
    })
    expect(spendGiftCards(minor(30_000), [card(1, 20_000), card(1, 20_000), card(3, 0)])).toMatchObject({
      uses: [{ id: 1 }],
      payableMinor: 10_000,
    })
    expect(spendGiftCards(minor(0), [card(1, 20_000)])).toEqual({ uses: [], payableMinor: 0 })
  })

  it('and what is left to pay always add up to the total', () => {
    const cards = fc.array(
      fc.record({ id: fc.nat(5), hint: fc.constant('ABCD'), balanceMinor: fc.nat(100_000).map(minor) }),
    )
    fc.assert(
      fc.property(fc.nat(200_000), cards, (total, held) => {
        const { uses, payableMinor } = spendGiftCards(minor(total), held)
        expect(uses.reduce<number>((sum, use) => sum + use.amountMinor, payableMinor)).toBe(total)
        expect(payableMinor).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
