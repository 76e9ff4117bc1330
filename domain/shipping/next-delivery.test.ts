import { describe, expect, it } from 'vitest'
import { stores } from '../stores/stores.ts'
import { momentOf } from '../stores/local-time.ts'
import { arrivalDays, nextDeliveryAt, pastCutOffAt } from './next-delivery.ts'

const sv = stores.sv
const next = (iso: string) => new Date(nextDeliveryAt(sv, Date.parse(iso))).toISOString()

describe('the next delivery', () => {
  it('[API-11] leaves on weekdays at 16:00 by the store’s clock, winter and summer', () => {
    expect(next('2026-11-20T09:00:00Z')).toBe('2026-11-20T15:00:00.000Z')
    expect(next('2026-07-01T09:00:00Z')).toBe('2026-07-01T14:00:00.000Z')
  })

  it('is the next weekday’s from the cut-off on, and Monday’s over the weekend', () => {
    expect(next('2026-11-19T15:00:00Z')).toBe('2026-11-20T15:00:00.000Z')
    expect(next('2026-11-20T15:00:00Z')).toBe('2026-11-23T15:00:00.000Z')
    expect(next('2026-11-21T03:00:00Z')).toBe('2026-11-23T15:00:00.000Z')
  })

  it('uses the store’s calendar day, not the one in UTC', () => {
    // Sunday 23:30 in UTC is Monday in Stockholm.
    expect(next('2026-11-22T23:30:00Z')).toBe('2026-11-23T15:00:00.000Z')
  })

  it('is correct across changes of summer time', () => {
    expect(next('2026-03-28T12:00:00Z')).toBe('2026-03-30T14:00:00.000Z')
    expect(next('2026-10-24T12:00:00Z')).toBe('2026-10-26T15:00:00.000Z')
    expect(new Date(momentOf('Europe/Stockholm', { year: 2026, month: 3, day: 29 }, 4)).toISOString()).toBe(
      '2026-03-29T02:00:00.000Z',
    )
  })

  it('has passed at its moment, and not at weekends', () => {
    const past = (iso: string, count?: number) =>
      new Date(pastCutOffAt(sv, Date.parse(iso), count)).toISOString()
    expect(past('2026-11-20T14:59:59Z')).toBe('2026-11-19T15:00:00.000Z')
    expect(past('2026-11-20T15:00:00Z')).toBe('2026-11-20T15:00:00.000Z')
    // Monday morning: Friday's, and the one before it Thursday's.
    expect(past('2026-11-23T08:00:00Z')).toBe('2026-11-20T15:00:00.000Z')
    expect(past('2026-11-23T08:00:00Z', 2)).toBe('2026-11-19T15:00:00.000Z')
    expect(past('2026-10-26T12:00:00Z')).toBe('2026-10-23T14:00:00.000Z')
  })

  it('arrives on weekdays counted from its dispatch', () => {
    const { from, to } = arrivalDays(sv, Date.parse('2026-11-19T16:30:00Z'), { min: 1, max: 2 })
    expect([from, to]).toEqual(['2026-11-23', '2026-11-24'])
  })
})
