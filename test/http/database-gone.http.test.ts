import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { links } from '../../app/links.ts'
import type { ProductCard } from '../../domain/catalogue/product.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import {
  destroyEmbeddedPostgres,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { apiPath, ask, askApi, posting, someCategory, someProduct } from './shop-client.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const within = { timeout: 15_000, interval: 100 }

let folder: string
let postgres: EmbeddedPostgres
let line: Awaited<ReturnType<typeof cuttableLine>>
let server: BuiltServer
let product: ProductCard

/** The way to the database, which the test can cut: connections break, new ones are refused. */
async function cuttableLine(target: URL) {
  const sockets = new Set<Socket>()
  let gate: Server | undefined
  let port = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const open = async () => {
    gate = createServer((near) => {
      const far = connect(Number(target.port), target.hostname)
      keep(near)
      keep(far)
      near.pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    }).listen(port, '127.0.0.1')
    await once(gate, 'listening')
    port = (gate.address() as AddressInfo).port
  }
  const cut = async () => {
    const closed = gate && once(gate, 'close')
    gate?.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await open()
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { url: url.href, cut, open }
}

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

const syncCart = () => {
  const uuid = '11111111-1111-4111-8111-111111111111'
  const items = [{ uuid, product_id: product.id, sku: product.sku, quantity: 1 }]
  return ask(server.url, apiPath('sv', 'sync-cart'), posting({ items, coupons: [], checkout_order_id: null }))
}

const readiness = async () =>
  JSON.parse((await ask(server.url, '/readyz')).text) as { status: string; database: string }

describe('a shop whose database is gone', { timeout: 60_000 }, () => {
  it('goes on showing its pages, those not seen before too, and stays in the balance', async () => {
    expect((await syncCart()).status).toBe(200)
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

  it('[API-03] says in words that cart and checkout are closed, and when to come back', async () => {
    for (const call of [
      syncCart,
      () => ask(server.url, apiPath('sv', 'checkout/00000000000000000000000000000000')),
    ]) {
      const { status, headers, text } = await call()
      expect(status).toBe(503)
      expect(headers['retry-after']).toBe('5')
      expect((JSON.parse(text) as { message: string }).message).toMatch(/Varukorg och kassa är stängda/)
    }
  })

  it('recovers by itself when the database is back, and hears what changed meanwhile', async () => {
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
  })
})
