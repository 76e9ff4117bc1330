/**
 * When a node that is slow turns requests away. A machine that stands still for a moment (its disk, its neighbours, a
 * browser beside it) makes one measure of the event loop as bad as a crowd does, and has caught up when it is taken;
 * whoever asked then would be refused for nothing. A crowd is slow in the measure after it too.
 */

/** How often the delay of the event loop is measured. */
export const measureMs = 1000

/** To be asked with every request that meets a slow node: answers whether it has been slow for longer than one measure. */
export function lastingSlowness(): (nowMs: number) => boolean {
  let since = -Infinity
  let last = -Infinity
  return (nowMs) => {
    if (nowMs - last > 2 * measureMs) since = nowMs
    last = nowMs
    return nowMs - since > measureMs
  }
}
