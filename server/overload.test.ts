import { expect, it } from 'vitest'
import { createSlownessMonitor, measureMs } from './overload.ts'

it('a node with one slow measurement rejects no request', () => {
  const isLasting = createSlownessMonitor()
  for (const first of [0, 60_000, 120_000])
    for (const later of [0, 1, measureMs / 2, measureMs]) expect(isLasting(first + later)).toBe(false)
})

it('a node that stays slow rejects requests from the second measurement on, and resets after a pause', () => {
  const isLasting = createSlownessMonitor()
  expect(isLasting(0)).toBe(false)
  for (let now = measureMs + 1; now < 20 * measureMs; now += measureMs) expect(isLasting(now)).toBe(true)
  expect(isLasting(60 * measureMs)).toBe(false)
})
