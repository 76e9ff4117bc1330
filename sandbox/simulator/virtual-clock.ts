/**
 * The clock of the simulator. It follows real time until it is advanced or frozen, so that a test sees the
 * callback of four hours later without waiting. Timers run in the order in which they are due.
 */

export interface VirtualClock {
  /** Epoch milliseconds. */
  now(): number
  /** Calls `run` after `delayMs` of virtual time; returns a function that cancels it. */
  setTimer(delayMs: number, run: () => void | Promise<void>): () => void
  /**
   * Moves the time forward and runs what becomes due on the way, each timer at its own time and after the one
   * before it has ended. Resolves when all of them have ended.
   */
  advance(byMs: number): Promise<void>
  /** A frozen clock moves only by `advance`. */
  freeze(isFrozen: boolean): void
  readonly isFrozen: boolean
  /** When the pending timers are due, epoch milliseconds, ascending. */
  due(): number[]
  /** Cancels all timers and returns to the time and mode it was created with. */
  reset(): void
}

interface Timer {
  dueAt: number
  run: () => void | Promise<void>
}

/** Longest delay of a real timer; longer ones are set again. */
const longestDelayMs = 2 ** 31 - 1

/** `startMs`: the first time, epoch milliseconds; real time if absent. */
export function createVirtualClock(
  options: { startMs?: number; isFrozen?: boolean; onFault?: (error: unknown) => void } = {},
): VirtualClock {
  let isFrozen = options.isFrozen ?? false
  let offsetMs = options.startMs === undefined ? 0 : options.startMs - Date.now()
  let frozenAt = Date.now() + offsetMs
  let timers: Timer[] = []
  let alarm: NodeJS.Timeout | undefined
  let advancing = Promise.resolve()
  let isAdvancing = false

  const now = () => (isFrozen ? frozenAt : Date.now() + offsetMs)
  const set = (to: number) => {
    frozenAt = to
    offsetMs = to - Date.now()
  }

  /** Takes the earliest timer that is due at `until`. */
  const takeDue = (until: number): Timer | undefined => {
    const earliest = timers[0]
    if (earliest === undefined || earliest.dueAt > until) return undefined
    return timers.shift()
  }

  const call = async (timer: Timer): Promise<void> => {
    try {
      await timer.run()
    } catch (error) {
      options.onFault?.(error)
    }
  }

  const arm = (): void => {
    clearTimeout(alarm)
    const earliest = timers[0]
    if (isFrozen || isAdvancing || earliest === undefined) return
    const delay = Math.min(Math.max(0, earliest.dueAt - now()), longestDelayMs)
    alarm = setTimeout(runDue, delay)
    // Pending callbacks do not keep a stopped process alive.
    alarm.unref()
  }

  /** In real time a slow callback does not delay the others. */
  const runDue = (): void => {
    for (let timer = takeDue(now()); timer; timer = takeDue(now())) void call(timer)
    arm()
  }

  const advance = async (byMs: number): Promise<void> => {
    const target = now() + byMs
    const wasFrozen = isFrozen
    isAdvancing = true
    isFrozen = true
    frozenAt = target - byMs
    try {
      for (let timer = takeDue(target); timer; timer = takeDue(target)) {
        frozenAt = Math.max(frozenAt, timer.dueAt)
        await call(timer)
      }
    } finally {
      isFrozen = wasFrozen
      isAdvancing = false
      set(target)
      arm()
    }
  }

  return {
    now,
    setTimer(delayMs, run) {
      const timer = { dueAt: now() + delayMs, run }
      const index = timers.findIndex((other) => other.dueAt > timer.dueAt)
      timers.splice(index === -1 ? timers.length : index, 0, timer)
      arm()
      return () => {
        timers = timers.filter((other) => other !== timer)
        arm()
      }
    },
    advance(byMs) {
      advancing = advancing.then(() => advance(byMs))
      return advancing
    },
    freeze(wanted) {
      set(now())
      isFrozen = wanted
      arm()
    },
    get isFrozen() {
      return isFrozen
    },
    due: () => timers.map(({ dueAt }) => dueAt),
    reset() {
      timers = []
      isFrozen = options.isFrozen ?? false
      set(options.startMs ?? Date.now())
      arm()
    },
  }
}
