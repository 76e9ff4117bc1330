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

/**
 * Whether the browser tests run beside all other tests, each runner with a server of its own. Either runner alone
 * leaves a third of two cores idle. False: one after the other, on one server (decision 83).
 */
const sideBySide = true
/** The running servers under test. */
const servers = new Set<BuiltServer>()

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void finish('Interrupted'))
try {
  await runAll()
} catch (error) {
  complain(error instanceof Error ? error.message : String(error))
}
await finish()

async function runAll(): Promise<void> {
  await forgetLastRun()
  await Promise.all([checkSources(), testShop()])
}

async function checkSources(): Promise<void> {
  await check('Types', async () => {
    await mustPass(join(packages, '@react-router', 'dev', 'bin.cjs'), 'typegen')
    // Several checkers each compute types of their own: 53 s of processor time instead of 27, which the tests need.
    await mustPass(join(packages, 'typescript', 'bin', 'tsc'), '--noEmit', '--singleThreaded')
  })
  await check('Lint', () => mustPass(...oxlint, '--type-aware', '--deny-warnings'))
  await check('Format', () => mustPass(join(packages, 'oxfmt', 'bin', 'oxfmt'), '--check'))
}

/** Builds the shop and runs all tests; without a server, those that need none. */
async function testShop(): Promise<void> {
  await check('A Chromium for the browser tests', ensureChromium)
  const built = await check('Build', async () => void (await ensureBuilt()))
  if (!built) return withoutServer()
  if (!sideBySide) {
    const served = await withServer('the tests', async (env) => {
      await runAllButBrowser(env)
      await runPlaywright(env)
    })
    return served ? undefined : withoutServer()
  }
  const [served] = await Promise.all([
    withServer('the API tests', runAllButBrowser),
    withServer('the browser tests', runPlaywright),
  ])
  if (!served) await withoutServer()
}

/** Runs tests against a server of their own. False: it could not be started, and no test was run. */
async function withServer(
  user: string,
  runTests: (env: Record<string, string>) => Promise<void>,
): Promise<boolean> {
  const dataDir = await mkdtemp(join(folder, 'data-'))
  let server: BuiltServer | undefined
  await check(`A server with the demo catalogue for ${user}`, async () => {
    server = await startBuiltServer({ dataDir })
    servers.add(server)
  })
  if (!server) return false
  const running = server
  try {
    await runTests({ ANODE_TEST_URL: running.url, ANODE_TEST_DATA_DIR: running.dataDir })
  } finally {
    servers.delete(running)
    await check(`The server of ${user} stops in good order`, () => running.stop())
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

// In one run: API tests that wait for a process leave their core to the others.
async function runAllButBrowser(env: Record<string, string>): Promise<void> {
  await runVitest('Unit, database and API tests', [...inProcess, '--project=http'], env)
}

async function withoutServer(): Promise<void> {
  await runVitest('Unit and database tests', inProcess)
}

async function runVitest(title: string, projects: string[], env: Record<string, string> = {}): Promise<void> {
  const reporters = ['--reporter=dot', `--reporter=${recorder('vitest')}`]
  await runner(title, [vitest, 'run', ...projects, ...reporters], { env })
}

/** Beside the other tests its output is printed at its end, so that the lines of two runners are not mixed. */
async function runPlaywright(env: Record<string, string>): Promise<void> {
  const reporter = `--reporter=line,${recorder('playwright')}`
  await runner('Browser tests', [playwright, 'test', reporter], { env, show: !sideBySide })
}

function recorder(of: 'vitest' | 'playwright'): string {
  return join(root, 'test', 'requirements', `${of}-recorder.ts`)
}

async function runner(
  title: string,
  parameters: string[],
  { env, show = true }: { env: Record<string, string>; show?: boolean },
): Promise<void> {
  if (finished) return forever()
  const file = join(await mkdtemp(join(folder, 'record-')), 'record.json')
  let lastOutput = ''
  const work = async () => {
    const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
    const { code, output } = await run(projectNode, parameters, {
      show,
      env: { ...process.env, ...plain, ...env, [recordVariable]: file },
      onOutput: (chunk) => (lastOutput = chunk),
    })
    if (!show) console.log(output)
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
  }
  // Playwright begins the line of a test with its number.
  const progress = () => /\[(\d+)\/(\d+)\]/.exec(lastOutput)?.slice(1).join(' of ') ?? ''
  // The step has printed the error; the other runners continue.
  await step(title, work, progress).catch(() => {})
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
  await Promise.all([...servers].map((server) => server.stop().catch(() => {})))
  await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => {})
  for (const line of failureLines(failures)) console.log(line)
  if (!reason) await reportCoverage()
  for (const complaint of complaints) console.log(`✗ ${complaint.split('\n')[0]}`)
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`)
  process.exit(counts.failed > 0 ? 1 : 0)
}
