/** Runs a piece of work in turns: never two at once, again when asked meanwhile, and after a pause by itself. */

export interface Turns {
  /** Runs a turn now, or once more after the one that runs; resolves when a turn begun after the call is over. */
  now(): Promise<void>
  stop(): Promise<void>
}

/** `turn` must not throw. `pauseMs` is asked after each. */
export function createTurns(turn: () => Promise<void>, pauseMs: () => number): Turns {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run(): Promise<void> {
    do {
      again = false
      await turn()
    } while (again && !stopped)
    running = null
    if (stopped) return
    timer = setTimeout(() => void now(), pauseMs())
    timer.unref()
  }

  function now(): Promise<void> {
    if (stopped) return Promise.resolve()
    if (running) {
      again = true
      return running
    }
    clearTimeout(timer)
    running = run()
    return running
  }

  return {
    now,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
