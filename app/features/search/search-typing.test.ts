import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readTerm, searchDebounceMs, shortestTerm } from '../../../domain/search/search-term.ts'
import { followTyping } from './search-typing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The number of searches so far, and the debounced search. */
function watched() {
  const runs: { term: string; signal: AbortSignal }[] = []
  return { runs, ...followTyping((term, signal) => runs.push({ term, signal })) }
}

it('a search waits 250 ms and needs 2 characters', () => {
  expect([searchDebounceMs, shortestTerm]).toEqual([250, 2])
})

it('[VALID-01] a search term has two characters, spaces around it not counted', () => {
  expect(readTerm(' a ')).toBeNull()
  expect(readTerm('')).toBeNull()
  expect(readTerm('aa')).toBe('aa')
  expect(readTerm('  aa 9 ')).toBe('aa 9')
})

describe('[SEARCH-03] a search runs once typing has paused', () => {
  it('250 ms after the last keystroke, not before', () => {
    const { runs, typed } = watched()
    typed('aa')
    vi.advanceTimersByTime(200)
    typed(' aab')
    vi.advanceTimersByTime(249)
    expect(runs).toEqual([])
    vi.advanceTimersByTime(1)
    expect(runs.map(({ term }) => term)).toEqual(['aab'])
    vi.advanceTimersByTime(10_000)
    expect(runs).toHaveLength(1)
  })

  it('not at all below two characters, also after a longer term', () => {
    const { runs, typed } = watched()
    for (const text of ['a', ' a ', 'aa', 'a']) typed(text)
    vi.advanceTimersByTime(1000)
    expect(runs).toEqual([])
  })

  it('not again for a trailing space', () => {
    const { runs, typed } = watched()
    typed('aa')
    vi.advanceTimersByTime(250)
    typed('aa ')
    vi.advanceTimersByTime(250)
    expect(runs).toHaveLength(1)
  })
})

it('[SEARCH-09] a newer term aborts the search for the earlier one', () => {
  const { runs, typed, stop } = watched()
  typed('aa')
  vi.advanceTimersByTime(250)
  typed('aab')
  expect(runs[0]?.signal.aborted).toBe(true)
  vi.advanceTimersByTime(250)
  expect(runs[1]).toMatchObject({ term: 'aab', signal: { aborted: false } })
  stop()
  expect(runs[1]?.signal.aborted).toBe(true)
  typed('aab')
  vi.advanceTimersByTime(250)
  expect(runs).toHaveLength(3)
})
