/** Runs all checks of `npm test`, in order, and prints the counts of all runners in the last line. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startBuiltServer, type BuiltServer } from '../test/built-server.ts'
import { readCitations } from '../test/requirements/cited-rows.ts'
import { coverageLine, coverageOf } from '../test/requirements/coverage.ts'
import { readRequirementRows } from '../test/requirements/requirement-rows.ts'
import {
  emptyRecord,
  forgetLastRun,
  readRecord,
  recordVariable,
  writeLastRun,
  type TestRecord,
} from '../test/requirements/test-record.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { ensureBuilt } from './ensure-built.mjs'
import { ensureChromium } from './find-chromium.ts'
import { endRunning, projectEnv, projectNode, root, run } from './run-command.mjs'
import { runnerFault } from './runner-fault.ts'
import { step } from './steps.mjs'
import { failureLines, reportOf, type Failure } from './test-report.ts'

const counts = { passed: 0, failed: 0, skipped: 0 }
const complaints: string[] = []
/** Printed again at the end, the only part of a long log that is read. */
const failures: Failure[] = []
/** What each runner recorded. */
const records: TestRecord[] = []
const packages = join(root, 'node_modules')
const vitest = join(packages, 'vitest', 'vitest.mjs')
const playwright = join(packages, '@playwright', 'test', 'cli.js')
const inProcess = ['--project=unit', '--project=db']
const oxlint = [join(packages, 'oxlint', 'bin', 'oxlint')]
const folder = await mkdtemp(join(temporaryFolder(), 'anode-tests-'))
await chmod(folder, 0o711)
// Directory of all files of the runners; deleted at the end, also after an interruption.
process.env['TMPDIR'] = folder
// Several hundred processes load the same modules: test workers, commands and shops. Node keeps their compiled code.
process.env['NODE_COMPILE_CACHE'] ??= join(packages, '.cache', 'node-compile')
let finished = false

let server: BuiltServer | undefined

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void finish('Interrupted'))
try {
  await runAll()
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
}
await finish()

async function runAll(): Promise<void> {
  await forgetLastRun()
  // Side by side: each alone leaves a core idle for much of its time. Together they take 34 s instead of 55 s.
  await Promise.all([checkSources(), startServer()])
  if (!(await testServer())) await runVitest('Unit and database tests', inProcess)
}

async function checkSources(): Promise<void> {
  await check('Types', async () => {
    await mustPass(join(packages, '@react-router', 'dev', 'bin.cjs'), 'typegen')
    await mustPass(join(packages, 'typescript', 'bin', 'tsc'), '--noEmit')
  })
  await check('Lint', () => mustPass(...oxlint, '--type-aware', '--deny-warnings'))
  await check('Format', () => mustPass(join(packages, 'oxfmt', 'bin', 'oxfmt'), '--check'))
}

/** Builds the shop and starts the server under test. */
async function startServer(): Promise<void> {
  await check('A Chromium for the browser tests', ensureChromium)
  const built = await check('Build', async () => void (await ensureBuilt()))
  if (!built) return
  await check('A server with the demo catalogue', async () => {
    server = await startBuiltServer({ dataDir: join(folder, 'data') })
  })
}

/** False: no server could be started, and no test was run. */
async function testServer(): Promise<boolean> {
  if (!server) return false
  const env = { ANODE_TEST_URL: server.url, ANODE_TEST_DATA_DIR: server.dataDir }
  try {
    // In one run: API tests that wait for a process leave their core to the others.
    await runVitest('Unit, database and API tests', [...inProcess, '--project=http'], env)
    await runPlaywright(env)
  } finally {
    const running = server
    server = undefined
    await check('The server stops in good order', () => running.stop())
  }
  return true
}

async function mustPass(...parameters: string[]): Promise<void> {
  const { code, output } = await run(projectNode, parameters, { env: projectEnv({ NO_COLOR: '1' }) })
  if (code !== 0) throw new Error(output.trim() || `${parameters.join(' ')} ended with code ${code}.`)
}

/** A check that is not a test: counted only when it fails. Returns whether it passed. */
async function check(title: string, task: () => Promise<void>): Promise<boolean> {
  if (finished) return forever()
  try {
    await step(title, task)
    return true
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    console.log(words)
    failures.push({ name: title, error: words })
    complain(title)
    return false
  }
}

function complain(what: string): void {
  counts.failed++
  complaints.push(what)
}

async function runVitest(title: string, projects: string[], env: Record<string, string> = {}): Promise<void> {
  const reporters = ['--reporter=dot', `--reporter=${recorder('vitest')}`]
  await runner(title, [vitest, 'run', ...projects, ...reporters], env)
}

async function runPlaywright(env: Record<string, string>): Promise<void> {
  await runner('Browser tests', [playwright, 'test', `--reporter=line,${recorder('playwright')}`], env)
}

function recorder(of: 'vitest' | 'playwright'): string {
  return join(root, 'test', 'requirements', `${of}-recorder.ts`)
}

async function runner(title: string, parameters: string[], env: Record<string, string>): Promise<void> {
  if (finished) return forever()
  const file = join(folder, `record-${records.length}.json`)
  const work = step(title, async () => {
    const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
    const shown = { show: true, env: { ...process.env, ...plain, ...env, [recordVariable]: file } }
    const { code } = await run(projectNode, parameters, shown)
    const record = await readRecord(file).catch(() => emptyRecord)
    records.push(record)
    const found = reportOf(record)
    counts.passed += found.passed
    counts.failed += found.failed
    counts.skipped += found.skipped
    failures.push(...found.failures)
    const fault = runnerFault(title, code, found.failed)
    if (fault === null) return
    complaints.push(fault)
    // A fault that no recorder saw, for example a killed runner.
    if (found.failed === 0) counts.failed++
    throw new Error(fault)
  })
  // The step has printed the error; the other runners continue.
  await work.catch(() => {})
}

/** Records the run as the last full one, and prints which requirement rows it covers. */
async function reportCoverage(): Promise<void> {
  await writeLastRun(records)
  const tests = records.flatMap((record) => record.tests)
  console.log(coverageLine(coverageOf(await readRequirementRows(), await readCitations(), tests)))
}

/** Pending for good: stops an interrupted run from continuing during cleanup. */
function forever(): Promise<never> {
  return new Promise(() => {})
}

async function finish(reason?: string): Promise<never> {
  if (finished) return forever()
  finished = true
  if (reason) complain(reason)
  await endRunning()
  await server?.stop().catch(() => {})
  await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => {})
  for (const line of failureLines(failures)) console.log(line)
  if (!reason) await reportCoverage()
  for (const complaint of complaints) console.log(`✗ ${complaint.split('\n')[0]}`)
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
  process.exit(counts.failed > 0 ? 1 : 0)
}
