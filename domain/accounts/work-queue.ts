/**
 * Runs costly tasks a few at once; the others wait in line, and what finds a full line is refused at once. Pure: it has
 * no clock and no timer.
 */

export interface WorkQueueLimits {
  /** Tasks in progress at once. */
  running: number
  /** Tasks that may wait. */
  waiting: number
}

export interface WorkCounts {
  running: number
  waiting: number
  /** Tasks begun since the start. */
  started: number
  refused: number
}

/** The line is full. The error handler of the API answers 503 with `Retry-After`. */
export class QueueFull extends Error {
  override name = 'QueueFull'
  readonly statusCode = 503
}

export interface WorkQueue {
  /** Rejects with `QueueFull` where too many tasks wait. */
  run<Result>(task: () => Promise<Result>): Promise<Result>
  counts(): WorkCounts
}

export function createWorkQueue(limits: WorkQueueLimits): WorkQueue {
  const line: (() => void)[] = []
  const counts = { running: 0, started: 0, refused: 0 }
  const enter = (): Promise<void> | undefined => {
    if (counts.running < limits.running) {
      counts.running++
      return undefined
    }
    if (line.length >= limits.waiting) {
      counts.refused++
      throw new QueueFull('too many tasks wait')
    }
    return new Promise((resolve) => line.push(resolve))
  }
  return {
    async run(task) {
      await enter()
      counts.started++
      try {
        return await task()
      } finally {
        // The place of a finished task passes to the next in line.
        const next = line.shift()
        if (next) next()
        else counts.running--
      }
    },
    counts: () => ({ ...counts, waiting: line.length }),
  }
}
