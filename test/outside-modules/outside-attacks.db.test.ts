/**
 * The tests of who may call what, of hostile requests and of what staff leave behind, over a shop with modules from
 * outside: they run unchanged in a copy of the project that binds the examples, where every route of these is one of the
 * shop's.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mustRun, projectEnv, projectNode, run } from '../../cli/run-command.mjs'
import { copyProject } from '../project-copy.ts'

const names = ['gift-wrap', 'harbour-pay']
/** Routes of the modules, and those of the shop that they add to. */
const attacked = 'gift-wrap|harbour-pay|callbacks|field-values|custom-fields|/settings|event-deliveries'

let folder: string
/** What the binding says. */
let bound: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-outside-attacks-'))
  await copyProject(folder, {
    and: /^(?:examples|test|bench)\/|\.db\.test\.ts$|\.test-support\.ts$|^vitest\.config\.ts$/,
  })
  await writeFile(
    join(folder, 'anode.config.ts'),
    `import { defineShop } from './sdk/shop-config.ts'
export default defineShop({ modules: ${JSON.stringify(names.map((name) => `./examples/${name}`))} })\n`,
  )
  bound = await mustRun(projectNode, ['cli/bind-modules.ts'], { cwd: folder, env: projectEnv() })
  for (const name of names)
    await cp(
      join(folder, 'test/outside-modules', `${name}.test-support.ts`),
      join(folder, 'modules', name, 'module.test-support.ts'),
    )
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs tests of the copy, and answers what they say. */
const testsIn = (project: 'unit' | 'db', files: readonly string[]) =>
  run(projectNode, ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, ...files], {
    cwd: folder,
    // The address of a simulator that is not there: the accounts exist, and no provider answers.
    env: projectEnv({ ATTACK_ROUTES: attacked, HARBOUR_PAY_URL: 'http://localhost:9', VITEST: undefined }),
  })

it('they are part of the copy', () => {
  for (const name of names) expect(bound).toContain(`Bound ${name} (`)
})

it('every route of theirs has a line that says who may call it', async () => {
  const { code, output } = await testsIn('unit', ['test/access/access-tables.test.ts'])
  expect(code, output).toBe(0)
})

it('their routes refuse strangers, other roles and other stores, survive hostile requests, and leave an audit', async () => {
  const { code, output } = await testsIn('db', ['test/attacks', 'api/admin/admin-routes.db.test.ts'])
  expect(code, output).toBe(0)
}, 600_000)
