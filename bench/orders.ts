/**
 * Promise: orders a second, each through HTTP from opening the checkout to settled, are at least 10 % of the
 * transactions a second of pgbench's tpcb-like (scale 10, 20 clients) on the same server in the same run.
 * Durable writes (fsync on), a stock of 5,000 products, 20 shoppers at once, one node; mails are enqueued in the
 * order's transaction and sent by workers that do not run here. `node bench/orders.ts [seconds]`, by default 12.
 *
 * A second node without prepared plans (server/database/prepared-plans.ts) is measured in the same turns; its line
 * is for information.
 */
import { execFile, fork, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openCatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { createDatabase } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { composeJobs } from '../server/compose.ts'
import { prepareDatabase } from '../server/database/prepare-database.ts'
import { testApp, testServices } from '../test/composition.ts'
import { busyPercent, withBusy } from './load.ts'
import { fillSyntheticCatalogue } from './synthetic-catalogue.ts'

const log = { info: () => {}, warn: console.warn, error: console.error }
const shoppers = 20
const promised = 0.1
const query = 'locale=sv&sid=7'

/** The node under test, in a process of its own. */
async function runShop(databaseUrl: string, dataDir: string, keepsPlans: boolean): Promise<void> {
  const db = createDatabase(databaseUrl, { log, max: 20, keepsPlans })
  const index = openCatalogueIndex({ dataDir, databaseUrl, log })
  await index.ready
  const services = testServices({ db, log })
  const jobs = composeJobs(services, {
    mailer: { send: () => Promise.reject(new Error('no worker runs here')) },
  })
  await jobs.start({ work: false })
  const app = await testApp(services, { catalogue: index.catalogue, jobs })
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
  process.once('message', () => {
    void app
      .close()
      .then(() => jobs.stop())
      .then(() => index.close())
      .then(() => db.destroy())
      .then(() => process.exit(0))
  })
}

const agent = new Agent({ keepAlive: true, maxSockets: shoppers })

interface Answer {
  status: number
  // The API's answers; a wrong shape shows as a refused order.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

function call(method: 'GET' | 'POST', url: string, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const payload = body && JSON.stringify(body)
    const headers = payload
      ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
      : {}
    const sent = request(url, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    })
    sent.on('error', reject).end(payload)
  })
}

const form = {
  customerType: 'private',
  email: 'anna.berg@example.se',
  phone: '070-123 45 67',
  firstName: 'Anna',
  lastName: 'Berg',
  identityNumber: '811228-9874',
  address: 'Storgatan 1',
  postalCode: '123 45',
  city: 'Luleå',
  shippingMethod: 'budbee-home',
  servicePoint: null,
  acceptTerms: true,
}

interface Tally {
  orders: number
  refused: number
  milliseconds: number[]
  /** Share of its time that this process worked, of each round: it is the generator. */
  busy: number[]
}

/** One shopper buys one to three products, over and over until the time is up. */
async function shop(
  base: string,
  products: number[],
  delivery: { price: number; free_from: number },
  until: number,
  tally: Tally,
) {
  while (performance.now() < until) {
    const began = performance.now()
    const items = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => ({
      uuid: crypto.randomUUID(),
      product_id: products[Math.floor(Math.random() * products.length)],
      quantity: 1 + Math.floor(Math.random() * 2),
    }))
    const opened = await call('POST', `${base}/api/checkout?${query}`, {
      items,
      coupons: [],
      campaignData: null,
    })
    const { id, sum } = opened.body
    const total = sum + (sum >= delivery.free_from ? 0 : delivery.price)
    const done = await call('POST', `${base}/api/checkout/${id}/complete?${query}`, { ...form, total })
    if (done.status === 200 && done.body.status === 'paid') tally.orders++
    else tally.refused++
    tally.milliseconds.push(performance.now() - began)
  }
}

async function measure(base: string, products: number[], seconds: number): Promise<Tally> {
  const methods = await call('GET', `${base}/api/shipping-methods?${query}&postalCode=12345`)
  const delivery = methods.body.find((method: { id: string }) => method.id === form.shippingMethod)
  const tally: Tally = { orders: 0, refused: 0, milliseconds: [], busy: [] }
  const until = performance.now() + seconds * 1000
  const { busy } = await withBusy(() =>
    Promise.all(Array.from({ length: shoppers }, () => shop(base, products, delivery, until, tally))),
  )
  tally.busy.push(busy)
  return tally
}

/**
 * Runs pgbench's tpcb-like for some seconds and returns its transactions a second; null if there is no
 * pgbench.
 */
type Yardstick = ((seconds: number) => Promise<number>) | null

async function preparePgbench(databaseUrl: string): Promise<Yardstick> {
  const run = promisify(execFile)
  try {
    await run('pgbench', ['--version'])
  } catch {
    return null
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create database pgbench')
  await client.end()
  const url = databaseUrl.replace(/[^/]+$/, 'pgbench')
  await run('pgbench', ['-i', '-q', '-s', '10', url])
  return async (seconds) => {
    const { stdout } = await run('pgbench', [
      '-n',
      '-b',
      'tpcb-like',
      '-c',
      '20',
      '-j',
      '2',
      '-T',
      String(seconds),
      url,
    ])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  }
}

/** Bytes of write-ahead log that the server writes during the work: unlike times, they do not depend on other load. */
async function logBytesOf<T>(
  client: pg.Client,
  work: () => Promise<T>,
): Promise<{ result: T; bytes: number }> {
  const end = async () =>
    (await client.query<{ end: string }>('select pg_current_wal_insert_lsn() as end')).rows[0]!.end
  const begin = await end()
  const result = await work()
  const { rows } = await client.query<{ bytes: number }>('select pg_wal_lsn_diff($1, $2)::float8 as bytes', [
    await end(),
    begin,
  ])
  return { result, bytes: rows[0]!.bytes }
}

/** Fills the catalogue; returns the ids of products that are worth a shopper's minimum order each. */
async function fillShop(client: pg.Client): Promise<number[]> {
  await fillSyntheticCatalogue(client, 5000, ['sv'])
  await client.query('update stock set available = 1000000')
  // Whole kronor: the sum of the benchmark is then what the shop charges.
  await client.query('update price_tier set price_minor = price_minor / 100 * 100 where kind = $1', [
    'normal',
  ])
  const { rows } = await client.query<{
    id: number
  }>(`select s.product_id as id from stock s join price_tier t using (product_id, store)
    where t.kind = 'normal' and t.min_quantity = 1 and t.price_minor between 20000 and 300000
      and not exists (select 1 from product v where v.variant_of = s.product_id) and s.store = 'sv'`)
  return rows.map((row) => row.id)
}

/** Orders and reference run alternately, so that both see the same conditions of the machine. */
const rounds = 3

interface ShopNode {
  child: ChildProcess
  url: string
}

async function startNode(databaseUrl: string, dataDir: string, keepsPlans: boolean): Promise<ShopNode> {
  const mode = keepsPlans ? 'shop' : 'shop-without-plans'
  const child = fork(import.meta.filename, [mode, databaseUrl, join(dataDir, mode)], { execArgv: [] })
  const url = await new Promise<string>((resolve) => child.once('message', (at: string) => resolve(at)))
  return { child, url }
}

async function main(seconds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-bench-orders-'))
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const nodes: ShopNode[] = []
  try {
    await prepareDatabase({ url: postgres.url, log: { ...log, warn: () => {} } })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const products = await fillShop(client)
    const yardstick = await preparePgbench(postgres.url)
    const [kept, planned] = [
      await startNode(postgres.url, dataDir, true),
      await startNode(postgres.url, dataDir, false),
    ]
    nodes.push(kept, planned)
    for (const { url } of nodes) await measure(url, products, 3)
    // As pgbench does with its own tables: statistics of a shop that has orders.
    await client.query('vacuum analyze')
    const tally: Tally = { orders: 0, refused: 0, milliseconds: [], busy: [] }
    let ordersWithoutPlans = 0
    let tps = 0
    let logBytes = 0
    for (let round = 0; round < rounds; round++) {
      const logged = await logBytesOf(client, () => measure(kept.url, products, seconds / rounds))
      const part = logged.result
      logBytes += logged.bytes
      tally.orders += part.orders
      tally.refused += part.refused
      tally.milliseconds.push(...part.milliseconds)
      tally.busy.push(...part.busy)
      if (yardstick) tps += (await yardstick(Math.ceil(seconds / rounds))) / rounds
      ordersWithoutPlans += (await measure(planned.url, products, seconds / rounds)).orders
    }
    for (const { child } of nodes) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await ended
    }
    const { rows } = await client.query<{
      wrong: number
    }>(`select count(*)::integer as wrong from orders o where status <> 'received'
      or total_minor <> (select sum(total_minor) from order_line l where l.order_id = o.id) + (snapshot->'shipping'->>'priceMinor')::bigint`)
    await client.end()
    report(tally, seconds, yardstick && tps, rows[0]?.wrong ?? 0)
    console.log(
      `orders: ${(logBytes / tally.orders / 1000).toFixed(1)} kB of write-ahead log per order, with full pages (information only)`,
    )
    console.log(
      `orders: ratio ${(tally.orders / ordersWithoutPlans).toFixed(2)} of a node without prepared plans (information only)`,
    )
  } finally {
    agent.destroy()
    for (const { child } of nodes) child.kill()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function report(tally: Tally, seconds: number, tps: number | null, wrong: number): void {
  const perSecond = tally.orders / seconds
  const sorted = tally.milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0)
  const notes = `${tally.refused} refused, ${wrong} not settled or not adding up, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, generator busy ${busyPercent(...tally.busy)}`
  if (tps === null) {
    console.log(
      `orders: ${perSecond.toFixed(0)} orders/s (promise ≥ ${promised} of pgbench, which is not on PATH, so no ratio) ${notes}`,
    )
    return
  }
  const ratio = perSecond / tps
  console.log(
    `orders: ratio ${ratio.toFixed(3)} of pgbench's transactions (promise ≥ ${promised}): ${perSecond.toFixed(0)} orders/s and ${tps.toFixed(0)} tps; ${notes}`,
  )
  if (ratio < promised || tally.refused > 0 || wrong > 0) process.exitCode = 1
}

const [mode = '', databaseUrl = '', dataDir = ''] = process.argv.slice(2)
if (mode.startsWith('shop')) await runShop(databaseUrl, dataDir, mode === 'shop')
else await main(Number(mode || 12))
