/** What the runners' reports in JSON say: how many tests passed, and why the others did not. */
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface Failure {
  /** File and titles of the test, or what else failed. */
  name: string
  error: string
}

export interface TestReport {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

export const noTests: TestReport = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** The part of Vitest's report that is read here. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
  }[]
}

export function readVitestReport(report: VitestReport, folder: string): TestReport {
  const failures = report.testResults.flatMap((file) => {
    const name = relative(folder, file.name)
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    // A file that cannot be loaded has no test that could fail.
    if (file.status === 'failed' && tests.length === 0) return [{ name, error: file.message }]
    return tests.map(({ fullName, failureMessages }) => ({
      name: `${name} › ${fullName}`,
      error: (failureMessages ?? []).join('\n'),
    }))
  })
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  }
}

interface PlaywrightError {
  message?: string
  value?: string
  location?: { file: string; line: number }
}

interface PlaywrightSuite {
  title: string
  specs: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { errors: PlaywrightError[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

/** The part of Playwright's report that is read here. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  /** Faults outside every test. */
  errors: PlaywrightError[]
}

export function readPlaywrightReport(report: PlaywrightReport): TestReport {
  const { expected, unexpected, flaky, skipped } = report.stats
  return {
    passed: expected,
    failed: unexpected + flaky,
    skipped,
    failures: [
      ...report.errors.map((error) => ({ name: 'outside the tests', error: wordsOf(error) })),
      ...report.suites.flatMap((suite) => failuresIn(suite, [])),
    ],
  }
}

/** `titles`: of the groups around it, without the file. */
function failuresIn(suite: PlaywrightSuite, titles: readonly string[]): Failure[] {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        name: [`${file}:${line}`, ...titles, title].join(' › '),
        error: results
          .flatMap(({ errors }) => errors)
          .map(wordsOf)
          .join('\n'),
      })),
  )
  const inner = (suite.suites ?? []).flatMap((group) => failuresIn(group, [...titles, group.title]))
  return [...own, ...inner]
}

/** Where it was thrown comes first: what was waited for may be long. */
const wordsOf = ({ message, value, location }: PlaywrightError) =>
  [location && `${location.file.split('/').slice(-1)[0]}:${location.line}`, message ?? value]
    .filter(Boolean)
    .join(' ')

/** How many failures are told in full: the end of a long log is what is read. */
const toldInFull = 20
const linesOfError = 15

/** A frame of a stack that is none of the project's. */
const ofPackages = /^\s+at .*(?:node_modules|<anonymous>|node:)/

/** The failures once more, for the end of the output: each by name, with the first lines of its error. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ name, error }, index) => {
    const lines = stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim() !== '' && !ofPackages.test(line))
    return [
      `✗ ${name}`,
      ...(index < toldInFull ? lines.slice(0, linesOfError).map((line) => `    ${line}`) : []),
    ]
  })
}
