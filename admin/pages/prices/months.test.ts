import { expect, it } from 'vitest'
import { monthAfter, spanOf } from './months.ts'

it('moves by whole months, over the turn of the year', () => {
  expect(monthAfter('2026-11-24', 0)).toBe('2026-11-01')
  expect(monthAfter('2026-11-24', 3)).toBe('2027-02-01')
  expect(monthAfter('2026-01-31', -1)).toBe('2025-12-01')
})

it('places a campaign within the shown days, with its last day', () => {
  const shown = { from: '2026-06-01', until: '2026-06-11' }
  expect(spanOf({ startsOn: '2026-06-03', endsOn: '2026-06-04' }, shown)).toEqual({ left: 20, width: 20 })
  expect(spanOf({ startsOn: null, endsOn: '2026-06-01' }, shown)).toEqual({ left: 0, width: 10 })
  expect(spanOf({ startsOn: '2026-05-01', endsOn: null }, shown)).toEqual({ left: 0, width: 100 })
})
