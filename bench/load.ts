/**
 * Load of concurrent clients that send requests repeatedly. They run in the benchmark's own process, which says how
 * busy it was: a generator near 100 % is the limit, and what was measured says little about the shop.
 */
import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'

/** The answer of the work, and the share of its time that this process's thread worked: 0 to 1. */
export async function withBusy<Answer extends object>(
  work: () => Promise<Answer>,
): Promise<Answer & { busy: number }> {
  const before = performance.eventLoopUtilization()
  const answer = await work()
  return { ...answer, busy: performance.eventLoopUtilization(before).utilization }
}

/** How busy a generator was, as text; of several, the busiest. */
export function busyPercent(...busy: readonly number[]): string {
  return `${Math.round(100 * Math.max(...busy))} %`
}

/**
 * Runs the load; throws if the shop rejected a request or did not answer, because such responses are fast.
 */
export async function load(options: autocannon.Options): Promise<autocannon.Result & { busy: number }> {
  const result = await withBusy(() => autocannon(options))
  const { non2xx, errors } = result
  if (non2xx > 0 || errors > 0) throw new Error(`${options.url}: ${non2xx} refusals, ${errors} errors.`)
  return result
}
