/**
 * Imports coupons from a file of one JSON object per line. A wrong line is rejected with its reasons and all
 * others are imported. Idempotent. A code that already exists is replaced and keeps its uses.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { saveCoupon } from './coupon-repository.server.ts'
import { workerJob } from '../workers/worker-job.ts'
import { streamFromWorker } from '../workers/worker-pool.server.ts'
import type { RefusedRow, run } from './coupon-file-job.server.ts'
import type { CouponRecord } from './coupon-rules.ts'

export interface CouponImport {
  read: number
  created: number
  changed: number
  unchanged: number
  refused: RefusedRow[]
  /** Names of unknown members, which were ignored. */
  unknownFields: string[]
}

/** Rows per transaction. */
const batchSize = 500

const couponFileJob = workerJob<typeof run>({
  module: 'domain/coupons/coupon-file-job.server.ts',
  seconds: 60,
})

/**
 * Imports the file, or with `dryRun` only reports what would happen. Throws where the file cannot be read; a
 * `WorkerFailure` where reading it takes too much.
 */
export async function importCoupons(
  db: Kysely<DB>,
  actor: Actor,
  file: string,
  options: { dryRun?: boolean } = {},
): Promise<CouponImport> {
  const done: CouponImport = { read: 0, created: 0, changed: 0, unchanged: 0, refused: [], unknownFields: [] }
  const unknown = new Set<string>()
  let batch: CouponRecord[] = []
  const flush = async () => {
    await saveBatch(db, actor, batch, done, options.dryRun ?? false)
    batch = []
  }
  for await (const lines of streamFromWorker(couponFileJob, { file }))
    for (const judged of lines) {
      done.read += 1
      if ('refused' in judged) done.refused.push(judged.refused)
      else {
        for (const field of judged.unknownFields) if (unknown.size < 50) unknown.add(field)
        if (batch.push(judged.record) === batchSize) await flush()
      }
    }
  await flush()
  return { ...done, unknownFields: [...unknown] }
}

/** Rolls back the transaction of a dry run. */
class Trial extends Error {}

async function saveBatch(
  db: Kysely<DB>,
  actor: Actor,
  batch: readonly CouponRecord[],
  done: CouponImport,
  dryRun: boolean,
): Promise<void> {
  if (batch.length === 0) return
  const counts = { created: 0, changed: 0, unchanged: 0, exists: 0 }
  try {
    await db.transaction().execute(async (trx) => {
      for (const record of batch) counts[await saveCoupon(trx, actor, record)] += 1
      if (dryRun) throw new Trial()
    })
  } catch (error) {
    if (!(error instanceof Trial)) throw error
  }
  done.created += counts.created
  done.changed += counts.changed
  done.unchanged += counts.unchanged
}
