/**
 * Child process of `bench/mutation.ts`: runs the unit tests of a folder once per mutant that it is sent, and answers
 * whether one failed. A mutant may loop forever; the parent then ends this process.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import { projectRoot } from '../../server/project-root.ts'
import type { Mutant } from './mutants.ts'

let current: Mutant | null = null

const vitest = await createVitest(
  {
    config: false,
    watch: false,
    root: projectRoot,
    // The oracle's tests price thousands of carts: the run ends with the first test that fails.
    bail: 1,
    isolate: false,
    maxWorkers: 1,
    include: process.argv.slice(2).map((folder) => `${folder}/**/*.test.ts`),
    exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.http.test.ts'],
    setupFiles: ['test/console-noise.ts'],
    reporters: [{}],
    testTimeout: 60_000,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        async load(id) {
          if (current === null || id !== join(projectRoot, current.file)) return null
          const source = await readFile(id, 'utf8')
          return source.slice(0, current.start) + current.replacement + source.slice(current.end)
        },
      },
    ],
  },
)
const all = await vitest.globTestSpecifications()

/** Whether all tests pass. Those beside the mutant run first, for they are the likeliest to fail. */
async function testsPass(): Promise<boolean> {
  const folder = current === null ? '' : join(projectRoot, current.file, '..')
  const beside = all.filter(({ moduleId }) => moduleId.startsWith(`${folder}/`))
  const others = all.filter((specification) => !beside.includes(specification))
  for (const specifications of current === null ? [all] : [beside, others]) {
    if (specifications.length === 0) continue
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) return false
  }
  return true
}

process.on('message', ({ mutant }: { mutant: Mutant | null }) => {
  const former = current
  current = mutant
  for (const changed of [former, mutant]) if (changed) vitest.invalidateFile(join(projectRoot, changed.file))
  void testsPass().then(
    (pass) => process.send!(pass),
    () => process.send!(false),
  )
})
process.on('disconnect', () => process.exit())
process.send!('ready')
