/**
 * Logs a database outage: one line when it begins and one when it ends, however many requests, jobs and
 * connections it affects. During the outage, one ping per second detects when it is over.
 */
import { isDatabaseUnavailable } from '../api/database-unavailable.ts'

export interface OutageLog {
  /**
   * Takes a fault and where it occurred (a route, `jobs`); returns true when it belongs to an outage and must
   * not be logged separately.
   */
  note(error: unknown, where: string): boolean
  readonly isAway: boolean
  close(): void
}

export interface OutageLogOptions {
  log: { warn(data: object, message: string): void; info(data: object, message: string): void }
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Pause between pings during an outage, milliseconds; one second by default. */
  pauseMs?: number
}

export function createOutageLog({ log, ping, pauseMs = 1000 }: OutageLogOptions): OutageLog {
  let outage: { since: number; faults: number } | null = null
  let timer: NodeJS.Timeout | undefined

  function watch() {
    timer = setTimeout(() => void ping().then(end, watch), pauseMs)
    timer.unref()
  }

  function end() {
    if (!outage) return
    const seconds = Math.round((performance.now() - outage.since) / 1000)
    log.info({ seconds, faults: outage.faults }, 'the database is available again')
    outage = null
  }

  return {
    note(error, where) {
      if (!isDatabaseUnavailable(error)) return false
      if (outage) {
        outage.faults += 1
        return true
      }
      outage = { since: performance.now(), faults: 1 }
      log.warn({ where, reason: (error as Error).message }, 'the database is unavailable')
      watch()
      return true
    },
    get isAway() {
      return outage !== null
    },
    close() {
      clearTimeout(timer)
      outage = null
    },
  }
}
