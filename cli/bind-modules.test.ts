import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { projectRoot } from '../server/project-root.ts'
import { projectEnv, projectNode } from './run-command.mjs'

/** A project with what the binding reads. */
let project: string

const needed = [
  'cli/bind-modules.ts',
  'sdk/shop-config.ts',
  'sdk/module-interface.ts',
  'server/bound-modules.ts',
  'server/config-error.ts',
  'server/project-root.ts',
  'server/reserved-names.ts',
]

function write(path: string, text: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}

/** A package with a module; `more`: files over those that every module has, by path in the package. */
function addPackage(
  folder: string,
  {
    module,
    declared = {},
    more = {},
    anode = {},
  }: { module: string; declared?: object; more?: Record<string, string>; anode?: object },
): void {
  write(
    `${folder}/package.json`,
    JSON.stringify({
      name: `package-${module}`,
      version: '1.2.3',
      anode: { module, fits: '^1.0.0', ...anode },
    }),
  )
  write(
    `${folder}/declarations.ts`,
    `import type { ModuleDeclarations } from 'anode/module'\nexport const declarations = ${JSON.stringify({ name: module, ...declared })} as const satisfies ModuleDeclarations\n`,
  )
  write(`${folder}/module.server.ts`, 'export const module = {}\n')
  for (const [path, text] of Object.entries(more)) write(`${folder}/${path}`, text)
}

/** Binds what the configuration names; answers the exit code with what was printed. */
function bind(...modules: string[]): { code: number | null; output: string } {
  write(
    'anode.config.ts',
    `import { defineShop } from './sdk/shop-config.ts'\nexport default defineShop({ modules: ${JSON.stringify(modules)} })\n`,
  )
  const { status, stdout, stderr } = spawnSync(projectNode, ['cli/bind-modules.ts'], {
    cwd: project,
    env: projectEnv(),
    encoding: 'utf8',
  })
  return { code: status, output: stdout + stderr }
}
const modulesNow = () => readdirSync(join(project, 'modules')).toSorted()

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'anode-bind-'))
  for (const file of needed) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    cpSync(join(projectRoot, file), join(project, file))
  }
  for (const code of storeCodes) write(`locales/${code}/chrome.json`, '{}')
  mkdirSync(join(project, 'db/migrations'), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(project, 'node_modules'))
})
beforeEach(() => {
  for (const folder of ['modules', 'packages'])
    rmSync(join(project, folder), { recursive: true, force: true })
  mkdirSync(join(project, 'modules'))
})
afterAll(() => rmSync(project, { recursive: true }))

it('binds a package that is installed, once, and takes it out again', () => {
  addPackage('packages/node_modules/anode-stamps', {
    module: 'acme-stamps',
    declared: { permissions: { 'acme-stamps:edit': ['catalogue'] }, events: ['acme_stamps.given'] },
    more: { 'migrations/0001-stamp.sql': '', 'rules.test.ts': 'left out', 'storefront/block.tsx': '' },
  })
  const named = './packages/node_modules/anode-stamps'
  expect(bind(named)).toEqual({ code: 0, output: 'Bound acme-stamps (package-acme-stamps 1.2.3).\n' })
  const bound = join(project, 'modules/acme-stamps')
  expect(
    readdirSync(bound, { recursive: true, encoding: 'utf8' }).toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual(
    [
      '.gitignore',
      'bound.json',
      'declarations.ts',
      'migrations',
      'migrations/0001-stamp.sql',
      'module.server.ts',
      'storefront',
      'storefront/block.tsx',
    ].toSorted((a, b) => (a < b ? -1 : 1)),
  )
  expect(readFileSync(join(project, 'server/outside-manifests.generated.ts'), 'utf8')).toContain(
    "import { module as module0 } from '../modules/acme-stamps/module.server.ts'",
  )
  // What a build that was killed has left is in nobody's way.
  rmSync(bound, { recursive: true })
  mkdirSync(join(project, 'modules/.acme-stamps-1'))
  expect(bind(named).code).toBe(0)
  expect(bind().output).toContain('Took out acme-stamps. Its tables stay as they are')
  expect(existsSync(bound)).toBe(false)
  expect(readFileSync(join(project, 'modules/outside.generated.ts'), 'utf8')).toContain('= []')
})

it.each([
  ['a name of the shop', { module: 'order' }, 'order is a name of the shop’s own'],
  [
    'names of others',
    { module: 'acme-stamps', declared: { permissions: { 'order:refund': ['warehouse'] } } },
    'order:refund in permissions does not begin with acme-stamps',
  ],
  [
    'an event that the database refuses',
    { module: 'acme-stamps', declared: { events: ['acme-stamps.given-again'] } },
    'acme-stamps.given-again in events is not of the form',
  ],
  [
    'what only modules of the shop declare',
    { module: 'acme-stamps', declared: { browsingCalls: ['cart'] } },
    'browsingCalls is not for modules from outside yet',
  ],
  [
    'a folder around it',
    { module: 'acme-stamps', anode: { folder: '..' } },
    'its folder .. is not in the package',
  ],
  ['another name', { module: 'acme-stamps', declared: { name: 'other' } }, 'its declarations name it other'],
  ['digits', { module: 'stamps2' }, 'is not lower-case words joined by hyphens'],
  [
    'a version of another interface',
    { module: 'acme-stamps', anode: { fits: '^7.0.0' } },
    'fits version ^7.0.0',
  ],
  [
    'an import from elsewhere',
    { module: 'acme-stamps', more: { 'rules.ts': "import { x } from '../../secret.ts'\nexport { x }" } },
    'rules.ts imports ../../secret.ts, which is not in its folder',
  ],
  [
    'a package that is not installed',
    { module: 'acme-stamps', more: { 'rules.ts': "export { x } from '@acme/nothing/x'" } },
    'install the package @acme/nothing in the shop',
  ],
  [
    'texts of some languages',
    { module: 'acme-stamps', more: { 'texts/sv.json': '{}' } },
    'it has texts/sv.json and no texts/da.json',
  ],
  [
    'texts with other keys',
    {
      module: 'acme-stamps',
      more: Object.fromEntries(
        storeCodes.map((code) => [`texts/${code}.json`, code === 'da' ? '{}' : '{"acme_stamps.title":"T"}']),
      ),
    },
    'texts/da.json lacks acme_stamps.title',
  ],
  ['no JSON', { module: 'acme-stamps', more: { 'package.json': '{' } }, 'its package.json'],
  [
    'code that fails',
    { module: 'acme-stamps', more: { 'declarations.ts': "throw new Error('broken')" } },
    'broken',
  ],
])('refuses %s, and changes nothing', (_what, given, words) => {
  addPackage('packages/sound', { module: 'acme-sound' })
  addPackage('packages/given', given)
  const { code, output } = bind('./packages/sound', './packages/given')
  expect(code).toBe(1)
  expect(output.replaceAll("'", '’')).toContain(words.replaceAll("'", '’'))
  expect(output).toContain('./packages/given: ')
  expect(modulesNow()).toEqual([])
})

it('refuses two modules of which one could declare the names of the other', () => {
  addPackage('packages/a', { module: 'acme' })
  addPackage('packages/b', { module: 'acme-stamps' })
  addPackage('packages/c', { module: 'acme' })
  const { output } = bind('./packages/a', './packages/b', './packages/c')
  expect(output).toContain('./packages/a: ./packages/b is the module acme-stamps')
  expect(output).toContain('./packages/a: ./packages/c is the module acme')
  expect(modulesNow()).toEqual([])
})

it('refuses a link to nowhere and a folder that says to be another module, and deletes neither', () => {
  addPackage('packages/a', { module: 'acme-stamps' })
  symlinkSync('/nowhere', join(project, 'packages/a/picture.png'))
  expect(bind('./packages/a').output).toContain('no such file')
  write(
    'modules/mine/bound.json',
    JSON.stringify({ module: '../../victim', package: 'x', version: '1.0.0', fits: '*' }),
  )
  const { code, output } = bind()
  expect(code).toBe(1)
  expect(output).toContain('modules/mine/bound.json is of the module ../../victim')
  expect(modulesNow()).toEqual(['mine'])
})
