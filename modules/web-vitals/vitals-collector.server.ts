/**
 * Collects the web vitals that browsers send and adds them to the day's counts every few seconds, in one
 * statement. What is not yet written is lost if the process is killed.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { bucketOf, type VitalName } from './histogram.ts'
import type { PageType } from './page-type.ts'
import { addVitals, type VitalCount } from './vitals-repository.server.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

export interface Visit {
  store: StoreCode
  page: PageType
  metrics: readonly { name: VitalName; value: number }[]
}

export interface VitalsCollector {
  /** Never throws. */
  note(visit: Visit): void
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

export function createVitalsCollector({ db, log, clock }: CollectorOptions): VitalsCollector {
  // Bounded by itself: stores, types of pages, metrics and ranges are finite.
  let counts = new Map<string, VitalCount>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const collected = [...counts.values()]
    counts = new Map()
    try {
      await addVitals(db, new Date(clock()).toISOString().slice(0, 10), collected)
    } catch (error) {
      log.warn({ reason: String(error) }, 'web vitals could not be stored')
    }
  }

  return {
    note({ store, page, metrics }) {
      for (const { name: metric, value } of metrics) {
        const bucket = bucketOf(metric, value)
        const key = [store, page, metric, bucket].join()
        const known = counts.get(key)
        if (known) known.visits++
        else counts.set(key, { store, page, metric, bucket, visits: 1 })
      }
      timer ??= setTimeout(() => void flush(), flushMs).unref()
    },
    flush,
  }
}
