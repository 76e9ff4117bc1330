import { expect, it } from 'vitest'
import {
  edgeOfDay,
  readAmount,
  readAmountOrZero,
  readDay,
  readId,
  readLongId,
} from '../sdk/command-arguments.ts'

it('the last day of an offer or agreement ends with the day in its store', () => {
  expect(edgeOfDay('sv', '2026-12-31', 'end').toISOString()).toBe('2026-12-31T23:00:00.000Z')
  expect(edgeOfDay('sv', '2026-06-30', 'end').toISOString()).toBe('2026-06-30T22:00:00.000Z')
  expect(edgeOfDay('de', '2027-01-01', 'start').toISOString()).toBe('2026-12-31T23:00:00.000Z')
  for (const day of ['2026-02-30', '31/12/2026', '2026-12-31T12:00', ''])
    expect(() => readDay(day)).toThrow('A day such as')
})

it('amounts have at most two decimals and are never negative', () => {
  expect(readAmount('49.50')).toBe(4950)
  expect(readAmountOrZero('0')).toBe(0)
  for (const text of ['-1', '0', '1.005', '1,50', ''])
    expect(() => readAmount(text)).toThrow('An amount above 0')
  for (const text of ['-0.01', '1.005', 'abc']) expect(() => readAmountOrZero(text)).toThrow('at least 0')
})

it('ids fit the columns that hold them', () => {
  expect(readId('2147483647')).toBe(2_147_483_647)
  expect(readLongId('2147483648')).toBe(2_147_483_648)
  for (const text of ['2147483648', '0', '-1', '1.5', '1e3', ' 7'])
    expect(() => readId(text)).toThrow('A whole number')
})
