import { describe, expect, it } from 'vitest'
import { failureLines, reportOf } from './test-report.ts'

describe('the report of a run', () => {
  it('counts outcomes, and names every failure by its file and titles', () => {
    const test = { file: 'domain/price.test.ts', asserted: true }
    expect(
      reportOf({
        tests: [
          { ...test, title: 'a price > is whole', outcome: 'passed' },
          { ...test, title: 'a price > is rounded', outcome: 'failed', error: 'AssertionError: 1 is 2' },
          { ...test, title: 'a price > is written', outcome: 'skipped' },
        ],
        faults: [{ name: 'api/cart.db.test.ts', error: 'no such module' }],
      }),
    ).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: [
        { name: 'api/cart.db.test.ts', error: 'no such module' },
        { name: 'domain/price.test.ts › a price > is rounded', error: 'AssertionError: 1 is 2' },
      ],
    })
  })
})

describe('the end of the output', () => {
  it('prints every failure with the first and last lines of its error, without colours', () => {
    const error = Array.from({ length: 40 }, (_, index) => `\u001B[31mline ${index + 1}\u001B[39m\n`).join(
      '\n',
    )
    const lines = failureLines([{ name: 'a test', error }])
    expect(lines).toHaveLength(27)
    expect(lines.slice(0, 2)).toEqual(['✗ a test', '    line 1'])
    expect(lines.slice(15, 18)).toEqual(['    line 15', '    …', '    line 31'])
    expect(lines.at(-1)).toBe('    line 40')
  })

  it('omits stack frames of the runner', () => {
    const error = 'Error: no\n    at /shop/a.test.ts:1:1\n    at file:///shop/node_modules/vitest/run.js:1:1'
    expect(failureLines([{ name: 'a test', error }])).toEqual([
      '✗ a test',
      '    Error: no',
      '        at /shop/a.test.ts:1:1',
    ])
  })

  it('lists only the names of further failures when very many fail', () => {
    const failures = Array.from({ length: 100 }, (_, index) => ({ name: `test ${index}`, error: 'a\nb' }))
    const lines = failureLines(failures)
    expect(lines).toHaveLength(100 + 20 * 2)
    expect(lines.at(-1)).toBe('✗ test 99')
  })
})
