/**
 * How many small faults in the rules of prices, coupons, carts, orders and refunds the unit tests notice. Each mutant
 * is one changed operator, condition, number or call of a pure file; it is killed when a test of these folders fails.
 * `--sample N` tests N mutants, chosen by a fixed seed (default 200); `--all` tests every one; `--file PATH` those of
 * one file. Survivors are listed: each is a rule without a test, or code that changes nothing.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../server/project-root.ts'
import { seededRandom } from '../test/seeded-random.ts'
import { mutantsOf, type Mutant } from './mutation/mutants.ts'

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
/** A mutant that loops forever is ended after this many milliseconds. */
const limitMs = 120_000

/** Files with SQL or another effect are tested against a database, which is too slow for a run per mutant. */
const files = globSync(
  folders.map((folder) => `${folder}/**/*.ts`),
  { cwd: projectRoot },
)
  .filter((file) => !/\.server\.ts$|\.test\.|\.test-/.test(file))
  .filter((file) => values.file === undefined || file === values.file)
  .toSorted()
const mutants = files.flatMap((file) => mutantsOf(file, readFileSync(join(projectRoot, file), 'utf8')))
const chosen = values.all || values.file !== undefined ? mutants : sampleOf(mutants, Number(values.sample))

function sampleOf(population: readonly Mutant[], count: number): Mutant[] {
  const random = seededRandom(1)
  return population
    .map((mutant) => ({ mutant, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

async function startRunner(): Promise<ChildProcess> {
  const runner = fork(join(import.meta.dirname, 'mutation', 'run-mutants.ts'), folders, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await once(runner, 'message')
  return runner
}

/** Whether all tests pass with the mutant; null when they did not end in time. */
async function passesWith(runner: ChildProcess, mutant: Mutant | null): Promise<boolean | null> {
  const signal = AbortSignal.timeout(limitMs)
  try {
    runner.send({ mutant })
    const [pass] = (await once(runner, 'message', { signal })) as [boolean]
    return pass
  } catch {
    runner.kill('SIGKILL')
    return null
  }
}

let runner = await startRunner()
if (!(await passesWith(runner, null))) throw new Error('The unit tests fail without any mutant.')
const survivors: Mutant[] = []
for (const mutant of chosen) {
  const pass = await passesWith(runner, mutant)
  if (pass === null) runner = await startRunner()
  else if (pass) survivors.push(mutant)
}
runner.kill()

for (const { file, line, original, replacement } of survivors)
  console.log(
    `mutation survived: ${file}:${line} ${oneLine(original)} → ${oneLine(replacement) || '(nothing)'}`,
  )
const score = 1 - survivors.length / chosen.length
const isKept = score >= promised
console.log(
  `mutation: ${(100 * score).toFixed(1)} % of ${chosen.length} mutants killed, of ${mutants.length} in ${files.length} files (promise ${100 * promised} %)${isKept ? '' : ' NOT KEPT'}`,
)
if (!isKept) process.exitCode = 1

function oneLine(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ')
  return words.length > 80 ? `${words.slice(0, 77)}…` : words
}
