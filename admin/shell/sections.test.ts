import { expect, it } from 'vitest'
import type { Session } from '../session.ts'
import { sectionsFor } from './sections.ts'

/** A session whose person has every permission in a store. */
const everything = new Proxy({}, { get: () => ['sv'] }) as Session['grants']

it('opens each section of the back office with keys of its own', () => {
  const keys = sectionsFor({ grants: everything, resources: [] } as unknown as Session).map(
    (section) => section.keys,
  )
  expect(keys.length).toBeGreaterThan(10)
  expect(new Set(keys).size).toBe(keys.length)
})
