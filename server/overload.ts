/**
 * Decides when a slow node rejects requests. A short stall of the machine (its disk, a neighbouring process)
 * makes one measurement of the event loop delay as bad as overload does, but it is over when the measurement
 * is taken, so rejecting requests then would be wrong. Under overload the next measurement is slow too.
 */

/** Interval between measurements of the event loop delay. */
export const measureMs = 1000

/**
 * Called for every request while the node is slow: returns whether it has been slow for more than one
 * measurement.
 */
export function createSlownessMonitor(): (nowMs: number) => boolean {
  let since = -Infinity
  let last = -Infinity
  return (nowMs) => {
    if (nowMs - last > 2 * measureMs) since = nowMs
    last = nowMs
    return nowMs - since > measureMs
  }
}
