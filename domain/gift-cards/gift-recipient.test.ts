import { describe, expect, it } from 'vitest'
import { deliveryDays, deliveryMoment, possibleDeliveryDay } from './gift-recipient.ts'

const lateEvening = Date.parse('2026-11-23T23:30:00Z')

describe('the day of a gift card', () => {
  it('is counted in the store: today, or up to a year ahead', () => {
    expect(deliveryDays('sv', lateEvening)).toEqual({ first: '2026-11-24', last: '2027-11-24' })
  })

  it('is the nearest possible one where the cart is older than the day it names, or names one too far away', () => {
    const possible = (day: string) => possibleDeliveryDay('sv', lateEvening, day)
    expect(possible('2026-11-20')).toBe('2026-11-24')
    expect(possible('2026-12-24')).toBe('2026-12-24')
    expect(possible('2031-01-01')).toBe('2027-11-24')
  })

  it('begins at eight in the store’s time zone, in winter and in summer', () => {
    const moment = (day: string) => new Date(deliveryMoment('de', day)).toISOString()
    expect(moment('2026-12-24')).toBe('2026-12-24T07:00:00.000Z')
    expect(moment('2027-07-01')).toBe('2027-07-01T06:00:00.000Z')
  })
})
