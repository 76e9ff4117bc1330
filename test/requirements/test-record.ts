/**
 * The record of a test run: which tests ran, how each ended, and whether it asserted anything. The recorders
 * of Vitest and Playwright each write such a file; `npm test` joins them into build/test-run.json, which `npm
 * run requirements` reads. The record is not committed.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../server/project-root.ts'

export interface RecordedTest {
  /** Relative to the project's root. */
  file: string
  /** Titles of the suites around it and its own, outermost first. */
  title: string
  outcome: 'passed' | 'failed' | 'skipped'
  /** Whether it called `expect` at least once. A test that is expected to fail never counts as asserting. */
  asserted: boolean
  /** Why it failed: messages and stacks, as one text. */
  error?: string
}

export interface TestRecord {
  tests: RecordedTest[]
  /** Failures outside every test: a file that cannot be loaded, a hook that throws. */
  faults: { name: string; error: string }[]
}

/** The record of the last full run, with its end as an ISO 8601 instant. */
export interface FullTestRecord extends TestRecord {
  endedAt: string
}

/**
 * The environment variable that names the file a recorder writes to. Without it, a recorder writes nothing.
 */
export const recordVariable = 'ANODE_TEST_RECORD'

/** Name of what a failed browser test attaches about its page. */
export const shownPage = 'the page at the end'

const lastRun = join(projectRoot, 'build', 'test-run.json')

export const emptyRecord: TestRecord = { tests: [], faults: [] }

/** Called by the recorders when their runner ends. */
export async function writeRecord(record: TestRecord): Promise<void> {
  const file = process.env[recordVariable]
  if (file) await writeFile(file, JSON.stringify(record))
}

export async function readRecord(file: string): Promise<TestRecord> {
  return JSON.parse(await readFile(file, 'utf8')) as TestRecord
}

/** The last full run; null if there is none in this build folder. */
export async function readLastRun(): Promise<FullTestRecord | null> {
  try {
    return (await readRecord(lastRun)) as FullTestRecord
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export async function writeLastRun(records: TestRecord[]): Promise<void> {
  const record: FullTestRecord = {
    endedAt: new Date().toISOString(),
    tests: records.flatMap(({ tests }) => tests),
    faults: records.flatMap(({ faults }) => faults),
  }
  await mkdir(dirname(lastRun), { recursive: true })
  await writeFile(lastRun, JSON.stringify(record))
}

/** Deletes the record, so that an interrupted run leaves no older one behind. */
export async function forgetLastRun(): Promise<void> {
  await rm(lastRun, { force: true })
}
