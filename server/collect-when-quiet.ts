/**
 * Collects garbage once after a busy node becomes idle. V8 collects only as memory is allocated, so the
 * garbage of a burst of requests (about 50 MB) would otherwise stay until many more requests arrive. Needs
 * Node's flag `--expose-gc`; without it nothing happens.
 */
import { performance } from 'node:perf_hooks'

const intervalMs = 5_000
/**
 * Event loop utilization of an interval: above the first value the node is busy, below the second it is idle.
 */
const busyShare = 0.3
const quietShare = 0.1
/** Consecutive idle intervals after which a pause of some 100 ms delays no request. */
const quietIntervals = 6

/** Takes the event loop utilization of each interval in turn; returns whether to collect now. */
export function createQuietWatch(): (utilization: number) => boolean {
  let wasBusy = false
  let quiet = 0
  return (utilization) => {
    if (utilization > busyShare) wasBusy = true
    quiet = utilization < quietShare ? quiet + 1 : 0
    if (!wasBusy || quiet < quietIntervals) return false
    wasBusy = false
    return true
  }
}

/** Starts watching the node; returns a function that stops it. */
export function collectWhenQuiet(): () => void {
  const collect = globalThis.gc
  if (!collect) return () => {}
  const isTime = createQuietWatch()
  let last = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (isTime(performance.eventLoopUtilization(now, last).utilization)) collect()
    last = now
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
