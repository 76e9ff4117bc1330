/**
 * `npm run requirements`: which rows of docs/requirements the last full run of `npm test` covers, by area.
 * Exits with 1 if no full run is recorded.
 */
import { coverageLine, coverageOf } from './coverage.ts'
import { readCitations } from './cited-rows.ts'
import { readRequirementRows } from './requirement-rows.ts'
import { readLastRun } from './test-record.ts'

const run = await readLastRun()
if (run === null) {
  console.log('No full run of the tests is recorded, so nothing is counted. Run: npm test')
  process.exitCode = 1
} else {
  const coverage = coverageOf(await readRequirementRows(), await readCitations(), run.tests)
  const covered = new Set(coverage.covered)
  const unproven = new Set(coverage.unproven.map(({ row }) => row))
  const all = [...covered, ...unproven, ...coverage.missing].sort()
  for (const [area, rows] of Map.groupBy(all, areaOf)) {
    const figure = `${String(rows.filter((row) => covered.has(row)).length).padStart(3)} of ${String(rows.length).padStart(3)}`
    const gaps = [
      ['without proof', rows.filter((row) => unproven.has(row))] as const,
      ['without a test', rows.filter((row) => !covered.has(row) && !unproven.has(row))] as const,
    ]
    const words = gaps.filter(([, some]) => some.length > 0).map(([gap, some]) => `${gap}: ${some.join(' ')}`)
    console.log([area.padEnd(9) + figure, ...words].join('   '))
  }
  for (const { row, why, files } of coverage.unproven) console.log(`${row} ${why}: ${files.join(', ')}`)
  console.log(`\nThe run that ended at ${run.endedAt}: ${coverageLine(coverage)}.`)
}

/** `CART-01` → `CART`. */
function areaOf(row: string): string {
  return row.slice(0, row.lastIndexOf('-'))
}
