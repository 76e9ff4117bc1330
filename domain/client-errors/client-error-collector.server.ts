/**
 * Collects the faults that browsers report and writes them to the database every few seconds, one statement per
 * group: a fault that every visitor has costs the database no more than a rare one. What is not yet written is
 * lost if the process is killed.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ClientError } from './client-error.ts'
import { storeReports, type ReportedGroup } from './client-error-repository.server.ts'
import type { WarningLog } from '../log/warning-log.ts'

export interface ClientErrorCollector {
  /** `release`: the build that this process serves. Never throws. */
  note(error: ClientError, release: string): void
  /** Writes what was collected. */
  flush(): Promise<void>
}

export interface CollectorOptions {
  db: Kysely<DB>
  log: WarningLog
  /** Epoch milliseconds. */
  clock: () => number
}

const flushMs = 2_000
/** Most groups between two writes; reports of further ones are dropped. */
const mostCollected = 200

export function createClientErrorCollector({ db, log, clock }: CollectorOptions): ClientErrorCollector {
  let collected = new Map<string, ReportedGroup>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const groups = collected
    collected = new Map()
    let dropped = 0
    try {
      for (const group of groups.values()) if (!(await storeReports(db, group, new Date(clock())))) dropped++
    } catch (error) {
      log.warn({ reason: String(error) }, 'browser errors could not be stored')
    }
    if (dropped > 0) log.warn({ dropped }, 'new groups of browser errors were dropped: the table is full')
  }

  return {
    note(error, release) {
      const key = JSON.stringify([error.store, error.likeness])
      const known = collected.get(key)
      if (known) Object.assign(known, error, { reports: known.reports + 1 })
      else if (collected.size < mostCollected) collected.set(key, { ...error, release, reports: 1 })
      timer ??= setTimeout(() => void flush(), flushMs).unref()
    },
    flush,
  }
}
