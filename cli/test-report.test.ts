import { describe, expect, it } from 'vitest'
import {
  failureLines,
  readPlaywrightReport,
  readVitestReport,
  type PlaywrightReport,
  type VitestReport,
} from './test-report.ts'

describe('a report of Vitest', () => {
  const report: VitestReport = {
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: '/shop/domain/price.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'a price is whole', failureMessages: [] },
          { status: 'failed', fullName: 'a price is rounded', failureMessages: ['AssertionError: 1 is 2'] },
        ],
      },
      {
        name: '/shop/api/cart.db.test.ts',
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ],
  }

  it('counts a file that cannot be loaded as a failure, and names every failure by its file', () => {
    expect(readVitestReport(report, '/shop')).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
      failures: [
        { name: 'domain/price.test.ts › a price is rounded', error: 'AssertionError: 1 is 2' },
        { name: 'api/cart.db.test.ts', error: 'no such module' },
      ],
    })
  })
})

describe('a report of Playwright', () => {
  const test = (title: string, status: string, message: string) => ({
    title,
    file: 'cart.e2e.ts',
    line: 7,
    tests: [
      {
        status,
        results: [{ errors: [{ message, location: { file: '/shop/test/e2e/cart.e2e.ts', line: 9 } }] }],
      },
    ],
  })
  const report: PlaywrightReport = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'The server did not become ready.' }],
    suites: [
      {
        title: 'cart.e2e.ts',
        specs: [test('opens', 'unexpected', 'Error: not visible'), test('closes', 'expected', '')],
        suites: [{ title: 'a line', specs: [test('goes', 'flaky', 'Error: still there')] }],
      },
    ],
  }

  it('names every failure by its file and titles, and says where it was thrown', () => {
    expect(readPlaywrightReport(report)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      failures: [
        { name: 'outside the tests', error: 'The server did not become ready.' },
        { name: 'cart.e2e.ts:7 › opens', error: 'cart.e2e.ts:9 Error: not visible' },
        { name: 'cart.e2e.ts:7 › a line › goes', error: 'cart.e2e.ts:9 Error: still there' },
      ],
    })
  })
})

describe('the end of the output', () => {
  it('tells every failure with the first lines of its error, plain', () => {
    const error = Array.from({ length: 30 }, (_, index) => `\u001B[31mline ${index + 1}\u001B[39m\n`).join(
      '\n',
    )
    const lines = failureLines([{ name: 'a test', error }])
    expect(lines).toHaveLength(16)
    expect(lines.slice(0, 2)).toEqual(['✗ a test', '    line 1'])
    expect(lines.at(-1)).toBe('    line 15')
  })

  it('leaves out where the runner itself stood', () => {
    const error = 'Error: no\n    at /shop/a.test.ts:1:1\n    at file:///shop/node_modules/vitest/run.js:1:1'
    expect(failureLines([{ name: 'a test', error }])).toEqual([
      '✗ a test',
      '    Error: no',
      '        at /shop/a.test.ts:1:1',
    ])
  })

  it('names the others where very many fail', () => {
    const failures = Array.from({ length: 100 }, (_, index) => ({ name: `test ${index}`, error: 'a\nb' }))
    const lines = failureLines(failures)
    expect(lines).toHaveLength(100 + 20 * 2)
    expect(lines.at(-1)).toBe('✗ test 99')
  })
})
