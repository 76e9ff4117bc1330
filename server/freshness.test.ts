import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFreshness } from './freshness.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const invalidated: string[][] = []
  const clear = vi.fn<() => void>()
  const refresh = vi.fn<() => Promise<void>>(async () => {})
  const warn = vi.fn<(...words: unknown[]) => void>()
  const freshness = createFreshness({
    content: { refresh },
    cache: { invalidate: (tags) => void invalidated.push([...tags]), clear },
    log: { warn },
  })
  return { invalidated, clear, refresh, warn, freshness }
}

it('evicts pages of a changed product at once, and those that may list any product', () => {
  const { invalidated, refresh, freshness } = setUp()
  freshness.expire(['product:1', 'category:2'])
  expect(invalidated).toEqual([['product:1', 'category:2', 'products']])
  freshness.expire(['category:2'])
  expect(invalidated[1]).toEqual(['category:2'])
  expect(refresh).not.toHaveBeenCalled()
})

it('evicts pages of changed content after reloading it, without delaying products', async () => {
  const { invalidated, refresh, freshness } = setUp()
  const { promise, resolve } = Promise.withResolvers<void>()
  refresh.mockReturnValueOnce(promise)
  freshness.expire(['content:deal:sv', 'product:1'])
  expect(invalidated).toEqual([['product:1', 'products']])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(invalidated[1]).toEqual(['content:deal:sv'])
})

it('reloads once more for a change reported during a reload', async () => {
  const { invalidated, refresh, freshness } = setUp()
  const { promise, resolve } = Promise.withResolvers<void>()
  refresh.mockReturnValueOnce(promise)
  freshness.expire(['content:a'])
  freshness.expire(['content:b'])
  freshness.expire(['content:c'])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(invalidated).toEqual([['content:a'], ['content:b', 'content:c']])
  expect(refresh).toHaveBeenCalledTimes(2)
})

it('keeps changes while the database is unavailable, and retries until it is back', async () => {
  const { invalidated, refresh, warn, freshness } = setUp()
  refresh.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  freshness.expire(['content:a'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(invalidated).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(invalidated).toEqual([['content:a']])
  expect(warn).toHaveBeenCalledTimes(2)
})

it('evicts every page when the index was replaced, and again after reloading content', async () => {
  const { invalidated, clear, refresh, freshness } = setUp()
  refresh.mockRejectedValueOnce(new Error('away'))
  freshness.expireAll()
  expect(clear).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(clear).toHaveBeenCalledTimes(2)
  expect(invalidated).toEqual([])
})

it('stops retrying when the node shuts down', async () => {
  const { refresh, freshness } = setUp()
  refresh.mockRejectedValue(new Error('away'))
  freshness.expire(['content:a'])
  await vi.advanceTimersByTimeAsync(0)
  freshness.close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})
