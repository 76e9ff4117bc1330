import { expect, it } from 'vitest'
import { createQuietWatch } from './collect-when-quiet.ts'

const turns = (utilizations: readonly number[]) => {
  const isTime = createQuietWatch()
  return utilizations.map(isTime)
}
const quiet = [0, 0.05, 0, 0.09, 0, 0]

it('collects garbage once after a busy node has been idle for half a minute', () => {
  const collected = turns([0.9, ...quiet, ...quiet])
  expect(collected.indexOf(true)).toBe(quiet.length)
  expect(collected.filter(Boolean)).toHaveLength(1)
  expect(turns([0.9, ...quiet, 0.5, ...quiet]).filter(Boolean)).toHaveLength(2)
})

it('does not collect on a node that was never busy or is still busy', () => {
  expect(turns([...quiet, ...quiet])).not.toContain(true)
  expect(turns([0.9, ...quiet.slice(1), 0.2, ...quiet.slice(1)])).not.toContain(true)
})
