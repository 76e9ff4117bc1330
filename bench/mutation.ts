/**
 * How many small faults in the rules of prices, coupons, carts, orders and refunds the unit tests notice. Each mutant
 * is one changed operator, condition, number or call of a pure file; it is killed when a unit test that loads it fails.
 * `--sample N` tests N mutants, chosen by a fixed seed (default 200); `--all` tests every one; `--file PATH` those of
 * one file. A survivor is listed as soon as it is found: it is a rule without a test, or code that changes nothing.
 * Interrupted (Ctrl+C), the run reports the score of the mutants tested so far.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../server/project-root.ts'
import { seededRandom } from '../test/seeded-random.ts'
import { mutantsOf, type Mutant } from './mutation/mutants.ts'
import type { MutantAnswer } from './mutation/run-mutants.ts'

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '200' },
    all: { type: 'boolean', default: false },
    file: { type: 'string' },
  },
})
const folders = ['pricing', 'coupons', 'cart', 'orders', 'refunds'].map((name) => `domain/${name}`)
/** Share of mutants that the tests must kill. */
const promised = 0.85
/** The folders whose unit tests are run. */
const tested = ['domain', 'app/state']
/** A mutant that loops forever is ended after this many milliseconds; the first run sets it by its own time. */
let limitMs = 600_000

function sampleOf(population: readonly Mutant[], count: number): Mutant[] {
  const random = seededRandom(1)
  return population
    .map((mutant) => ({ mutant, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

/** Starts a process that has run the tests once, and so knows which of them load a file. */
async function startRunner(): Promise<{ runner: ChildProcess; loaded: string[] }> {
  const runner = fork(join(import.meta.dirname, 'mutation', 'run-mutants.ts'), tested, {
    // A group of its own, which is ended with its workers.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(runner, 'message')
  const unchanged = await runWith(runner, null)
  if (!unchanged?.pass) throw new Error('The unit tests fail without any mutant.')
  return { runner, loaded: unchanged.loaded }
}

/** Whether all tests pass with the mutant, and what they loaded; null when they did not end in time. */
async function runWith(runner: ChildProcess, mutant: Mutant | null): Promise<MutantAnswer | null> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    runner.send({ mutant })
    const [answer] = (await once(runner, 'message', { signal })) as [MutantAnswer]
    return answer
  } catch {
    process.kill(-runner.pid!, 'SIGKILL')
    return null
  }
}

const start = performance.now()
const first = await startRunner()
let { runner } = first
limitMs = Math.max(60_000, Math.ceil(3 * (performance.now() - start)))
/** Files with SQL or another effect are tested against a database, which is too slow for a run per mutant. */
const pureFiles = globSync(
  folders.map((folder) => `${folder}/**/*.ts`),
  { cwd: projectRoot },
)
  .filter((file) => !/\.server\.ts$|\.test\.|\.test-/.test(file))
  .filter((file) => values.file === undefined || file === values.file)
  .toSorted()
const mutantsIn = (file: string) => mutantsOf(file, readFileSync(join(projectRoot, file), 'utf8'))
const [files, untested] = [true, false].map((isTested) =>
  pureFiles.filter((file) => first.loaded.includes(file) === isTested && mutantsIn(file).length > 0),
) as [string[], string[]]
if (untested.length > 0) console.log(`mutation: no unit test loads ${untested.join(', ')}`)
const mutants = files.flatMap(mutantsIn)
const chosen = values.all || values.file !== undefined ? mutants : sampleOf(mutants, Number(values.sample))

let isInterrupted = false
process.once('SIGINT', () => (isInterrupted = true))
let count = 0
let survived = 0
for (const mutant of chosen) {
  if (isInterrupted) break
  const answer = await runWith(runner, mutant)
  count++
  if (answer === null) ({ runner } = await startRunner())
  else if (answer.pass) {
    survived++
    const { file, line, original, replacement } = mutant
    console.log(
      `mutation survived: ${file}:${line} ${oneLine(original)} → ${oneLine(replacement) || '(nothing)'} (${survived} of ${count})`,
    )
  }
}
// A fault that an earlier mutant left behind would kill all later ones.
if (!(await runWith(runner, null))?.pass)
  throw new Error('The unit tests fail without any mutant, at the end.')
runner.kill()

const score = 1 - survived / count
const isKept = score >= promised
console.log(
  `mutation: ${(100 * score).toFixed(1)} % of ${count} mutants killed, of ${mutants.length} in ${files.length} files (promise ${100 * promised} %)${isKept ? '' : ' NOT KEPT'}`,
)
if (!isKept) process.exitCode = 1

function oneLine(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ')
  return words.length > 80 ? `${words.slice(0, 77)}…` : words
}
