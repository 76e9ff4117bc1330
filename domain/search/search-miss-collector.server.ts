/**
 * Collects the searches without results and adds them to the day's counts every few seconds, in one statement. What is
 * not yet written is lost if the process is killed.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { dayIn } from '../stores/store-day.ts'
import type { StoreCode } from '../stores/stores.ts'
import { addSearchMisses, type CountedMiss } from './search-miss-repository.server.ts'
import type { WarningLog } from '../log/warning-log.ts'

export interface SearchMissCollector {
  /** `query` as `missedQuery` answers it. Never throws. */
  note(store: StoreCode, query: string): void
  /** Writes what was collected. */
  flush(): Promise<void>
}

export interface CollectorOptions {
  db: Kysely<DB>
  log: WarningLog
  /** Epoch milliseconds. */
  clock: () => number
}

const flushMs = 5_000
/** Most queries between two writes; further ones are dropped. */
const mostCollected = 500

export function createSearchMissCollector({ db, log, clock }: CollectorOptions): SearchMissCollector {
  let counts = new Map<string, CountedMiss>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const collected = [...counts.values()]
    counts = new Map()
    try {
      await addSearchMisses(db, collected)
    } catch (error) {
      log.warn({ reason: String(error) }, 'searches without results could not be stored')
    }
  }

  return {
    note(store, query) {
      const day = dayIn(store, clock())
      const key = JSON.stringify([store, query, day])
      const known = counts.get(key)
      if (known) known.searches++
      else if (counts.size < mostCollected) counts.set(key, { store, query, day, searches: 1 })
      timer ??= setTimeout(() => void flush(), flushMs).unref()
    },
    flush,
  }
}
