/**
 * Child process of `bench/mutation.ts`: runs the unit tests of folders once per mutant that it is sent, and answers
 * whether all passed and which files they loaded. A mutant may loop forever; the parent then ends this process.
 */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { EnvironmentModuleNode } from 'vite'
import { createVitest, type TestSpecification } from 'vitest/node'
import { projectRoot } from '../../server/project-root.ts'
import type { Mutant } from './mutants.ts'

let current: Mutant | null = null
const loaded = new Set<string>()

export interface MutantAnswer {
  pass: boolean
  /** Files of the project that the tests have loaded so far, by path from its root. */
  loaded: string[]
}

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
    // Kept transforms would be run in place of the mutants.
    fsModuleCache: false,
    reporters: [{}],
    testTimeout: 60_000,
  },
  {
    plugins: [
      {
        name: 'mutant',
        enforce: 'pre',
        async load(id) {
          loaded.add(relative(projectRoot, id))
          if (current === null || id !== join(projectRoot, current.file)) return null
          const source = await readFile(id, 'utf8')
          return source.slice(0, current.start) + current.replacement + source.slice(current.end)
        },
      },
    ],
  },
)
const all = await vitest.globTestSpecifications()

/** The tests that load the file. */
function testsOf(file: string): TestSpecification[] {
  const reached = new Set<EnvironmentModuleNode>()
  const waiting = vitest.projects.flatMap(({ vite }) =>
    Object.values(vite.environments).flatMap(({ moduleGraph }) => [
      ...(moduleGraph.getModulesByFile(join(projectRoot, file)) ?? []),
    ]),
  )
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (reached.has(module)) continue
    reached.add(module)
    waiting.push(...module.importers)
  }
  const files = new Set([...reached].map((module) => module.file))
  return all.filter(({ moduleId }) => files.has(moduleId))
}

/** Whether all tests pass. Those beside the mutant run first, for they are the likeliest to fail. */
async function testsPass(): Promise<boolean> {
  const folder = current === null ? '' : join(projectRoot, current.file, '..')
  const tests = current === null ? all : testsOf(current.file)
  const beside = tests.filter(({ moduleId }) => moduleId.startsWith(`${folder}/`))
  const others = tests.filter((specification) => !beside.includes(specification))
  for (const specifications of current === null ? [all] : [beside, others]) {
    if (specifications.length === 0) continue
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    if (unhandledErrors.length > 0 || testModules.some((module) => !module.ok())) return false
  }
  return true
}

function answer(pass: boolean): void {
  process.send!({ pass, loaded: [...loaded] } satisfies MutantAnswer)
}

process.on('message', ({ mutant }: { mutant: Mutant | null }) => {
  const former = current
  current = mutant
  for (const changed of [former, mutant]) if (changed) vitest.invalidateFile(join(projectRoot, changed.file))
  void testsPass().then(
    (pass) => answer(pass),
    () => answer(false),
  )
})
process.on('disconnect', () => process.exit())
process.send!('ready')
