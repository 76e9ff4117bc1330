import { expect, it } from 'vitest'
import { createWorkQueue, QueueFull } from './work-queue.ts'

it('runs as many tasks at once as it may, the others in order, and refuses what finds a full line', async () => {
  const queue = createWorkQueue({ running: 2, waiting: 3 })
  const order: number[] = []
  const ends: (() => void)[] = []
  const task = (n: number) => () => {
    order.push(n)
    return new Promise<number>((resolve) => ends.push(() => resolve(n)))
  }
  const results = [1, 2, 3, 4, 5].map((n) => queue.run(task(n)))
  await expect(queue.run(task(6))).rejects.toBeInstanceOf(QueueFull)
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
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(async () => 'next')).toBe('next')
  expect(queue.counts().running).toBe(0)
})
