/**
 * Summarises a record of tests (test/requirements/test-record.ts) at the end of a run: counts, and why tests
 * failed.
 */
import { stripVTControlCharacters } from 'node:util'
import type { TestRecord } from '../test/requirements/test-record.ts'

export interface Failure {
  /** File and titles of the test, or the name of another failed check. */
  name: string
  error: string
}

export interface TestReport {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

export function reportOf({ tests, faults }: TestRecord): TestReport {
  const count = (wanted: string) => tests.filter(({ outcome }) => outcome === wanted).length
  return {
    passed: count('passed'),
    failed: count('failed') + faults.length,
    skipped: count('skipped'),
    failures: [
      ...faults,
      ...tests
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ file, title, error = '' }) => ({ name: `${file} › ${title}`, error })),
    ],
  }
}

/** How many failures are printed with their error: the end of a long log is what is read. */
const printedInFull = 20
/** A test says first what it expected; a program that ended says last why. */
const firstLinesOfError = 15
const lastLinesOfError = 10

/** A stack frame outside of the project. */
const ofPackages = /^\s+at .*(?:node_modules|<anonymous>|node:)/

/** Repeats the failures at the end of the output: each by name, with the first and last lines of its error. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.flatMap(({ name, error }, index) => {
    const lines = stripVTControlCharacters(error)
      .split('\n')
      .filter((line) => line.trim() !== '' && !ofPackages.test(line))
    return [`✗ ${name}`, ...(index < printedInFull ? shortened(lines).map((line) => `    ${line}`) : [])]
  })
}

function shortened(lines: string[]): string[] {
  if (lines.length <= firstLinesOfError + lastLinesOfError) return lines
  return [...lines.slice(0, firstLinesOfError), '…', ...lines.slice(-lastLinesOfError)]
}
