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
  'contract/events.ts',
  'contract/sidebar.ts',
  'domain/mail/kernel-mails.ts',
  'domain/products/dangerous-goods.ts',
  'domain/stores/store.ts',
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

/** A file with one coupon kind of the module acme-stamps. */
const couponKind = (field: string) =>
  `export const couponKinds = [{ name: 'acme-stamps', fields: { ${field}: 'number' }, grantField: '${field}',
     step: 'unitRewards', apply: () => ({ rewarded: [], percent: 100 }) }]`

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
  for (const code of storeCodes)
    for (const name of ['chrome', 'admin']) write(`locales/${code}/${name}.json`, '{}')
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

/** A file of texts in each language of shoppers. */
const textFiles = (ending: string, text: string): Record<string, string> =>
  Object.fromEntries(storeCodes.map((code) => [`texts/${code}${ending}`, text]))
/** A module with a section of the sidebar. */
const sectionAt = (more: { after?: string; icon?: string }) => ({
  module: 'acme-stamps',
  declared: {
    staffPages: { 'acme-stamps': 'staff/stamps-page.tsx' },
    staffSections: {
      'acme-stamps': { permission: 'order:read', after: '/orders', icon: 'tag', keys: 'g 4', ...more },
    },
  },
  more: { 'staff/stamps-page.tsx': '', ...textFiles('.staff.json', '{"section.acme-stamps":"S"}') },
})

const home = { name: 'Hem', priceMinor: 4900 }
/** A shipping method; with a carrier of the shop, `postnord`. */
const stampsHome = (more: object = {}) => ({
  carrier: 'postnord',
  kind: 'home',
  stores: { sv: { ...home, ...more } },
  days: { min: 1, max: 2 },
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
  [
    'texts that are no JSON',
    { module: 'acme-stamps', more: { ...textFiles('.mails.json', '{}'), 'texts/sv.mails.json': '{"a": }' } },
    'texts/sv.mails.json is not JSON: ',
  ],
  [
    'words of mails of some languages',
    { module: 'acme-stamps', more: { 'texts/sv.mails.json': '{}' } },
    'it has texts/sv.mails.json and no texts/da.mails.json',
  ],
  [
    'words of mails with other keys',
    {
      module: 'acme-stamps',
      more: {
        ...textFiles('.mails.json', '{"given":{}}'),
        'texts/sv.mails.json': '{"given":{"subject":"S"}}',
      },
    },
    'texts/da.mails.json lacks given.subject',
  ],
  [
    'a card of no place',
    { module: 'acme-stamps', more: { 'staff/orders-card.tsx': '' } },
    'staff/orders-card.tsx is a card of orders, which is no place; places are order, product',
  ],
  [
    'an event that there is not',
    { module: 'acme-stamps', declared: { subscribers: { 'acme-stamps': { events: ['order.packed'] } } } },
    'acme-stamps in subscribers has order.packed, which is no event of the shop or of a module',
  ],
  [
    'a page of the audit without a slash',
    {
      module: 'acme-stamps',
      declared: { auditObjects: { acme_stamps: { section: 'section.orders', page: 'acme-stamps/:id' } } },
    },
    'acme_stamps in auditObjects has the page acme-stamps/:id, and paths begin with /',
  ],
  [
    'a place of the sidebar without a slash',
    sectionAt({ after: 'orders' }),
    'acme-stamps in staffSections is after orders, and paths begin with /',
  ],
  [
    'a place of the sidebar that there is not',
    sectionAt({ after: '/order' }),
    'acme-stamps in staffSections is after /order, which is no section of the sidebar',
  ],
  [
    'an icon that there is not',
    sectionAt({ icon: 'stamp' }),
    'acme-stamps in staffSections has the icon stamp, which there is not',
  ],
  [
    'a coupon kind without words',
    { module: 'acme-stamps', more: { 'coupon-kinds.ts': couponKind('acme_stamps_units') } },
    'no texts/*.staff.json has coupons.kind_acme-stamps',
  ],
  [
    'a field of coupons that another has',
    { module: 'acme-stamps', more: { 'coupon-kinds.ts': couponKind('buy_x') } },
    'buy_x in coupon-kinds.ts does not begin with acme-stamps',
  ],
  [
    'a page of the back office that is not there',
    { module: 'acme-stamps', declared: { staffPages: { 'acme-stamps': 'staff/stamps-page.tsx' } } },
    'acme-stamps in staffPages is to name a file of the module',
  ],
  [
    'a page of the back office under another name',
    {
      module: 'acme-stamps',
      declared: { staffPages: { orders: 'staff/stamps-page.tsx' } },
      more: { 'staff/stamps-page.tsx': '' },
    },
    'orders in staffPages does not begin with acme-stamps',
  ],
  [
    'a section of the sidebar without a name',
    {
      module: 'acme-stamps',
      declared: {
        staffPages: { 'acme-stamps': 'staff/stamps-page.tsx' },
        staffSections: {
          'acme-stamps': { permission: 'order:read', after: '/orders', icon: 'tag', keys: 'g 4' },
        },
      },
      more: { 'staff/stamps-page.tsx': '' },
    },
    'no texts/*.staff.json has section.acme-stamps',
  ],
  [
    'a carrier of another name',
    { module: 'acme-stamps', declared: { carriers: { 'acme-stamps-post': { name: 'Post' } } } },
    'its carrier in carriers is to be named acme-stamps',
  ],
  [
    'the mark of a carrier of the shop',
    { module: 'acme-stamps', declared: { carriers: { 'acme-stamps': { name: 'Post', mark: 'postnord' } } } },
    'acme-stamps in carriers has a mark',
  ],
  [
    'the name of a carrier of the shop',
    { module: 'posti', declared: { carriers: { posti: { name: 'Post' } } } },
    'its carrier has the name of a carrier of the shop, posti',
  ],
  [
    'a shipping method with a price that is none',
    {
      module: 'acme-stamps',
      declared: { shippingMethods: { 'acme-stamps-home': stampsHome({ priceMinor: 49.5 }) } },
    },
    'acme-stamps-home in shippingMethods: ',
  ],
  [
    'a shipping method of no store',
    {
      module: 'acme-stamps',
      declared: { shippingMethods: { 'acme-stamps-home': { ...stampsHome(), stores: { xx: home } } } },
    },
    'acme-stamps-home in shippingMethods is of the store xx, which there is not',
  ],
  [
    'a shipping method of nobody',
    {
      module: 'acme-stamps',
      declared: { shippingMethods: { 'acme-stamps-home': { ...stampsHome(), carrier: 'nobody' } } },
    },
    'acme-stamps-home in shippingMethods has the carrier nobody, which is neither acme-stamps nor of the shop',
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

it('says of texts that are no JSON nothing else, and names a text once that several things need', () => {
  const { module, declared, more } = sectionAt({})
  const broken = { ...more, 'texts/sv.staff.json': '{' }
  addPackage('packages/broken', { module, declared, more: broken })
  const { output } = bind('./packages/broken')
  expect(output.match(/packages\/broken: /g)).toHaveLength(1)
  expect(output).toContain('texts/sv.staff.json is not JSON: ')
  const twice = couponKind('acme_stamps_units')
    .replace('export const couponKinds', 'const one')
    .concat('\nexport const couponKinds = [...one, ...one]')
  addPackage('packages/twice', { module, more: { 'coupon-kinds.ts': twice } })
  expect(bind('./packages/twice').output.match(/has coupons\.kind_acme-stamps/g)).toHaveLength(1)
})

it('knows events of modules of the tree and of the configuration', () => {
  write('modules/own/declarations.ts', "export const own = { name: 'own', events: ['own.made'] }")
  const events = ['own.made', 'acme-sound.heard', 'order.placed']
  addPackage('packages/sound', { module: 'acme-sound', declared: { events: ['acme-sound.heard'] } })
  addPackage('packages/given', {
    module: 'acme-stamps',
    declared: { subscribers: { 'acme-stamps': { events } } },
  })
  expect(bind('./packages/given', './packages/sound').code).toBe(0)
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
