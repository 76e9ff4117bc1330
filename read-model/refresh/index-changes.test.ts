import { expect, it } from 'vitest'
import { isWorthBuilding } from './index-changes.server.ts'

it('an index is rebuilt when an import adds most of a catalogue, and refreshed otherwise', () => {
  expect(isWorthBuilding(19_406, 0)).toBe(true)
  expect(isWorthBuilding(19_406, 19_406)).toBe(true)
  expect(isWorthBuilding(1_000, 0)).toBe(false)
  expect(isWorthBuilding(1_000, 1_000_000)).toBe(false)
  expect(isWorthBuilding(10_000, 50_000)).toBe(false)
  expect(isWorthBuilding(10_001, 50_000)).toBe(true)
})
