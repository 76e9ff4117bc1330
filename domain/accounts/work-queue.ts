/**
 * Runs costly tasks a few at once; the others wait in line. A caller takes a place before it begins any other work, so
 * that a caller too many is refused at once and costs nothing. Pure: it has no clock and no timer.
 */

export interface WorkQueueLimits {
  /** Tasks in progress at once. */
  running: number
  /** Further callers that may have a place. */
  waiting: number
}

export interface WorkCounts {
  running: number
  /** Tasks that wait in line. */
  waiting: number
  /** Tasks begun since the start. */
  started: number
  /** Callers that got no place. */
  refused: number
}

/** Runs a task as soon as its turn comes. */
export type RunTask = <Result>(task: () => Promise<Result>) => Promise<Result>

/** Every place is taken. The error handler of the API answers 503 with `Retry-After`. */
export class QueueFull extends Error {
  override name = 'QueueFull'
  readonly statusCode = 503
}

export interface WorkQueue {
  /**
   * Takes a place for the time of `work`, which runs its costly tasks with the function it gets, one after another.
   * Rejects with `QueueFull`, without calling `work`, where every place is taken.
   */
  admit<Result>(work: (run: RunTask) => Promise<Result>): Promise<Result>
  counts(): WorkCounts
}

export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const line: (() => void)[] = []
  const counts = { running: 0, started: 0, refused: 0 }
  let admitted = 0
  const turn = (): Promise<void> | undefined => {
    if (counts.running >= limits.running) return new Promise((resolve) => line.push(resolve))
    counts.running++
    return undefined
  }
  const run: RunTask = async (task) => {
    await turn()
    counts.started++
    try {
      return await task()
    } finally {
      // The turn of a finished task passes to the next in line.
      const next = line.shift()
      if (next) next()
      else counts.running--
    }
  }
  return {
    async admit(work) {
      if (admitted >= limits.running + limits.waiting) {
        counts.refused++
        throw new QueueFull('every place is taken')
      }
      admitted++
      try {
        return await work(run)
      } finally {
        admitted--
      }
    },
    counts: () => ({ ...counts, waiting: line.length }),
  }
}
