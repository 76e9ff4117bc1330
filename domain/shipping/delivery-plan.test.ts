import { describe, expect, it } from 'vitest'
import { stores } from '../stores/stores.ts'
import { arrivalOf, type DeliverableLine } from './delivery-plan.ts'

/** Monday morning in Stockholm. */
const now = Date.parse('2026-11-23T09:00:00Z')
const days = { min: 1, max: 2 }
const inStock: DeliverableLine = { uuid: 'a', stockStatus: 'in_stock', estimatedAt: null }
const awaited = (estimatedAt: string | null): DeliverableLine => ({
  uuid: 'b',
  stockStatus: 'back_order',
  estimatedAt,
})
const arrival = (...lines: DeliverableLine[]) => arrivalOf(stores.sv, lines, days, now)

describe('the arrival of a delivery', () => {
  it('is that of its latest line', () => {
    expect(arrival(inStock)).toEqual({ from: '2026-11-24', to: '2026-11-25' })
    const monday = awaited('2026-12-07T00:00:00Z')
    expect(arrival(inStock, monday)).toEqual({ from: '2026-12-08', to: '2026-12-09' })
    // In stock on a Saturday: it leaves on Monday.
    expect(arrival(monday, awaited('2026-12-12T10:00:00Z'))).toEqual({ from: '2026-12-15', to: '2026-12-16' })
  })

  it('is that of goods in stock where a date has passed, and unknown where a line has none', () => {
    expect(arrival(awaited('2026-11-20T00:00:00Z'))).toEqual(arrival(inStock))
    expect(arrival(inStock, awaited(null))).toBeNull()
  })
})
