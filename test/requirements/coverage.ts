/** Which requirement rows the last full run of the tests covers. */
import { rowsOfTitle } from './cited-rows.ts'
import type { RecordedTest } from './test-record.ts'

export interface Coverage {
  /** A test that cites the row ran, asserted and passed. */
  covered: string[]
  /** Cited, but only by tests that were skipped, failed, asserted nothing or did not run. */
  unproven: { row: string; files: string[]; why: 'failed' | 'skipped' | 'empty' | 'absent' }[]
  /** No test cites the row. */
  missing: string[]
}

/** `citations`: row → files, from the current sources; `tests`: from the last full run. */
export function coverageOf(
  rows: readonly string[],
  citations: ReadonlyMap<string, string[]>,
  tests: readonly RecordedTest[],
): Coverage {
  const byRow = new Map<string, RecordedTest[]>()
  for (const test of tests) {
    for (const row of rowsOfTitle(test.title)) byRow.set(row, [...(byRow.get(row) ?? []), test])
  }
  const coverage: Coverage = { covered: [], unproven: [], missing: [] }
  for (const row of rows) {
    const files = citations.get(row)
    // A test that was removed after the run proves nothing any more.
    const ran = (byRow.get(row) ?? []).filter(({ file }) => files?.includes(file))
    if (!files) coverage.missing.push(row)
    else if (ran.some(({ outcome, asserted }) => outcome === 'passed' && asserted)) coverage.covered.push(row)
    else coverage.unproven.push({ row, files, why: whyUnproven(ran) })
  }
  return coverage
}

function whyUnproven(ran: readonly RecordedTest[]) {
  if (ran.some(({ outcome }) => outcome === 'failed')) return 'failed'
  if (ran.some(({ outcome }) => outcome === 'skipped')) return 'skipped'
  return ran.length > 0 ? 'empty' : 'absent'
}

/** One line for the end of a run. */
export function coverageLine({ covered, unproven, missing }: Coverage): string {
  const all = covered.length + unproven.length + missing.length
  const words = [
    `${covered.length} of ${all} requirement rows covered by a test that ran and passed`,
    ...(unproven.length > 0
      ? [
          `${unproven.length} cited without proof: ${unproven.map(({ row, why }) => `${row} (${why})`).join(', ')}`,
        ]
      : []),
    ...(missing.length > 0 ? [`${missing.length} without a test: ${missing.join(', ')}`] : []),
  ]
  return words.join('; ')
}
