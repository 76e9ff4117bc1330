import { expect, it } from 'vitest'
import { minor } from '../../../domain/money/money.ts'
import { includedSavings } from './included-savings.ts'

const reason = (kind: string, amount: number, code: string | null = null) => ({
  kind,
  code,
  amountMinor: minor(amount),
})

it('sums what each campaign and code has taken off the prices, and leaves out what is deducted below them', () => {
  const savings = includedSavings([
    { reasons: [reason('campaign', 500), reason('coupon', 100, 'TEN'), reason('tier', 70)] },
    { reasons: [reason('coupon', 250, 'TEN'), reason('fixed', 900, 'OFF')] },
    { reasons: [reason('campaign', 0), reason('addedByCoupon', 40, 'GIFT')] },
  ])
  expect(savings).toEqual([
    { kind: 'campaign', code: null, amountMinor: 500 },
    { kind: 'coupon', code: 'TEN', amountMinor: 350 },
    { kind: 'addedByCoupon', code: 'GIFT', amountMinor: 40 },
  ])
})
