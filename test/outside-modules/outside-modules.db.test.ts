/**
 * A shop with modules from outside (`examples/`): a copy of the project names them in its configuration, is
 * type-checked, built and run, and a shopper and a member of staff use them in a browser, beside a module of which
 * everything fails. Then a module is taken out.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { findChromium } from '../../cli/find-chromium.ts'
import { mustRun, projectEnv, projectNode, run } from '../../cli/run-command.mjs'
import type { CatalogueRecord } from '../../domain/catalogue/catalogue-record.ts'
import { projectRoot } from '../../server/project-root.ts'
import { signInStaff } from '../admin/admin-page.ts'
import { signedInStaff, type TestStaff } from '../admin/admin-shop.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { testDatabase, type TestDatabase } from '../database.ts'
import { ask } from '../http/shop-client.ts'
import { encodeNaughty, naughtyStrings } from '../http/naughty-strings.ts'
import { testSecret } from '../keyring.ts'
import { copyProject } from '../project-copy.ts'
import { startSimulator, type Simulator } from '../../examples/harbour-pay/simulator/simulator.ts'
import {
  startSimulator as startCarrier,
  type Simulator as CarrierSimulator,
} from '../../examples/harbour-post/simulator/simulator.ts'
import { answeredConsent, invoiceOrder, shopperIn } from '../shopper.ts'
import { givesMixOffers } from './coupon-kind-tests.ts'
import { leavesThePageWhole } from './faulty-parts-tests.ts'
import { paysAtHarbourPay } from './harbour-pay-tests.ts'
import { sendsWithHarbourPost } from './harbour-post-tests.ts'
import { expectPage } from './expect-page.ts'

/** Copying, type-checking, building and starting: 30 s on two idle cores. */
const preparationMs = 600_000

const examples = ['gift-wrap', 'harbour-pay', 'harbour-post', 'mix-offer']

let folder: string
let shop: BuiltServer
let database: TestDatabase
let browser: Browser
let simulator: Simulator
let carrierSimulator: CarrierSimulator

const runInCopy = (parameters: string[], env: Record<string, string> = {}) =>
  mustRun(projectNode, parameters, { cwd: folder, env: projectEnv(env) })
const tryInCopy = (parameters: string[], env: Record<string, string> = {}) =>
  run(projectNode, parameters, { cwd: folder, env: projectEnv(env) })
const bind = ['cli/bind-modules.ts']

/** The text of a mail's file, which is quoted-printable. */
const decoded = (raw: string) =>
  Buffer.from(
    raw
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/** What the copy's configuration names. */
const configure = (...modules: string[]) =>
  writeFile(
    join(folder, 'anode.config.ts'),
    `import { defineShop } from './sdk/shop-config.ts'\nexport default defineShop({ modules: ${JSON.stringify(modules)} })\n`,
  )

const goods = (sku: string, name: string, price: number): CatalogueRecord => ({
  record: 'product',
  sku,
  type: 'standard',
  categories: ['batteries'],
  images: [{ type: 'thumb', source: 'drawing:cell?size=aa&view=front', sortOrder: 1 }],
  stores: {
    sv: {
      name,
      slug: sku.toLowerCase(),
      description: name,
      vatPercent: 25,
      prices: [{ q: 1, p: price }],
      stock: { available: 100 },
    },
  },
})
const records: CatalogueRecord[] = [
  {
    record: 'category',
    code: 'batteries',
    position: 1,
    showInMenu: true,
    texts: { sv: { name: 'Batterier', slug: 'batterier', description: 'Batterier till allt.' } },
  },
  goods('AA-4', 'Batteri AA, 4 st', 249),
  goods('WRAP-RED', 'Rött presentpapper', 39),
]

const env = () => ({
  DATABASE_URL: database.url,
  SECRET: testSecret,
  DEMO: '0',
  PROVIDERS: 'simulator',
  HARBOUR_PAY_URL: simulator.url,
  HARBOUR_POST_URL: carrierSimulator.url,
  FAULTY_URL: carrierSimulator.url,
  DATA_DIR: join(folder, '.data'),
})

/** Its mails and derived pictures are those of a module. */
const servingEnv = () => ({
  ...env(),
  MAIL_TRANSPORT: 'folders',
  FOLDERS_MAILS: join(folder, 'mails'),
  PICTURE_STORE: 'folders',
  FOLDERS_PICTURES: join(folder, 'pictures'),
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-outside-modules-'))
  const [made, started, carrierStarted] = await Promise.all([
    testDatabase(),
    startSimulator(),
    startCarrier(),
    copyProject(folder, { and: /^examples\/|^test\/outside-modules\/(?:faulty|folders)\// }),
  ])
  database = made
  simulator = started
  carrierSimulator = carrierStarted
  await configure(
    './test/outside-modules/faulty',
    './test/outside-modules/folders',
    ...examples.map((example) => `./examples/${example}`),
  )
  await runInCopy(bind)
  const reactRouter = 'node_modules/@react-router/dev/bin.cjs'
  await runInCopy([reactRouter, 'typegen'])
  await Promise.all([
    runInCopy(['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded']),
    runInCopy([reactRouter, 'build'], { NODE_ENV: 'production' }),
  ])
  await runInCopy(['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.admin.config.ts'], {
    NODE_ENV: 'production',
  })
  const file = join(folder, 'goods.ndjson')
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  await runInCopy(['cli/anode.ts', 'import', 'products', file], env())
  shop = await startBuiltServer({ dataDir: join(folder, '.data'), project: folder, env: servingEnv() })
  browser = await chromium.launch({ ...findChromium(), args: ['--no-sandbox'] })
}, preparationMs)

afterAll(async () => {
  await browser?.close()
  await shop?.stop()
  await simulator?.close()
  await carrierSimulator?.close()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A page of the shop in a browser of its own. */
async function inBrowser(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ baseURL: shop.url, storageState: answeredConsent, locale: 'en' })
  try {
    await work(await context.newPage())
  } finally {
    await context.close()
  }
}

it('are written against the packed entry, whose types are those of the report', async () => {
  await runInCopy(['cli/pack-module-entry.ts'])
  const packed = join(folder, 'module-entry')
  for (const [entry, report] of [
    ['module', 'sdk/outside/module.api.txt'],
    ['storefront', 'app/outside/storefront.api.txt'],
    ['staff', 'admin/outside/staff.api.txt'],
  ] as const)
    expect(
      await readFile(join(packed, `${entry}.d.ts`), 'utf8'),
      `${report} shows anode/${entry} (else run npm run pack:module -- --report, and judge its version)`,
    ).toBe(await readFile(report, 'utf8'))
  // An author's folder, with the packages that the packed entry names and no others.
  const author = join(folder, 'author')
  const packages = join(author, 'node_modules')
  for (const example of examples)
    await cp(join(folder, 'examples', example), join(author, example), { recursive: true })
  await cp(packed, join(packages, 'anode'), { recursive: true })
  const { dependencies } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(packages, name)), { recursive: true })
    await symlink(join(projectRoot, 'node_modules', name), join(packages, name))
  }
  for (const example of examples)
    expect(await runInCopy(['node_modules/typescript/bin/tsc', '-p', join(author, example)])).toBe('')
})

it('has its tables in a schema of its own, its routes below its name and its lists in the back office', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'module_gift_wrap' order by 1`.execute(
    database.db,
  )
  expect(rows.map(({ name }) => name)).toEqual(['wrapped_order', 'wrapping'])
  const answer = await fetch(`${shop.url}/api/modules/gift-wrap/wrapping?locale=sv&sid=7`)
  expect(await answer.json()).toEqual({ skus: [], lead: null })
  const described = (await (await fetch(`${shop.url}/api/openapi.json`)).json()) as { paths: object }
  expect(Object.keys(described.paths)).toContain('/api/modules/gift-wrap/wrapping')
})

it('staff offer wrapping, a shopper puts it into the cart, and the order is among those to wrap', async () => {
  await inBrowser(async (page) => {
    const admin = await signInStaff(page, database.db, 'owner')
    await page.goto(`${admin}/gift-wrap/new`)
    await page.getByLabel('Article number').fill('WRAP-RED')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectPage(page.getByRole('heading', { name: 'WRAP-RED' })).toBeVisible()
    await page.goto(`${admin}/gift-wrap-settings/gift-wrap.sv`)
    await page.getByLabel('Sentence in the cart').fill('Vi slår in varje vara för sig.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectPage(page.getByText('Settings of a module changed')).toBeVisible()
  })
  await inBrowser(async (page) => {
    const shopper = shopperIn(page)
    await shopper.startInCartWith('AA-4')
    await expectPage(shopper.cart.getByText('Vi slår in varje vara för sig.')).toBeVisible()
    await shopper.cart.getByRole('button', { name: 'Lägg till Rött presentpapper' }).click()
    await expectPage(shopper.line('Rött presentpapper')).toBeVisible()
    await expectPage(shopper.cart.locator('[data-cart-sum]')).toHaveText(/288/)
    await expectPage(
      shopper.cart.getByRole('button', { name: 'Ta bort Rött presentpapper', pressed: true }),
    ).toBeVisible()
    const number = await invoiceOrder(page, [
      { sku: 'AA-4', quantity: 1 },
      { sku: 'WRAP-RED', quantity: 1 },
    ])
    await vi.waitFor(
      async () =>
        expect(
          (
            await sql`select number, store, wrapping, wrapped_at from module_gift_wrap.wrapped_order`.execute(
              database.db,
            )
          ).rows,
        ).toEqual([{ number, store: 'sv', wrapping: ['1 × WRAP-RED'], wrapped_at: null }]),
      { timeout: 30_000, interval: 200 },
    )
    await vi.waitFor(
      async () =>
        expect(
          (await sql`select field, value from custom_field_value where object = 'order'`.execute(database.db))
            .rows,
        ).toEqual([{ field: 'gift_wrap_wanted', value: true }]),
      { timeout: 30_000, interval: 200 },
    )
    const confirmation = join(folder, 'mails', `${number}-confirmation.eml`)
    await vi.waitFor(
      async () =>
        expect(decoded(await readFile(confirmation, 'utf8'))).toContain(
          'Vi slår in din beställning som present: 1 × Rött presentpapper.',
        ),
      { timeout: 30_000, interval: 200 },
    )
    const admin = await signInStaff(page, database.db, 'warehouse')
    // On the page of the order its card, beside one that fails, and the note that the module wrote.
    await page.goto(`${admin}/orders/${number}`)
    const card = page.getByRole('region', { name: 'Gift wrapping' })
    await expectPage(card.getByText('1 × WRAP-RED')).toBeVisible()
    await expectPage(page.getByText('A part of the module faulty has failed.')).toBeVisible()
    await expectPage(page.getByText('Slås in som present: 1 × WRAP-RED')).toBeVisible()
    await expectPage(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
    await expectPage(page.getByRole('region', { name: 'Timeline' })).toBeVisible()
    await page.getByRole('link', { name: 'To do', exact: true }).click()
    await expectPage(page.getByRole('heading', { level: 1, name: 'To do' })).toBeVisible()
    await expectPage(page.getByText('A part of the module faulty has failed.')).toBeVisible()
    // A page of its own, from the sidebar, and one that fails.
    await page.getByRole('link', { name: 'Wrapping to prepare' }).click()
    await expectPage(page.getByRole('row', { name: '1 × WRAP-RED 1' })).toBeVisible()
    const reported = page.waitForResponse('**/admin/api/browser-errors')
    await page.goto(`${admin}/faulty`)
    await expectPage(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
    expect((await reported).status()).toBe(200)
    await page.goto(`${admin}/orders/${number}`)
    await card.getByRole('button', { name: 'Wrapped' }).click()
    await expectPage(page.getByText('The order is wrapped.')).toBeVisible()
    await expectPage(card.getByText(/^Wrapped .*20/)).toBeVisible()
  })
  const { rows } = await sql<{ action: string; actor: string }>`
    select action, actor_kind as actor from audit_entry where action like 'gift_wrap%' or action like 'module%' order by id`.execute(
    database.db,
  )
  expect(rows).toEqual([
    { action: 'gift_wrap.add', actor: 'staff' },
    { action: 'module_settings.change', actor: 'staff' },
    { action: 'gift_wrap_order.wrap', actor: 'staff' },
  ])
})

/** One call of the back office by a person, or by nobody. */
async function callStaff(
  who: Pick<TestStaff, 'headers'> | null,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<number> {
  const { status } = await ask(`http://127.0.0.1:${shop.adminPort}`, `/admin/api/${path}`, {
    method,
    headers: {
      host: `admin.localhost:${shop.adminPort}`,
      'sec-fetch-site': 'same-origin',
      ...who?.headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return status
}
const person = (role: Parameters<typeof signedInStaff>[1]['role'], stores?: ['no']) =>
  signedInStaff(database.db, {
    role,
    url: `http://admin.localhost:${shop.adminPort}`,
    ...(stores && { stores }),
  })

it('staff fill in the field of products that it declares, and the shop shows it', async () => {
  await inBrowser(async (page) => {
    const admin = await signInStaff(page, database.db, 'owner')
    await page.goto(`${admin}/custom-fields/product.gift_wrap_possible`)
    await expectPage(page.getByRole('heading', { level: 1, name: 'Kan slås in' })).toBeVisible()
    await page.goto(`${admin}/products/AA-4`)
    await expectPage(page.getByText('A part of the module faulty has failed.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Kan slås in' }).check()
    await page.getByRole('button', { name: 'Save the fields' }).click()
    await expectPage(page.getByText('The fields are saved')).toBeVisible()
  })
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${shop.url}/api/products/aa-4?locale=sv&sid=7`)
      expect(await answer.json()).toMatchObject({
        facts: [{ code: 'field.gift_wrap_possible', name: 'Kan slås in', value: 'Ja' }],
      })
    },
    { timeout: 30_000, interval: 200 },
  )
})

it('its lists and actions ask for their permissions, in the store of the row', async () => {
  const { rows } = await sql<{ number: string }>`
    select number from module_gift_wrap.wrapped_order`.execute(database.db)
  const number = rows[0]!.number
  const [owner, accountant, norwegian] = await Promise.all([
    person('owner'),
    person('accountant'),
    person('warehouse', ['no']),
  ])
  const wrapping = { values: { sku: 'AA-4', note: null, isOffered: true } }
  const calls = [
    ['GET', 'gift-wrap'],
    ['POST', 'gift-wrap', wrapping],
    ['GET', 'gift-wrap-orders'],
    ['GET', `gift-wrap-orders/${number}`],
    ['POST', `gift-wrap-orders/${number}/wrapped`, {}],
  ] as const
  for (const [method, path, body] of calls) {
    expect([path, await callStaff(null, method, path, body)]).toEqual([path, 401])
    expect([path, await callStaff(accountant, method, path, body)]).toEqual([path, 403])
  }
  // Its own routes of the back office likewise.
  const wrap = `modules/gift-wrap/orders/${number}/wrapped`
  for (const [method, path] of [
    ['GET', `modules/gift-wrap/orders/${number}`],
    ['GET', 'modules/gift-wrap/summary/sv'],
    ['POST', wrap],
  ] as const) {
    expect([path, await callStaff(null, method, path)]).toEqual([path, 401])
    expect([path, await callStaff(norwegian, method, path)]).toEqual([path, 403])
  }
  expect(await callStaff(accountant, 'GET', 'modules/gift-wrap/summary/sv')).toBe(403)
  expect(await callStaff(accountant, 'POST', wrap)).toBe(403)
  expect(await callStaff(owner, 'POST', wrap)).toBe(409)
  expect(await callStaff(owner, 'POST', 'modules/gift-wrap/orders/S1/wrapped')).toBe(404)
  expect(await callStaff(owner, 'GET', 'modules/removed/summary/sv')).toBe(404)
  expect(await callStaff(owner, 'GET', 'gift-wrap-orders')).toBe(200)
  expect(await callStaff(owner, 'GET', `gift-wrap-orders/${number}`)).toBe(200)
  // An order of another store is none that there is.
  for (const [method, path, body] of calls.slice(3))
    expect([403, 404]).toContain(await callStaff(norwegian, method, path, body))
})

it('what is wrong in a request is refused, and changes nothing', async () => {
  const owner = await person('owner')
  const stored = async () =>
    (await sql`select sku, note, is_offered from module_gift_wrap.wrapping order by id`.execute(database.db))
      .rows
  const before = await stored()
  const good = { sku: 'NEW', note: null, isOffered: true }
  const bodies: unknown[] = [
    '{',
    '[]',
    {},
    { values: good },
    { ...good, sku: 7 },
    { ...good, sku: '' },
    { ...good, sku: 'x'.repeat(65) },
    { ...good, isOffered: 'yes' },
    { ...good, id: 1 },
    { ...good, sku: 'WRAP-RED' },
    { ...good, more: 1 },
  ]
  for (const body of bodies) {
    const status = await callStaff(owner, 'POST', 'gift-wrap', body)
    expect([body, status >= 400 && status < 500]).toEqual([body, true])
  }
  for (const text of naughtyStrings) {
    const status = await callStaff(owner, 'GET', `gift-wrap/${encodeNaughty(text)}`)
    expect([text, status < 500]).toEqual([text, true])
  }
  expect(await stored()).toEqual(before)
})

const boundShop = () => ({
  shop,
  database,
  inBrowser,
  folder,
  env: env(),
  anode: (...parameters: string[]) => runInCopy(['cli/anode.ts', ...parameters], env()),
})
paysAtHarbourPay(() => ({ ...boundShop(), simulator }))
sendsWithHarbourPost(() => ({ ...boundShop(), carrierSimulator }))

givesMixOffers(() => ({ shop, database, inBrowser }))

it('a module of which everything fails is named, and the shop goes on', async () => {
  const answer = await fetch(`${shop.url}/api/modules/faulty/anything`)
  expect(answer.status).toBe(500)
  expect(await readFile(join(folder, '.data', 'server.log'), 'utf8')).toMatch(
    /"module":"faulty","carrier":"faulty".*the carrier of a module failed/,
  )
  // The orders before were placed, wrapped and shown in the cart beside it.
  const { rows: attempts } = await sql<object>`
    select distinct subscriber, state from event_delivery where attempts > 0 order by 1`.execute(database.db)
  expect(attempts).toEqual([
    { subscriber: 'faulty', state: 'owed' },
    { subscriber: 'gift-wrap', state: 'delivered' },
  ])
  const counted = async (where: 'server' | 'browser') => {
    const { rows } = await sql<{ message: string }>`select message from client_error
      where (last_release = 'server') = ${where === 'server'} order by message`.execute(database.db)
    return rows.map(({ message }) => message)
  }
  expect(await counted('browser')).toEqual([
    'Module faulty: the block fails',
    'Module faulty: the card fails',
    'Module faulty: the card of products fails',
    'Module faulty: the card of tasks fails',
    'Module faulty: the page fails',
  ])
  await vi.waitFor(
    async () =>
      expect(await counted('server')).toEqual(
        expect.arrayContaining([
          'Module faulty: a part of a module failed',
          'Module faulty: a route of a module failed (/api/modules/faulty/anything)',
          expect.stringMatching(/^Module faulty: the carrier of a module failed \(\w+\)$/),
        ]),
      ),
    { timeout: 30_000, interval: 200 },
  )
})

it('mails leave by the transport of a module, and derived pictures are in its store', async () => {
  const page = await (await fetch(`${shop.url}/sv/artiklar/aa-4.html`)).text()
  const [address = ''] = /\/pictures\/[0-9a-z]+-\d+\.avif/.exec(page) ?? []
  const picture = await fetch(shop.url + address)
  expect(picture.headers.get('content-type')).toBe('image/avif')
  const stored = await readFile(join(folder, address.slice(1)))
  expect(stored.equals(Buffer.from(await picture.arrayBuffer()))).toBe(true)
  for (const own of ['outbox', 'pictures']) expect(existsSync(join(folder, '.data', own))).toBe(false)
  const refused = await tryInCopy(['cli/anode.ts', 'migrate'], { ...env(), MAIL_TRANSPORT: 'gift-wrap' })
  expect(refused.code).not.toBe(0)
  expect(refused.output).toContain('MAIL_TRANSPORT must be folders, the module with a mail transport.')
})

leavesThePageWhole(() => ({ ...boundShop(), simulator }))

it('the command of its list', async () => {
  const listed = await runInCopy(['cli/anode.ts', 'gift-wrap', 'list', '--json'], env())
  expect(JSON.parse(listed)).toMatchObject([{ state: 'wrapped', wrapping: '1 × WRAP-RED' }])
})

it('a bound module that does not fit the release is named before the database is changed', async () => {
  const file = join(folder, 'modules/gift-wrap/bound.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('"^1.0.0"', '"^7.0.0"'))
  const migrated = await tryInCopy(['cli/anode.ts', 'migrate'], env())
  expect(migrated.code).not.toBe(0)
  expect(migrated.output).toContain('anode-gift-wrap 1.0.0 fits version ^7.0.0')
  await writeFile(file, text)
})

it('a module that is taken out leaves its data, which it finds when it comes back', async () => {
  const kept = async () =>
    (await sql`select sku from module_gift_wrap.wrapping`.execute(database.db)).rows as object[]
  await configure()
  expect(await runInCopy(bind)).toContain('Took out gift-wrap. Its tables stay as they are')
  expect(existsSync(join(folder, 'modules/gift-wrap'))).toBe(false)
  const without = await runInCopy(['cli/anode.ts', 'migrate'], env())
  expect(without).toContain('The database is up to date.')
  expect(await kept()).toEqual([{ sku: 'WRAP-RED' }])
  await configure('./examples/gift-wrap')
  await runInCopy(bind)
  expect(await runInCopy(['cli/anode.ts', 'migrate'], env())).toContain('The database is up to date.')
  expect(await kept()).toEqual([{ sku: 'WRAP-RED' }])
})
