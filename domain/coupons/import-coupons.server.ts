/**
 * Imports coupons from a file of one JSON object per line. A wrong line is rejected with its reasons and all
 * others are imported. Idempotent. A code that already exists is replaced and keeps its uses.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { saveCoupon } from './coupon-repository.server.ts'
import { judgeCouponRecord, couponProblemMessages } from './coupon-record.server.ts'
import type { CouponRecord } from './coupon-rules.ts'

export interface RefusedRow {
  /** Line number, from 1. */
  row: number
  code: string | null
  /** Reasons as codes, `field:reason` where they concern a field. */
  reasons: string[]
  /** The same in words. */
  text: string
}

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

/** Longest line parsed, in characters; a longer one is rejected. */
const longestLine = 100_000

/**
 * Imports the file, or with `dryRun` only reports what would happen. Throws where the file cannot be read.
 */
export async function importCoupons(
  db: Kysely<DB>,
  actor: Actor,
  file: string,
  options: { dryRun?: boolean } = {},
): Promise<CouponImport> {
  const done: CouponImport = { read: 0, created: 0, changed: 0, unchanged: 0, refused: [], unknownFields: [] }
  const unknown = new Set<string>()
  const seen = new Map<string, number>()
  let batch: CouponRecord[] = []
  let row = 0
  const flush = async () => {
    await saveBatch(db, actor, batch, done, options.dryRun ?? false)
    batch = []
  }
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    row += 1
    const line = row === 1 ? text.replace(/^\uFEFF/, '') : text
    if (line.trim() === '') continue
    done.read += 1
    const judged = judgeLine(line, row, seen)
    if ('refused' in judged) done.refused.push(judged.refused)
    else {
      for (const field of judged.unknownFields) if (unknown.size < 50) unknown.add(field)
      if (batch.push(judged.record) === batchSize) await flush()
    }
  }
  await flush()
  return { ...done, unknownFields: [...unknown] }
}

function judgeLine(
  line: string,
  row: number,
  seen: Map<string, number>,
): { refused: RefusedRow } | { record: CouponRecord; unknownFields: string[] } {
  const refuse = (code: string | null, reasons: string[], text: string) => ({
    refused: { row, code, reasons, text },
  })
  if (line.length > longestLine) return refuse(null, ['too_long'], 'the line is too long')
  let raw: unknown
  try {
    raw = JSON.parse(line)
  } catch {
    return refuse(null, ['bad_json'], 'the line is not JSON')
  }
  const judged = judgeCouponRecord(raw)
  if (!judged.ok) {
    const code = (raw as { code?: unknown } | null)?.code
    const reasons = judged.problems.map((problem) =>
      problem.field ? `${problem.field}:${problem.code}` : problem.code,
    )
    const words = judged.problems.map(
      (problem) => `${problem.field ? `${problem.field}: ` : ''}${couponProblemMessages[problem.code]}`,
    )
    return refuse(typeof code === 'string' ? code.slice(0, 100) : null, reasons, words.join('; '))
  }
  const { code } = judged.record.definition
  const earlier = seen.get(code)
  if (earlier !== undefined) return refuse(code, ['code:repeated'], `the code is already in line ${earlier}`)
  seen.set(code, row)
  return judged
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
