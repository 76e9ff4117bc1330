/**
 * Two nodes while their PostgreSQL fails over to a standby, twice: under load to a synchronous one, which must cost no
 * order, and to one that missed changes which the nodes have applied, after which transaction ids repeat.
 * `npm run bench failover` does the first with built nodes, all payment methods and for longer.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkBooks } from '../domain/books/check-books.server.ts'
import { toSku } from '../domain/products/sku.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { openCatalogueIndex, type CatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { indexPlace } from '../read-model/schema/index-file.server.ts'
import { composeJobs } from '../server/compose.ts'
import { createDatabase, type Database } from '../server/database/database.ts'
import { prepareDatabase } from '../server/database/prepare-database.ts'
import { testApp, testServices } from './composition.ts'
import { indexContents } from './index-contents.ts'
import { goodForm, line } from './order-shop.ts'
import { startReplicatedPostgres, type ReplicatedPostgres } from './postgres-standby.ts'
import { addProduct, smallCatalogue } from './small-catalogue.ts'

interface Node {
  url: string
  dataDir: string
  index: CatalogueIndex
  /** What its index logged. */
  notes: string[]
  close(): Promise<void>
}

const log = { info: () => {}, warn: () => {} }
const query = 'locale=sv&sid=7'
const within = { timeout: 60_000, interval: 50 }

let folder: string
let postgres: ReplicatedPostgres
let db: Database
let nodes: Node[]
let products: { id: number; sku: string }[]

async function openNode(dataDir: string, { works }: { works: boolean }): Promise<Node> {
  const notes: string[] = []
  const note = (text: string) => void notes.push(text)
  const pool = createDatabase(postgres.servingUrl, { log, max: 8 })
  const services = testServices({ db: pool })
  const index = openCatalogueIndex({
    dataDir,
    databaseUrl: postgres.servingUrl,
    log: { info: note, warn: note },
  })
  await index.ready
  const jobs = composeJobs(services, {
    mailer: { send: () => Promise.resolve({ messageId: crypto.randomUUID() }) },
    noteOutage: () => true,
  })
  await jobs.start({ work: works })
  const app = await testApp(services, { catalogue: index.catalogue, jobs })
  return {
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    dataDir,
    index,
    notes,
    async close() {
      await app.close()
      await jobs.stop()
      await index.close()
      await pool.destroy()
    },
  }
}

/** Answers of the API. */
// oxlint-disable-next-line typescript/no-explicit-any -- a wrong shape shows as a purchase that fails
type Json = any

/** Sends a body, or asks without one. Null: no answer. */
async function send(url: string, body?: object): Promise<{ status: number; body: Json } | null> {
  try {
    const answer = await fetch(`${url}${url.includes('?') ? '&' : '?'}${query}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return null
  }
}

/** Repeats a request at either node until it is answered, as a shopper presses the button again. Null: not found. */
async function insist(path: string, body?: object): Promise<Json> {
  for (let tries = 0; ; tries++) {
    const answer = await send(`${nodes[tries % nodes.length]!.url}/api/${path}`, body)
    if (answer && answer.status < 500) {
      if (answer.status === 404) return null
      if (answer.status >= 300) throw new Error(`${path} ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    await sleep(50)
  }
}

interface Purchase {
  checkout: string
  confirmation: string
}

async function buy(): Promise<Purchase> {
  const { id } = products[Math.floor(Math.random() * products.length)]!
  const { id: checkout, sum } = await insist('checkout', {
    items: [line(id, 2)],
    coupons: [],
    campaignData: null,
  })
  const methods: { id: string; price: number; free_from: number }[] = await insist(
    'shipping-methods?postalCode=12345',
  )
  const delivery = methods.find((method) => method.id === goodForm.shippingMethod)!
  const total = sum + (sum >= delivery.free_from ? 0 : delivery.price)
  const done = await insist(`checkout/${checkout}/complete`, { ...goodForm, total })
  // A checkout, unlike an order, is committed without waiting for the standby: its shopper begins again from the cart.
  return done === null ? buy() : { checkout, confirmation: done.confirmation }
}

/** Changes prices until `isOver`, also while the database comes and goes. */
async function changePrices(isOver: () => boolean): Promise<number> {
  let changes = 0
  while (!isOver()) {
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => {})
    try {
      await client.connect()
      while (!isOver()) {
        const { id } = products[changes % products.length]!
        await client.query('update price_tier set price_minor = $2 where product_id = $1 and store = $3', [
          id,
          20_000 + (changes % 500) * 100,
          // Not the store that sells: its shoppers have seen their total.
          'de',
        ])
        changes++
        await sleep(10)
      }
    } catch {
      await sleep(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return changes
}

/** What an index that is built now holds. */
async function freshContents(): Promise<unknown> {
  const dataDir = await mkdtemp(join(folder, 'fresh-'))
  const index = openCatalogueIndex({ dataDir, databaseUrl: postgres.servingUrl, log })
  await index.ready
  await index.close()
  return indexContents(indexPlace(dataDir).file)
}

async function expectIndexesToEqualTheDatabase(): Promise<void> {
  const expected = await freshContents()
  for (const { dataDir } of nodes)
    await expect
      .poll(() => isDeepStrictEqual(indexContents(indexPlace(dataDir).file), expected), within)
      .toBe(true)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-failover-'))
  postgres = await startReplicatedPostgres({ fsync: 'off', full_page_writes: 'off' })
  await prepareDatabase({ url: postgres.servingUrl, ownerUrl: postgres.ownerUrl, log })
  db = createDatabase(postgres.url, { log, max: 4 })
  await smallCatalogue(db)
  products = []
  for (const sku of ['FO-1', 'FO-2', 'FO-3']) {
    const id = await addProduct(db, { sku, name: sku, category: 'cables', priceMinor: 20_000 })
    await sql`update stock set available = available + 5000 where product_id = ${id}`.execute(db)
    products.push({ id, sku })
  }
  await postgres.addStandby('synchronous')
  nodes = await Promise.all([
    openNode(join(folder, 'node-0'), { works: true }),
    openNode(join(folder, 'node-1'), { works: false }),
  ])
}, 120_000)

afterAll(async () => {
  for (const node of nodes ?? []) await node.close()
  await db?.destroy()
  await postgres?.destroy()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}, 60_000)

it('a failover to a synchronous standby loses and doubles no order, and every index follows', async () => {
  const purchases: Purchase[] = []
  let isOver = false
  const shopping = Array.from({ length: 4 }, async () => {
    while (!isOver) purchases.push(await buy())
  })
  const changing = changePrices(() => isOver)
  await expect.poll(() => purchases.length, within).toBeGreaterThan(20)
  await postgres.stopPrimary()
  // An address that leads to a server which is still a standby.
  await postgres.moveAddress()
  await expect
    .poll(
      async () =>
        (await send(`${nodes[0]!.url}/api/checkout`, { items: [line(products[0]!.id)], coupons: [] }))
          ?.status,
      within,
    )
    .toBe(503)
  await postgres.promote()
  const before = purchases.length
  await expect.poll(() => purchases.length, within).toBeGreaterThan(before + 20)
  isOver = true
  await Promise.all(shopping)
  expect(await changing).toBeGreaterThan(10)

  const { rows } = await sql<{ checkout: string; confirmation: string; status: string }>`
    select checkout_id as checkout, access_token as confirmation, status from orders`.execute(db)
  const orders = new Map(rows.map((row) => [row.confirmation, row]))
  expect(new Set(rows.map(({ checkout }) => checkout)).size).toBe(rows.length)
  expect(purchases.filter(({ confirmation }) => orders.get(confirmation)?.status !== 'received')).toEqual([])
  const books = await checkBooks(db, { stores: storeCodes, atProviders: null })
  expect(books.differences).toEqual([])
  await expectIndexesToEqualTheDatabase()
  for (const { notes } of nodes) expect(notes.join('\n')).toContain('failed over to a standby')
}, 300_000)

it('changes that a standby missed are gone, and changes under the same transaction ids are applied', async () => {
  await postgres.addStandby('asynchronous')
  await postgres.cutReplication()
  const [lost, kept] = [products[0]!, products[1]!]
  const setPrice = (client: pg.Client, { id }: { id: number }, minor: number) =>
    client.query("update price_tier set price_minor = $2 where product_id = $1 and store = 'sv'", [id, minor])
  const pricesOf = ({ sku }: { sku: string }) =>
    nodes.map(({ index }) => index.catalogue.productsBySku('sv', [toSku(sku)])[0]!.prices.n[0]!.p)
  const former = await connectToPrimary()
  await setPrice(former, lost, 77_700)
  for (let count = 0; count < 20; count++) await former.query('select pg_current_xact_id()')
  await setPrice(former, lost, 77_800)
  for (const { index } of nodes) await index.refresh()
  expect(pricesOf(lost)).toEqual([778, 778])
  const positions = nodes.map(({ index }) => BigInt(index.progress().position!))
  await former.end()

  await postgres.stopPrimary()
  await postgres.promote()
  const promoted = await connectToPrimary()
  await promoted.query('begin')
  const { rows } = await promoted.query<{ id: string }>('select pg_current_xact_id()::text as id')
  await setPrice(promoted, kept, 66_600)
  await promoted.query('commit')
  for (const position of positions) expect(BigInt(rows[0]!.id)).toBeLessThan(position)
  // The nodes come back when the new server has passed their positions, so that nothing but its history tells them.
  const isBehind = async () => {
    const burned = await promoted.query<{ id: string }>('select pg_current_xact_id()::text as id')
    return positions.some((position) => BigInt(burned.rows[0]!.id) <= position + 10n)
  }
  while (await isBehind());
  await promoted.end()
  await postgres.moveAddress()
  await expect.poll(() => pricesOf(kept), within).toEqual([666, 666])
  expect(pricesOf(lost)).toEqual([200, 200])
  await expectIndexesToEqualTheDatabase()
}, 180_000)

async function connectToPrimary(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: postgres.primaryUrl() })
  client.on('error', () => {})
  await client.connect()
  return client
}
