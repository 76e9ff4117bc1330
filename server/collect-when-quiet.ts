/**
 * Collects garbage once when a busy node has become quiet. V8 collects as memory is allocated, so what a burst of
 * requests left would otherwise stay for as long as few requests come: about 50 MB. Needs Node's flag
 * `--expose-gc`; without it nothing happens.
 */
import { performance } from 'node:perf_hooks'

const intervalMs = 5_000
/** Share of an interval in which the event loop worked: above it the node is busy, below the other it is quiet. */
const busyShare = 0.3
const quietShare = 0.1
/** Intervals without much work, one after the other, before a pause of some 100 ms disturbs nobody. */
const quietIntervals = 6

/** Takes the event loop's utilization of one interval after the other; answers whether to collect now. */
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

/** Watches the node; answers the way to end it. */
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
