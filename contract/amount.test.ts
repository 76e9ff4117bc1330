import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isMajorAmount } from '../domain/money/money.ts'
import { givenAmount } from './amount.ts'

const isGiven = (value: unknown) => givenAmount.safeParse(value).success

it('[DEF-01] an amount in a request has at most two decimals and is within the range of amounts', () => {
  for (const value of [0, -0, 12, 12.3, 12.34, 0.07, 1.1, 4.35, -12.5, 10_000_000_000, 9_999_999_999.99])
    expect([value, isGiven(value)]).toEqual([value, true])
  for (const value of [
    12.345,
    0.1 + 0.2,
    1e-7,
    1e15,
    -1e15,
    1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1',
  ])
    expect([value, isGiven(value)]).toEqual([value, false])
})

it('[DEF-01] requests, imports and coupons accept the same amounts', () => {
  const amounts = fc.oneof(
    fc.double(),
    fc.double({ min: -1e11, max: 1e11 }),
    fc.integer({ min: -2e12, max: 2e12 }).map((minor) => minor / 100),
  )
  fc.assert(
    fc.property(amounts, (value) => {
      expect([value, isGiven(value)]).toEqual([value, isMajorAmount(value)])
    }),
  )
})
