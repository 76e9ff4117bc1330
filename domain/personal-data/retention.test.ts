import { describe, expect, it } from 'vitest'
import { storeCodes } from '../stores/stores.ts'
import { retentionCutoff, retentionOf } from './retention.ts'

const now = new Date('2026-11-23T09:00:00Z')
const cutoff = (period: Parameters<typeof retentionCutoff>[0], at = now) =>
  retentionCutoff(period, { now: at, timeZone: 'Europe/Stockholm' }).toISOString()

describe('what is kept', () => {
  it('is counted in days, or in years after the year of the event', () => {
    expect(cutoff({ days: 30 })).toBe('2026-10-24T09:00:00.000Z')
    // An order of 2018 is kept until the end of 2025, by the store's clock.
    expect(cutoff({ yearsAfter: 7 }, new Date('2025-12-31T22:59:59Z'))).toBe('2017-12-31T23:00:00.000Z')
    expect(cutoff({ yearsAfter: 7 }, new Date('2025-12-31T23:00:00Z'))).toBe('2018-12-31T23:00:00.000Z')
  })

  it('is, of orders, what bookkeeping law asks for: SE 7, NO 5, DE 8, DK 5 years', () => {
    const years = storeCodes.map((store) => [store, retentionOf(store).order])
    expect(Object.fromEntries(years)).toEqual({
      sv: { yearsAfter: 7 },
      no: { yearsAfter: 5 },
      de: { yearsAfter: 8 },
      da: { yearsAfter: 5 },
    })
  })
})
