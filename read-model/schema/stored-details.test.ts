import { expect, it } from 'vitest'
import { readDetails, usualDetails, writeDetails, type StoredDetails } from './stored-details.server.ts'

const plain: StoredDetails = { ...usualDetails, attributes: {}, slugs: { sv: 'a' }, updatedAt: 5 }

it('details are read as they were written, and default values are not stored', () => {
  expect(readDetails(writeDetails(plain))).toEqual(plain)
  expect(JSON.parse(writeDetails(plain))).toEqual({ attributes: {}, slugs: { sv: 'a' }, updatedAt: 5 })
  const rich = { ...plain, condition: 'used' as const, tags: [3], relations: { accessory: [7] }, gtin: '73' }
  expect(readDetails(writeDetails(rich))).toEqual(rich)
})
