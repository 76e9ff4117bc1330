import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { links } from '../../app/links.ts'
import { orderLinks } from '../../app/order-links.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import {
  destroyEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { cuttableLine, type CuttableLine } from '../cuttable-line.ts'
import { apiPath, ask, askApi, posting, someCategory, someProduct } from './shop-client.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const within = { timeout: 30_000, interval: 100 }

let folder: string
let postgres: EmbeddedPostgres
let line: CuttableLine
let server: BuiltServer
let product: ProductCard

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-gone-'))
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log })
  line = await cuttableLine(new URL(postgres.url))
  const env = { DATABASE_URL: line.url, SECRET: 's'.repeat(40) }
  server = await startBuiltServer({ dataDir: join(folder, 'node'), env })
  product = await someProduct(server.url, 'sv')
}, 180_000)

afterAll(async () => {
  await server?.stop()
  await line?.cut()
  await postgres?.stop()
  await destroyEmbeddedPostgres(join(folder, 'database'))
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}, 60_000)

const syncCart = (url = server.url) => {
  const uuid = '11111111-1111-4111-8111-111111111111'
  const items = [{ uuid, product_id: product.id, sku: product.sku, quantity: 1 }]
  return ask(url, apiPath('sv', 'sync-cart'), posting({ items, coupons: [], checkout_order_id: null }))
}

/** Length of the server's log when the line was cut: on a busy machine its start may have met an outage of its own. */
let logLengthBefore = 0

const logText = (dataDir: string) => readFile(join(dataDir, 'server.log'), 'utf8')

const linesSinceCut = async (message: string) =>
  (await logText(server.dataDir))
    .slice(logLengthBefore)
    .split('\n')
    .filter((text) => text.includes(message))

/** Whether the log names an outage that has not ended; while it lasts, a cut is no new outage. */
const isOutageOpen = async () => {
  const begun = await linesSinceCut('the database is unavailable')
  const ended = await linesSinceCut('the database is available again')
  return begun.length > ended.length
}

const readiness = async () =>
  JSON.parse((await ask(server.url, '/readyz')).text) as { status: string; database: string }

describe('a shop whose database is unavailable', { timeout: 120_000 }, () => {
  it('keeps serving its pages, uncached ones too, and stays in the load balancer', async () => {
    expect((await syncCart()).status).toBe(200)
    await expect.poll(readiness, within).toMatchObject({ status: 'ready', database: 'ready' })
    await expect.poll(isOutageOpen, within).toBe(false)
    logLengthBefore = (await logText(server.dataDir)).length
    await line.cut()
    await expect.poll(readiness, within).toMatchObject({ status: 'ready', database: 'away' })
    expect((await ask(server.url, '/healthz')).status).toBe(200)
    for (const store of storeCodes) {
      const { path } = await someCategory(server.url, store, 30)
      const { slug } = await someProduct(server.url, store)
      const pages = [
        links.home(store),
        links.category(store, path),
        `${links.categoryAll(store, path, 2)}&sort=price_desc`,
        links.product(store, slug),
        links.search(store, 'aa'),
        links.page(store, 'about'),
      ]
      for (const page of pages) expect([page, (await ask(server.url, page)).status]).toEqual([page, 200])
      expect((await askApi(server.url, store, 'products', { query: 'batteri' })).status).toBe(200)
    }
  })

  it('[API-03] says that cart and checkout are closed, and when to retry', async () => {
    for (const call of [
      () => syncCart(),
      () => ask(server.url, apiPath('sv', 'checkout/00000000000000000000000000000000')),
    ]) {
      const { status, headers, text } = await call()
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('5')
      expect((JSON.parse(text) as { message: string }).message).toMatch(/Varukorg och kassa är stängda/)
    }
  })

  it('[CHECKOUT-11] responds with 503 for the receipt and the return label, which are loaded again later', async () => {
    const token = '0'.repeat(32)
    for (const path of [orderLinks.confirmation('sv', token), `/sv/my-order/label/${token}`]) {
      const { status, headers } = await ask(server.url, path)
      expect([path, status, headers['retry-after']]).toEqual([path, 503, '5'])
    }
  })

  it('logs it once, with the route, and not with every request', async () => {
    const lines = await linesSinceCut('the database is unavailable')
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 40, where: expect.any(String) })
    expect(await linesSinceCut('cannot be served')).toEqual([])
  })

  it('starts a node that has an index, serves its pages, and accepts orders when the database is available', async () => {
    const dataDir = join(folder, 'second')
    await mkdir(dataDir)
    for (const name of ['index', 'content.json'])
      await cp(join(server.dataDir, name), join(dataDir, name), { recursive: true })
    const ownLine = await cuttableLine(new URL(postgres.url))
    await ownLine.cut()
    const second = await startBuiltServer({
      dataDir,
      env: { DATABASE_URL: ownLine.url, SECRET: 's'.repeat(40), DEMO: '0' },
    })
    try {
      const { status, text } = await ask(second.url, links.product('sv', product.slug))
      expect([status, text.includes(product.name)]).toEqual([200, true])
      expect((await ask(second.url, links.page('sv', 'about'))).status).toBe(200)
      const sync = () => syncCart(second.url)
      expect((await sync()).status).toBe(503)
      await ownLine.open()
      await expect.poll(async () => (await sync()).status, within).toBe(200)
      expect(JSON.parse((await ask(second.url, '/readyz')).text)).toMatchObject({ database: 'ready' })
    } finally {
      await second.stop()
      await ownLine.cut()
    }
  })

  it('recovers when the database is available again, and receives the changes made meanwhile', async () => {
    const { default: pg } = await import('pg')
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const rename = 'update store_product set name = $1 where store = $2 and product_id = $3'
    await client.query(rename, ['Namn under avbrottet', 'sv', product.id])
    await client.end()
    await line.open()
    await expect.poll(async () => (await syncCart()).status, within).toBe(200)
    await expect.poll(readiness, within).toMatchObject({ status: 'ready', database: 'ready' })
    const page = async () => (await ask(server.url, links.product('sv', product.slug))).text
    await vi.waitUntil(async () => (await page()).includes('Namn under avbrottet'), within)
    // The ping that ends the outage may follow the first answers.
    await expect.poll(() => linesSinceCut('the database is available again'), within).toHaveLength(1)
  })

  it(
    'detects at once a database that stalls: no response, and no connection closed',
    { timeout: 45_000 },
    async () => {
      line.hang()
      expect(await readiness()).toMatchObject({ status: 'ready', database: 'away' })
      line.goOn()
      await expect.poll(readiness, within).toMatchObject({ database: 'ready' })
    },
  )
})
