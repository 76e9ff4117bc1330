/** Logs faults of a module's code that runs too often for a line each, as when carts are priced. */
import type { WarningLog } from './warning-log.ts'

/** Between two lines about one module. */
const pauseMs = 60_000

/** Logs the first fault of a module at once, then at most one line a minute, with the number of faults since the last line. */
export function moduleFaultLog({ log, clock }: { log: WarningLog; clock: () => number }) {
  const modules = new Map<string, { saidAt: number; count: number }>()
  return (module: string, error: unknown): void => {
    const state = modules.get(module) ?? { saidAt: -Infinity, count: 0 }
    modules.set(module, state)
    state.count += 1
    if (clock() - state.saidAt < pauseMs) return
    log.warn({ module, count: state.count, err: error }, 'a part of a module failed')
    state.saidAt = clock()
    state.count = 0
  }
}
