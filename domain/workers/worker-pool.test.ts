import { afterEach, describe, expect, it, vi } from 'vitest'
import { countingJob } from './counting-job.test-support.ts'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from './worker-pool.server.ts'
import { testJob } from './worker-jobs.test-support.ts'

const pools: WorkerPool[] = []
function poolOf(options: WorkerPoolOptions = {}): WorkerPool {
  const pool = createWorkerPool(options)
  pools.push(pool)
  return pool
}
afterEach(() => {
  for (const pool of pools.splice(0)) pool.end()
})

/** Enough for a loaded machine to start a process. */
const enough = testJob(60)
/** A job that never ends is killed after it; starting the process is part of it. */
const short = testJob(3)

describe('a worker', () => {
  it('is started by the first job only, runs the next ones too, and ends when it is idle', async () => {
    const pool = poolOf({ idleMs: 20 })
    expect(pool.size()).toBe(0)
    for (const value of [1, 2, 3])
      expect(await pool.run(enough, { task: 'double', value })).toEqual({ ok: true, value: value * 2 })
    expect(pool.size()).toBeLessThanOrEqual(1)
    await vi.waitFor(() => expect(pool.size()).toBe(0))
    expect(await pool.run(enough, { task: 'double', value: 4 })).toEqual({ ok: true, value: 8 })
  })

  it('that never answers is killed, while this process goes on; the next job has another worker', async () => {
    const pool = poolOf({ most: 1 })
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    const stuck = pool.run(short, { task: 'loop' })
    // Waits for the only worker.
    const next = pool.run(enough, { task: 'double', value: 21 })
    expect(await stuck).toEqual({ ok: false, code: 'took_too_long' })
    clearInterval(counting)
    expect(turns).toBeGreaterThan(10)
    expect(await next).toEqual({ ok: true, value: 42 })
  })

  it.each(['fill_heap', 'fill_buffers'] as const)('that uses too much memory is ended (%s)', async (task) => {
    const pool = poolOf({ mostMegabytes: 200 })
    expect(await pool.run(enough, { task })).toEqual({ ok: false, code: 'too_much_memory' })
    expect(await pool.run(enough, { task: 'double', value: 1 })).toEqual({ ok: true, value: 2 })
  })

  it('that crashes ends its own job only', async () => {
    const pool = poolOf({ most: 2 })
    const [crashed, other] = await Promise.all([
      pool.run(enough, { task: 'crash' }),
      pool.run(enough, { task: 'wait', ms: 10 }),
    ])
    expect(crashed).toEqual({ ok: false, code: 'worker_ended' })
    expect(other).toMatchObject({ ok: true })
  })

  it('passes on what its function throws, and is used again', async () => {
    const pool = poolOf({ most: 1 })
    await expect(pool.run(enough, { task: 'throw' })).rejects.toMatchObject({
      name: 'RangeError',
      message: 'out of range',
    })
    expect(await pool.run(enough, { task: 'double', value: 1 })).toEqual({ ok: true, value: 2 })
  })

  it('may neither write files nor open connections, and sees no secrets', async () => {
    const pool = poolOf({ most: 1 })
    for (const task of ['write', 'connect'] as const)
      await expect(pool.run(enough, { task })).rejects.toThrow(/restricted/)
    vi.stubEnv('DATABASE_URL', 'postgres://secret')
    const answer = await poolOf().run(enough, { task: 'secrets' })
    vi.unstubAllEnvs()
    expect(answer).toMatchObject({ ok: true, value: expect.not.arrayContaining(['DATABASE_URL', 'SECRET']) })
  })

  it('ends with the pool; jobs that wait are refused', async () => {
    const pool = poolOf({ most: 1 })
    const answers = Promise.all([
      pool.run(enough, { task: 'loop' }),
      pool.run(enough, { task: 'double', value: 1 }),
    ])
    pool.end()
    expect(await answers).toEqual([
      { ok: false, code: 'worker_ended' },
      { ok: false, code: 'worker_ended' },
    ])
    expect(pool.size()).toBe(0)
  })
})

describe('the pool', () => {
  it('runs no more processes than it may, and queues the other jobs', async () => {
    const pool = poolOf({ most: 2 })
    const sizes: number[] = []
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, value) => {
        const answer = await pool.run(enough, { task: 'double', value })
        sizes.push(pool.size())
        return answer
      }),
    )
    expect(answers).toEqual(Array.from({ length: 8 }, (_, value) => ({ ok: true, value: value * 2 })))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2)
  })

  it('leaves a worker to short jobs while answers are streamed', async () => {
    const pool = poolOf({ most: 2 })
    const first = pool.stream(countingJob(60), { upTo: 3 })
    const second = pool.stream(countingJob(60), { upTo: 3 })
    expect(await first.next()).toEqual({ done: false, value: 1 })
    const waiting = second.next()
    expect(await pool.run(enough, { task: 'double', value: 1 })).toEqual({ ok: true, value: 2 })
    // The second one begins when the first one is over.
    await first.return(undefined)
    expect(await waiting).toEqual({ done: false, value: 1 })
    await second.return(undefined)
  })
})

describe('a streamed answer', () => {
  it('has all parts in their order, and one of them ahead', async () => {
    const pool = poolOf()
    const parts: number[] = []
    for await (const part of pool.stream(countingJob(60), { upTo: 50 })) parts.push(part)
    expect(parts).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    expect(pool.size()).toBe(1)
  })

  it('gives its worker back when nobody takes the rest', async () => {
    const pool = poolOf({ most: 1 })
    for await (const part of pool.stream(countingJob(60), { upTo: 1_000_000 })) if (part === 3) break
    expect(await pool.run(enough, { task: 'double', value: 1 })).toEqual({ ok: true, value: 2 })
    expect(pool.size()).toBe(1)
  })

  it('that stops answering ends with the reason, after the parts that it gave', async () => {
    const pool = poolOf()
    const parts: number[] = []
    const reading = (async () => {
      for await (const part of pool.stream(countingJob(10), { upTo: 9, stuckAfter: 2 })) parts.push(part)
    })()
    await expect(reading).rejects.toMatchObject({ name: 'WorkerFailure', code: 'took_too_long' })
    expect(parts).toEqual([1, 2])
  })
})
