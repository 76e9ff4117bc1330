import { expect, it, vi } from 'vitest'
import { createWorkQueue, QueueFull } from './work-queue.ts'

it('runs as many tasks at once as it may, the others in order, and refuses callers without a place before they begin', async () => {
  const queue = createWorkQueue({ running: 2, waiting: 3 })
  const order: number[] = []
  const ends: (() => void)[] = []
  const task = (n: number) => () => {
    order.push(n)
    return new Promise<number>((resolve) => ends.push(() => resolve(n)))
  }
  const results = [1, 2, 3, 4, 5].map((n) => queue.admit((run) => run(task(n))))
  const begins = vi.fn<() => Promise<void>>()
  await expect(queue.admit(begins)).rejects.toBeInstanceOf(QueueFull)
  expect(begins).not.toHaveBeenCalled()
  expect(order).toEqual([1, 2])
  expect(queue.counts()).toEqual({ running: 2, waiting: 3, started: 2, refused: 1 })
  for (let ended = 0; ended < 5; ended++) {
    ends.shift()!()
    await results[ended]
  }
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(queue.counts()).toEqual({ running: 0, waiting: 0, started: 5, refused: 1 })
})

it('goes on after a task that failed', async () => {
  const queue = createWorkQueue({ running: 1, waiting: 1 })
  await expect(queue.admit((run) => run(() => Promise.reject(new Error('broken'))))).rejects.toThrow('broken')
  expect(await queue.admit((run) => run(async () => 'next'))).toBe('next')
  expect(queue.counts().running).toBe(0)
})

it('keeps the place of a caller that has not begun its costly task yet', async () => {
  const queue = createWorkQueue({ running: 1, waiting: 0 })
  const queried = Promise.withResolvers<void>()
  const first = queue.admit(async (run) => {
    await queried.promise
    return run(async () => 'derived')
  })
  await expect(queue.admit(async () => {})).rejects.toBeInstanceOf(QueueFull)
  queried.resolve()
  expect(await first).toBe('derived')
  expect(await queue.admit(async () => 'next')).toBe('next')
})
