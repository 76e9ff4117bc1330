import { expect, it } from 'vitest'
import { createVirtualClock } from './virtual-clock.ts'

const start = Date.parse('2026-11-22T12:00:00Z')
const frozen = () => createVirtualClock({ startMs: start, isFrozen: true })

it('runs timers in the order in which they are due, each at its own time', async () => {
  const clock = frozen()
  const ran: [string, number][] = []
  clock.setTimer(2_000, () => void ran.push(['second', clock.now() - start]))
  clock.setTimer(1_000, () => {
    ran.push(['first', clock.now() - start])
    clock.setTimer(500, () => void ran.push(['set by the first', clock.now() - start]))
  })
  clock.setTimer(9_000, () => void ran.push(['too late', clock.now() - start]))
  await clock.advance(5_000)
  expect(ran).toEqual([
    ['first', 1_000],
    ['set by the first', 1_500],
    ['second', 2_000],
  ])
  expect(clock.now() - start).toBe(5_000)
  expect(clock.due()).toEqual([start + 9_000])
})

it('waits for one timer before it runs the next, and for concurrent advances in turn', async () => {
  const clock = frozen()
  const ran: string[] = []
  clock.setTimer(1_000, async () => {
    await Promise.resolve()
    ran.push('slow')
  })
  clock.setTimer(2_000, () => void ran.push('after it'))
  await Promise.all([clock.advance(1_000), clock.advance(1_000)])
  expect(ran).toEqual(['slow', 'after it'])
})

it('cancels a timer, and goes on after a timer that fails', async () => {
  const faults: unknown[] = []
  const clock = createVirtualClock({ isFrozen: true, onFault: (error) => faults.push(error) })
  const ran: string[] = []
  clock.setTimer(1, () => void ran.push('cancelled'))()
  clock.setTimer(2, () => {
    throw new Error('failed')
  })
  clock.setTimer(3, () => void ran.push('next'))
  await clock.advance(10)
  expect(ran).toEqual(['next'])
  expect(faults).toHaveLength(1)
})

it('follows real time unless it is frozen', async () => {
  const clock = createVirtualClock()
  await new Promise<void>((resolve) => {
    clock.setTimer(1, resolve)
  })
  clock.freeze(true)
  const at = clock.now()
  await clock.advance(3_600_000)
  expect(clock.now()).toBe(at + 3_600_000)
})
