/** Loads the catalogue of the demo through the ordinary import. */
import type { Kysely } from 'kysely'
import { demoCatalogue } from './demo-data.server.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import {
  writeCatalogueRecords,
  type WriteOptions,
  type WriteSummary,
} from '../catalogue-import/write-catalogue.server.ts'

/**
 * Loads the demo catalogue with dates relative to `now`. With `onlyIfEmpty` an existing catalogue stays
 * unchanged, also when several nodes start at once. A rejected record is a fault of the demo and is thrown.
 */
export async function loadDemoCatalogue(
  db: Kysely<DB>,
  actor: Actor,
  now: Date,
  options: Pick<WriteOptions, 'onlyIfEmpty' | 'onProgress'> = {},
): Promise<WriteSummary> {
  const refused: string[] = []
  const summary = await writeCatalogueRecords(db, actor, demoCatalogue(now), {
    ...options,
    onReport: (report) => refused.push(JSON.stringify(report)),
  })
  if (refused.length > 0) throw new Error(`The demo catalogue has wrong records:\n${refused.join('\n')}`)
  return summary
}
