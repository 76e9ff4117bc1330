import { describe, expect, it } from 'vitest'
import { isoDay } from '../stores/local-time.ts'
import { nextRenewalDay, readDay, readInterval } from './interval.ts'

describe('an interval', () => {
  it.each([
    ['1 month', { count: 1, unit: 'month' }],
    ['3 months', { count: 3, unit: 'month' }],
    ['2 weeks', { count: 2, unit: 'week' }],
  ])('is read from its name: %s', (name, interval) => {
    expect(readInterval(name)).toEqual(interval)
  })

  it.each([
    '',
    '3 månader',
    '0 months',
    '1 months',
    '2 month',
    '25 months',
    '105 weeks',
    '3 days',
    ' 3 months',
  ])('is not %j', (name) => {
    expect(readInterval(name)).toBeNull()
  })

  it('of months keeps the day of the month, or takes the last day of a shorter month', () => {
    const month = readInterval('1 month')!
    const days = ['2027-01-31']
    for (let round = 0; round < 4; round++)
      days.push(isoDay(nextRenewalDay(month, readDay(days.at(-1)!), 31)))
    expect(days).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'])
    expect(isoDay(nextRenewalDay(readInterval('12 months')!, readDay('2028-02-29'), 29))).toBe('2029-02-28')
  })

  it('of weeks keeps the weekday', () => {
    expect(isoDay(nextRenewalDay(readInterval('2 weeks')!, readDay('2026-12-24'), 24))).toBe('2027-01-07')
  })
})
