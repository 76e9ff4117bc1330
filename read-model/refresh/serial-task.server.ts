/** Runs a task serially: never twice at once, again when requested during a run, and periodically. */

export interface SerialTask {
  /**
   * Runs the task now, or once more after the current run; resolves when a run that began after the call has
   * finished.
   */
  now(): Promise<void>
  stop(): Promise<void>
}

/** `turn` must not throw. `pauseMs` is called after each run. */
export function createSerialTask(turn: () => Promise<void>, pauseMs: () => number): SerialTask {
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
