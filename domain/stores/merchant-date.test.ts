import { describe, expect, it } from 'vitest'
import { storeCodes, stores } from './stores.ts'
import { readMerchantDate, type DateEdge } from './merchant-date.ts'

const iso = (text: string, edge: DateEdge = 'start', zone = 'Europe/Stockholm') => {
  const moment = readMerchantDate(text, zone, edge)
  return moment === null ? null : new Date(moment).toISOString()
}

describe('a date as merchants write it', () => {
  it('without a time starts at the store’s midnight, and as an end ends at the next', () => {
    for (const code of storeCodes) {
      expect(iso('2026-12-31', 'start', stores[code].timeZone)).toBe('2026-12-30T23:00:00.000Z')
      expect(iso('2026-12-31', 'end', stores[code].timeZone)).toBe('2026-12-31T23:00:00.000Z')
      expect(iso('2026-07-01', 'end', stores[code].timeZone)).toBe('2026-07-01T22:00:00.000Z')
    }
  })

  it('lasts 23 hours when summer time begins and 25 when it ends', () => {
    const hours = (day: string) =>
      (readMerchantDate(day, 'Europe/Berlin', 'end')! - readMerchantDate(day, 'Europe/Berlin', 'start')!) /
      3_600_000
    expect(['2026-03-28', '2026-03-29', '2026-10-25', '2026-10-26'].map(hours)).toEqual([24, 23, 25, 24])
    expect(iso('2026-03-29', 'end')).toBe('2026-03-29T22:00:00.000Z')
    expect(iso('2026-10-25', 'end')).toBe('2026-10-25T23:00:00.000Z')
  })

  it('with a time is in the store’s time zone, and an offset is respected', () => {
    expect(iso('2026-12-04T12:30')).toBe('2026-12-04T11:30:00.000Z')
    expect(iso('2026-06-04 12:30:15', 'end')).toBe('2026-06-04T10:30:15.000Z')
    expect(iso('2026-12-04T00:00+0100')).toBe('2026-12-03T23:00:00.000Z')
    expect(iso('2026-12-04T00:00:30.125-08:30')).toBe('2026-12-04T08:30:30.125Z')
    expect(iso('2026-12-04T00:00:00Z', 'end')).toBe('2026-12-04T00:00:00.000Z')
  })

  it('that does not exist in the calendar is invalid', () => {
    const wrong = [
      '2026-02-30',
      '2026-13-01',
      '04.12.2026',
      '2026-12-04T25:00Z',
      '0001-01-01',
      'soon',
      '2026-12-04T00:00+1500',
      '2026-12-04Z',
    ]
    for (const text of wrong) expect(iso(text), text).toBeNull()
  })
})
