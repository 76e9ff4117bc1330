import { describe, expect, it } from 'vitest'
import { coverageLine, coverageOf } from './coverage.ts'
import type { RecordedTest } from './test-record.ts'

const file = 'domain/cart/cart.test.ts'
// Concatenated, so that this file cites nothing itself.
const row = ['CART', '01'].join('-')
const title = `the cart > [${row}] adds a line`
const passed: RecordedTest = { file, title, outcome: 'passed', asserted: true }

describe('the coverage of a requirement row', () => {
  const citations = new Map([[row, [file]]])

  it('comes from a test that cites it, asserted something and passed', () => {
    expect(coverageOf([row], citations, [passed])).toEqual({ covered: [row], unproven: [], missing: [] })
  })

  it.each<[string, RecordedTest[], string]>([
    ['failed', [{ ...passed, outcome: 'failed' }], 'failed'],
    ['was skipped', [{ ...passed, outcome: 'skipped' }], 'skipped'],
    ['asserted nothing', [{ ...passed, asserted: false }], 'empty'],
    ['did not run', [], 'absent'],
    ['has gone since the run', [{ ...passed, file: 'domain/cart/removed.test.ts' }], 'absent'],
  ])('does not come from a test that %s', (_name, tests, why) => {
    expect(coverageOf([row], citations, tests).unproven).toEqual([{ row, files: [file], why }])
  })

  it('is missing where no test cites it', () => {
    expect(coverageOf([row], new Map(), [passed]).missing).toEqual([row])
  })

  it('is summarised in one line', () => {
    const coverage = coverageOf([row, 'X-01', 'X-02'], new Map([...citations, ['X-01', ['x']]]), [passed])
    expect(coverageLine(coverage)).toBe(
      '1 of 3 requirement rows covered by a test that ran and passed; 1 cited without proof: X-01 (absent); ' +
        '1 without a test: X-02',
    )
  })
})
