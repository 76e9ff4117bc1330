/**
 * The proof that the number of stores is written nowhere: a copy of the project gets a fifth store, Finland, by
 * its file, its lines in stores.ts and its texts. The copy is type-checked, built and run on a database that had
 * four stores, and sells something.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mustRun, projectEnv, projectNode } from '../../cli/run-command.mjs'
import type { CatalogueRecord } from '../../domain/catalogue/catalogue-record.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { testDatabase, type TestDatabase } from '../database.ts'
import { testSecret } from '../keyring.ts'
import { fiPolicy } from './fi.ts'
import finnish from './finnish.json' with { type: 'json' }
import { makeFiveStoreProject } from './five-store-project.ts'

/** Copying, type-checking, building and starting: 30 s on two idle cores. */
const preparationMs = 600_000

let folder: string
let shop: BuiltServer
let database: TestDatabase

/** Runs a program of the copy; throws with its output if it fails. */
const runInCopy = (parameters: string[], env: Record<string, string> = {}) =>
  mustRun(projectNode, parameters, { cwd: folder, env: projectEnv(env) })

/** In the copy, the stores have a code that this project's types do not know. */
const inFinland = <T>(value: T) => ({ fi: value }) as Record<string, T>

const records = [
  {
    record: 'category',
    code: 'batteries',
    position: 1,
    showInMenu: true,
    texts: inFinland({ name: 'Paristot', slug: 'paristot', description: 'Paristot joka laitteeseen.' }),
  },
  {
    record: 'attribute',
    code: 'rechargeable',
    kind: 'flag',
    facet: true,
    position: 1,
    names: inFinland('Ladattava'),
  },
  { record: 'brand', slug: 'nordcell', name: 'Nordcell' },
  {
    record: 'product',
    sku: 'FI-AA-4',
    type: 'standard',
    brand: 'nordcell',
    categories: ['batteries'],
    attributes: { rechargeable: true },
    images: [{ type: 'thumb', source: 'drawing:cell?size=aa&view=front', sortOrder: 1 }],
    stores: inFinland({
      name: 'Ladattava AA-akku, 4 kpl',
      slug: 'ladattava-aa-akku',
      description: 'Kestää tuhat latausta.',
      vatPercent: 25.5,
      prices: [{ q: 1, p: 12.55 }],
      stock: { available: 10 },
    }),
  },
] satisfies CatalogueRecord[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-five-stores-'))
  ;[database] = await Promise.all([testDatabase(), makeFiveStoreProject(folder)])
  const reactRouter = 'node_modules/@react-router/dev/bin.cjs'
  await runInCopy([reactRouter, 'typegen'])
  await Promise.all([
    runInCopy(['node_modules/typescript/bin/tsc', '--noEmit', '--singleThreaded']),
    runInCopy([reactRouter, 'build'], { NODE_ENV: 'production' }),
  ])
  const file = join(folder, 'finland.ndjson')
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const env = { DATABASE_URL: database.url, SECRET: testSecret, DEMO: '0', PROVIDERS: 'simulator' }
  const dataDir = join(folder, '.data')
  await runInCopy(['cli/anode.ts', 'import', 'products', file], { ...env, DATA_DIR: dataDir })
  // A store that is added is closed until its merchant opens it.
  const opening = ['settings', 'set', 'opening.isOpenToShoppers', 'true', '--store', 'fi']
  await runInCopy(['cli/anode.ts', ...opening], { ...env, DATA_DIR: dataDir })
  shop = await startBuiltServer({ dataDir, project: folder, env })
}, preparationMs)

afterAll(async () => {
  await shop?.stop()
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

/** A page as text, with ordinary spaces. */
async function page(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${shop.url}${path}`, { headers })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.text()).replaceAll(/[\u00a0\u202f]|&nbsp;/g, ' ')
}

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${shop.url}${path}?locale=fi&sid=11`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

it('renders home, category and product in the words and prices of the fifth store', async () => {
  const texts = { ...finnish.catalogue, ...finnish.chrome, ...finnish.product }
  const home = await page('/fi')
  expect(home).toContain('<html lang="fi-FI"')
  for (const key of ['home.categories', 'chrome.menu'] as const) expect(home, key).toContain(texts[key])
  for (const own of [fiPolicy.storefront.title, fiPolicy.storefront.lead]) expect(home).toContain(own)
  expect(home).toContain('Paristot')
  const category = await page('/fi/artiklar/paristot/index.html')
  expect(category).toContain('1 tuote')
  expect(category).toContain(texts['listing.sort'])
  expect(category).toContain('Ladattava AA-akku, 4 kpl')
  expect(category).toContain('12,55 €')
  const product = await page('/fi/artiklar/ladattava-aa-akku.html')
  expect(product).toContain(texts['stock.in_stock'])
  expect(product).toContain(texts['product.description'])
  expect(product).toContain('Kestää tuhat latausta.')
  expect(product).toContain('12,55 €')
  expect(await page('/fi/artiklar/ladattava-aa-akku.html', { cookie: 'vat=ex' })).toContain('10,00 €')
  const found = await call('GET', '/api/products/ladattava-aa-akku')
  expect(found.body).toMatchObject({ sku: 'FI-AA-4' })
})

it('names the fifth store to search engines and in the list of stores, as it names the others', async () => {
  const home = await page('/fi')
  for (const iso of ['sv-SE', 'nb-NO', 'de-DE', 'da-DK', 'fi-FI'])
    expect(home).toMatch(new RegExp(`hreflang="${iso}"`, 'i'))
  expect(await page('/sv')).toContain('Suomi')
  expect(await page('/sitemap.xml')).toContain('/fi/')
})

it('prices a cart and takes an order with 25.5 % VAT and a number of its own', async () => {
  const { body: product } = await call('GET', '/api/products/ladattava-aa-akku')
  const item = {
    uuid: '0198a8f0-0000-7000-8000-000000000001',
    product_id: product.id,
    quantity: 2,
    price: 1,
  }
  const synced = await call('POST', '/api/sync-cart', { items: [item], coupons: [], checkout_order_id: null })
  expect(synced.body).toMatchObject([{ price: 12.55, quantity: 2, vat: 25.5 }])

  const opened = await call('POST', '/api/checkout', { items: synced.body, coupons: [], campaignData: null })
  expect(opened.status).toBe(201)
  const path = `/api/checkout/${opened.body.id}`
  const chosen = await call('PATCH', path, { shippingMethod: 'posti-home' })
  // 25.10 holds 5.10 of VAT and the delivery of 5.95 holds 1.21.
  expect(chosen.body).toMatchObject({ total: 31.05, vat_amount: 6.31 })
  const done = await call('POST', `${path}/complete`, {
    customerType: 'private',
    email: 'aino.virtanen@example.fi',
    phone: '040 123 4567',
    firstName: 'Aino',
    lastName: 'Virtanen',
    identityNumber: '12.05.1981',
    address: 'Akkukuja 1',
    postalCode: '00100',
    city: 'Helsinki',
    shippingMethod: 'posti-home',
    servicePoint: null,
    acceptTerms: true,
    total: 31.05,
  })
  expect(done).toMatchObject({ status: 200, body: { status: 'paid', number: 'F100001' } })

  const confirmation = await call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
  expect(confirmation.body).toMatchObject({
    lines: [{ name: 'Ladattava AA-akku, 4 kpl', quantity: 2, price: 12.55, total: 25.1, vat: 25.5 }],
    address: { country_code: 'FI' },
    total: 31.05,
    vat_amount: 6.31,
    vat_rates: [{ vat: 25.5, gross: 31.05, vat_amount: 6.31 }],
  })
  const { rows } = await sql<object>`
    select store, currency, total_minor as total, vat_minor as vat from orders`.execute(database.db)
  expect(rows).toEqual([{ store: 'fi', currency: 'EUR', total: 3105, vat: 631 }])
})

it('confirms the order in the language of the fifth store', async () => {
  const outbox = join(folder, '.data', 'outbox')
  const mail = await vi.waitFor(
    async () => {
      const [name = ''] = (await readdir(outbox)).filter((file) => file.endsWith('.eml'))
      return readFile(join(outbox, name), 'utf8')
    },
    { timeout: 30_000, interval: 200 },
  )
  expect(mail).toContain('Subject: Tilausvahvistus F100001')
  expect(mail).toContain('Hei Aino Virtanen!')
})
