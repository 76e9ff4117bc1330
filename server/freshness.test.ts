import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFreshness } from './freshness.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function setUp() {
  const told: string[][] = []
  const refresh = vi.fn<() => Promise<void>>(async () => {})
  const warn = vi.fn<(...words: unknown[]) => void>()
  const freshness = createFreshness({
    content: { refresh },
    cache: { invalidate: (tags) => void told.push([...tags]) },
    log: { warn },
  })
  return { told, refresh, warn, freshness }
}

it('drops pages of a changed product at once, and those that any product may come onto', () => {
  const { told, refresh, freshness } = setUp()
  freshness.tell(['product:1', 'category:2'])
  expect(told).toEqual([['product:1', 'category:2', 'products']])
  freshness.tell(['category:2'])
  expect(told[1]).toEqual(['category:2'])
  expect(refresh).not.toHaveBeenCalled()
})

it('drops pages of changed content after it was read anew, products not waiting for it', async () => {
  const { told, refresh, freshness } = setUp()
  const { promise, resolve } = Promise.withResolvers<void>()
  refresh.mockReturnValueOnce(promise)
  freshness.tell(['content:deal:sv', 'product:1'])
  expect(told).toEqual([['product:1', 'products']])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(told[1]).toEqual(['content:deal:sv'])
})

it('reads once more for what was told while it read', async () => {
  const { told, refresh, freshness } = setUp()
  const { promise, resolve } = Promise.withResolvers<void>()
  refresh.mockReturnValueOnce(promise)
  freshness.tell(['content:a'])
  freshness.tell(['content:b'])
  freshness.tell(['content:c'])
  resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual([['content:a'], ['content:b', 'content:c']])
  expect(refresh).toHaveBeenCalledTimes(2)
})

it('forgets no change while the database is away, and tries again until it is back', async () => {
  const { told, refresh, warn, freshness } = setUp()
  refresh.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('away'))
  freshness.tell(['content:a'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(told).toEqual([['content:a']])
  expect(warn).toHaveBeenCalledTimes(2)
})

it('stops trying when the node goes down', async () => {
  const { refresh, freshness } = setUp()
  refresh.mockRejectedValue(new Error('away'))
  freshness.tell(['content:a'])
  await vi.advanceTimersByTimeAsync(0)
  freshness.close()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})
