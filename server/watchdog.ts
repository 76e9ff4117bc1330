/**
 * Watches the event loop of a node from a thread of its own. A node whose loop stood still is out of `/readyz` until it
 * was calm again; one whose loop stands still for long, or whose stop does not end, is ended: nothing that runs in the
 * loop, not even the handler of a signal, could do so (decision 140).
 */
import { Worker } from 'node:worker_threads'
import { sourceModule } from '../domain/workers/source-module.server.ts'

export interface WatchdogLimits {
  /** How often the loop shows that it turns, and the thread looks; milliseconds. */
  beatMs: number
  /** The loop stood still for so long: the node is not ready. */
  stallMs: number
  /** It stands still for so long: the process is ended. */
  stuckMs: number
  /** A node that stood still is ready again after so long without it. */
  calmMs: number
}

/** Longer than any pause of a healthy node, also on a machine that is busy with other programs. */
const nodeLimits: WatchdogLimits = { beatMs: 500, stallMs: 5_000, stuckMs: 30_000, calmMs: 10_000 }

export interface Watchdog {
  /** Whether the loop stood still a short time ago. */
  isStalled(): boolean
  /** Ends the process unless it has ended by itself within the time: for the stop of a node. */
  endWithin(ms: number): void
  /** Watches no more. */
  stop(): Promise<void>
}

/** What the loop and the thread share, as indexes of an Int32Array. */
export const shared = { beats: 0, stalls: 1, endAfterTicks: 2, length: 3 } as const

export interface WatchdogData {
  counters: SharedArrayBuffer
  limits: Pick<WatchdogLimits, 'beatMs' | 'stallMs' | 'stuckMs'>
}

/** Starts to watch this process. A process that is being debugged stands still on purpose: it is not watched. */
export function startWatchdog(limits: WatchdogLimits = nodeLimits): Watchdog {
  const counters = new Int32Array(new SharedArrayBuffer(4 * shared.length))
  if (process.execArgv.some((flag) => flag.startsWith('--inspect'))) return unwatched
  const data: WatchdogData = { counters: counters.buffer, limits }
  const thread = new Worker(sourceModule('server', 'watchdog-thread.ts'), {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, stackSizeMb: 1 },
  })
  thread.unref()
  const timer = setInterval(() => Atomics.add(counters, shared.beats, 1), limits.beatMs)
  timer.unref()
  let seen = 0
  let stalledAt = -Infinity
  return {
    isStalled() {
      const stalls = Atomics.load(counters, shared.stalls)
      if (stalls !== seen) stalledAt = performance.now()
      seen = stalls
      return performance.now() - stalledAt < limits.calmMs
    },
    endWithin(ms) {
      Atomics.store(counters, shared.endAfterTicks, Math.ceil(ms / limits.beatMs))
    },
    async stop() {
      clearInterval(timer)
      await thread.terminate()
    },
  }
}

const unwatched: Watchdog = { isStalled: () => false, endWithin: () => {}, stop: async () => {} }
