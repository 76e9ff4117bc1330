/** Reads a file of coupons in a worker process: one JSON object per line. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { couponProblemMessages, judgeCouponRecord } from './coupon-record.server.ts'
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

type JudgedLine = { refused: RefusedRow } | { record: CouponRecord; unknownFields: string[] }

/** Longest line parsed, in characters; a longer one is rejected. */
const longestLine = 100_000

/** Lines of a part. */
const mostLines = 200

export async function* run({ file }: { file: string }): AsyncGenerator<JudgedLine[]> {
  const seen = new Map<string, number>()
  let lines: JudgedLine[] = []
  let row = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    row += 1
    const line = row === 1 ? text.replace(/^\uFEFF/, '') : text
    if (line.trim() === '') continue
    if (lines.push(judgeLine(line, row, seen)) < mostLines) continue
    yield lines
    lines = []
  }
  yield lines
}

function judgeLine(line: string, row: number, seen: Map<string, number>): JudgedLine {
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
