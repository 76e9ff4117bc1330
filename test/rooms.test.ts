import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { findCircles, readArrows, roomOf } from './rooms.ts'

const arrows = readArrows(process.cwd())
const say = ({ file, imported }: { file: string; imported: string }) => `${file} imports ${imported}`

/** The allowed imports of each part of the project (docs/architecture.md). */
const allowed: Record<string, readonly string[]> = {
  admin: ['contract', 'locales', 'public', 'ui'],
  api: ['contract', 'db', 'domain', 'locales', 'read-model'],
  app: ['contract', 'domain', 'locales', 'sdk', 'ui'],
  'catalogue-import': ['db', 'domain'],
  contract: [],
  // The brand of amounts, for the columns that hold them.
  db: ['domain'],
  demo: ['catalogue-import', 'db', 'domain'],
  domain: ['contract', 'db', 'locales'],
  // The store list: its codes are the folder names.
  locales: ['domain'],
  // Each imports the kernel; none imports another module.
  modules: ['admin', 'api', 'app', 'contract', 'db', 'domain', 'locales', 'providers', 'sdk', 'ui'],
  providers: ['db', 'domain', 'locales'],
  'read-model': ['contract', 'db', 'domain', 'locales'],
  // Builds every service; the demo, which fills an empty shop, is passed in by the program in cli/.
  server: [
    'api',
    'app',
    'catalogue-import',
    'contract',
    'db',
    'domain',
    'locales',
    'modules',
    'providers',
    'read-model',
    'sandbox',
    'sdk',
    // Staff write the archive of the shop in the back office.
    'shop-archive',
    'shop-import',
  ],
  // Other companies, as their published protocols describe them; it shares nothing with their adapters but the parser
  // of JSON.
  sandbox: ['domain', 'providers'],
  // A whole shop as files: it knows tables, and nothing of what they mean.
  'shop-archive': [],
  // What other shops export besides products.
  'shop-import': ['catalogue-import', 'db', 'domain'],
  // What modules are made with: types of the kernel, and tools of the operator's commands.
  sdk: ['api', 'contract', 'db', 'domain', 'providers'],
  ui: ['contract', 'domain', 'locales'],
  // Developers see the widgets there; nothing imports it.
  workbench: ['app', 'contract', 'domain', 'locales', 'ui'],
}
/** The lists of modules, which rooms of the kernel fold. */
const lists = [
  'account-description.ts',
  'agreed-prices.server.ts',
  'agreement-terms.ts',
  'personal-offer.ts',
  'carriers.server.ts',
  'coupon-kind.ts',
  'coupon-kinds.ts',
  'outside.generated.ts',
  'payment-accounts.server.ts',
  'declarations.ts',
  'modules.ts',
  'future-shipping.server.ts',
  'notices.server.ts',
  'opt-ins.server.ts',
  'personal-data.server.ts',
  'product-parts.server.ts',
  'refund-parts.server.ts',
]
const isList = (file: string) => lists.some((name) => file === `modules/${name}`)
const partOf = (file: string) => file.slice(0, file.indexOf('/'))

it('rooms do not import each other in cycles', () => {
  expect(findCircles(arrows)).toEqual([])
})

it('the parts of the project import only what the architecture allows', () => {
  const wrong = arrows.filter(({ file, imported }) => {
    const [from, to] = [partOf(file), partOf(imported)]
    return from !== to && !isList(imported) && !allowed[from]?.includes(to)
  })
  expect(wrong.map(say)).toEqual([])
})

it('no module imports another, and nothing imports a manifest but the list of manifests', () => {
  const wrong = arrows.filter(
    ({ file, from, to, imported }) =>
      (partOf(file) === 'modules' && to.startsWith('modules/') && from !== to && !isList(file)) ||
      (/^modules\/[^/]+\/declarations\.ts$/.test(imported) &&
        file !== 'modules/modules.ts' &&
        dirname(file) !== dirname(imported)) ||
      (/^modules\/[^/]+\/module\.server\.ts$/.test(imported) && file !== 'server/module-manifests.ts'),
  )
  expect(wrong.map(say)).toEqual([])
})

it('a subfolder inside a room is imported by that room alone, and by the server, which builds every service', () => {
  const inner = arrows.filter(
    ({ file, imported, to }) =>
      partOf(file) !== 'server' &&
      /\.(?:tsx?|css)$/.test(imported) &&
      to !== 'modules' &&
      imported.startsWith(`${to}/`) &&
      imported.slice(to.length + 1).includes('/'),
  )
  expect(inner.map(say)).toEqual([])
})

it('the answers that pages read have the types of the contract', () => {
  const handTyped = /\b(?:callApi|callAccount|readApi|sendApi|useChange|useFetcher)<\s*\{/
  const files = execFileSync('git', ['ls-files', 'app', 'admin', 'modules'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.e2e\./.test(file) && existsSync(file))
  expect(files.filter((file) => handTyped.test(readFileSync(file, 'utf8')))).toEqual([])
})

it('a room is a folder of a grouping folder, subfolders included', () => {
  expect(roomOf('domain/coupons/kinds/set-price.ts')).toBe('domain/coupons')
  expect(roomOf('app/features/cart/cart-line.tsx')).toBe('app/features/cart')
  expect(roomOf('read-model/schema/index-schema.server.ts')).toBe('read-model/schema')
  expect(roomOf('api/cart.ts')).toBe('api')
  expect(roomOf('admin/pages/orders/order-page.tsx')).toBe('admin/pages/orders')
  expect(roomOf('admin/shell/card.tsx')).toBe('admin/shell')
})

it('root files that a whole folder imports are a room apart from its entry points', () => {
  expect(roomOf('app/links.ts')).toBe('app/shared')
  expect(roomOf('app/root.tsx')).toBe('app')
})

it('finds a cycle over three rooms and no other', () => {
  const chain = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
    { from: 'c', to: 'd' },
  ]
  expect(findCircles(chain)).toEqual([['a', 'b', 'c']])
})
