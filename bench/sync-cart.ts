/**
 * Promise: a call of sync-cart with 50 lines and 5 codes, 20 shoppers at once without a pause, costs the node at most 4
 * times the processor time of a route that only parses and serialises the same bytes, measured in turns over HTTP
 * against PostgreSQL and an index of 5,000 products. With lines of what the shop reads of them (4 kB) and with whole
 * lines as our browser sends them back (39 kB); the promise is about whole lines. Latencies are printed beside it:
 * twenty at once wait for twenty times the cost of a call. `node bench/sync-cart.ts [seconds]`, by default 8.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { serverEnv, serverFlags } from '../cli/ensure-built.mjs'
import { openCatalogueIndex } from '../read-model/catalogue-index.server.ts'
import { createDatabase } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres/embedded-postgres.ts'
import { migrate } from '../server/database/migrate.ts'
import { testApp, testServices } from '../test/composition.ts'
import { busyPercent, load } from './load.ts'
import { fillSyntheticCatalogue } from './synthetic-catalogue.ts'

const log = { info: () => {}, warn: console.warn, error: console.error }
const shoppers = 20
const lines = 50
const rounds = 3
const promised = 4
const codes = ['TEN', 'GROUPS', 'THREE', 'FIFTY', 'MORE']

/** The node under test, in a process of its own. */
async function runShop(databaseUrl: string, dataDir: string): Promise<void> {
  const db = createDatabase(databaseUrl, { log, max: 20 })
  const index = openCatalogueIndex({ dataDir, databaseUrl, log })
  await index.ready
  const services = testServices({ db, log, replace: { couponCacheMs: 1_000 } })
  const app = await testApp(services, {
    catalogue: index.catalogue,
    jobs: { enqueue: () => Promise.resolve() },
  })
  app.post<{ Body: { items: unknown } }>('/bare', (request, reply) => {
    // As sync-cart does: one JSON text for the whole answer.
    void reply.type('application/json; charset=utf-8').send(JSON.stringify(request.body.items))
  })
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
  process.once('disconnect', () => process.exit())
  process.on('message', (message) => {
    const { user, system } = process.cpuUsage()
    if (message === 'cpu') return void process.send?.((user + system) / 1000)
    void app
      .close()
      .then(() => index.close())
      .then(() => db.destroy())
      .then(() => process.exit(0))
  })
}

async function answerOf(url: string, body: Buffer<ArrayBuffer>): Promise<unknown> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body })).json()
}

/** All shoppers send requests repeatedly for some seconds. */
function shop(url: string, bodies: readonly Buffer[], seconds: number): ReturnType<typeof load> {
  const headers = { 'content-type': 'application/json' }
  const requests = bodies.map((body) => ({ method: 'POST' as const, headers, body }))
  return load({ url, connections: shoppers, duration: seconds, requests })
}

/** Fills the shop and returns carts of fifty lines. */
async function fillShop(client: pg.Client): Promise<Record<string, unknown>[][]> {
  await fillSyntheticCatalogue(client, 5000, ['sv'])
  await client.query(`insert into coupon (code, terms, stores) values ('TEN', '{"percentage_discount": 10}', '{}'),
    ('GROUPS', '{"percentage_discount": 15, "specific_groups": [1, 2, 3]}', '{}'),
    ('THREE', '{"buy_x": 2, "get_y": 1, "discount_type_value": 3}', '{}'),
    ('FIFTY', '{"fixed_amount": 50}', '{sv}'),
    ('MORE', '{"buy_x_quantity_increment_buy": 2, "buy_x_percentage_increment_get": 1}', '{}')`)
  const { rows } = await client.query<{ id: number }>(`select s.product_id as id from stock s
    where not exists (select 1 from product v where v.variant_of = s.product_id) and s.store = 'sv' and available > 10`)
  return Array.from({ length: 40 }, (_, cart) =>
    Array.from({ length: lines }, (_, line) => ({
      uuid: crypto.randomUUID(),
      product_id: rows[(cart * 997 + line * 31) % rows.length]!.id,
      quantity: 1 + (line % 4),
    })),
  )
}

async function main(seconds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-bench-sync-'))
  await chmod(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  let node: ChildProcess | undefined
  try {
    await migrate(postgres.url, { log })
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    const carts = await fillShop(client)
    await client.query('vacuum analyze')
    await client.end()
    const child = fork(import.meta.filename, ['shop', postgres.url, dataDir], {
      execArgv: [...serverFlags, ...profiled()],
      env: { ...process.env, ...serverEnv },
      // In its own session, like a shop: some systems share the processor among sessions.
      detached: true,
    })
    node = child
    const base = await new Promise<string>((resolve) => child.once('message', (url: string) => resolve(url)))
    const query = 'locale=sv&sid=7'
    const syncUrl = `${base}/api/sync-cart?${query}`
    const syncBody = (items: unknown) =>
      Buffer.from(JSON.stringify({ items, coupons: codes, checkout_order_id: null }))
    const short = carts.map(syncBody)
    const whole = await Promise.all(short.map(async (body) => syncBody(await answerOf(syncUrl, body))))
    const coupons = carts.map((items) =>
      Buffer.from(JSON.stringify({ coupons: codes, cart_contents: items })),
    )
    const round = (url: string, payloads: Buffer[]) => shop(url, payloads, seconds / rounds)
    await shop(syncUrl, [...short, ...whole], 3)
    const routes = {
      'sync-cart, 50 lines, 5 codes': { url: syncUrl, payloads: short },
      'sync-cart, 50 whole lines, 5 codes': { url: syncUrl, payloads: whole },
      'sync-coupons, 50 lines, 5 codes': { url: `${base}/api/sync-coupons?${query}`, payloads: coupons },
      'route that parses and serialises whole lines': { url: `${base}/bare`, payloads: whole },
    }
    const taken = Object.keys(routes).map((name) => ({
      name,
      answers: 0,
      cpuMs: 0,
      p99: Infinity,
      p50: 0,
      busy: 0,
    }))
    for (let turn = 0; turn < rounds; turn++) {
      for (const [at, { url, payloads }] of Object.values(routes).entries()) {
        const before = await cpuOf(child)
        const { latency, requests, busy } = await round(url, payloads)
        const figures = taken[at]!
        figures.busy = Math.max(figures.busy, busy)
        figures.cpuMs += (await cpuOf(child)) - before
        figures.answers += requests.total
        if (latency.p99 < figures.p99) Object.assign(figures, { p99: latency.p99, p50: latency.p50 })
      }
    }
    const costs = taken.map(({ cpuMs, answers }) => cpuMs / answers)
    for (const [at, { name, answers, p99, p50, busy }] of taken.entries())
      console.log(
        `${name}, ${shoppers} at once: ${costs[at]!.toFixed(2)} ms of processor each, best round ${p99} ms p99, ${p50} ms median, ${answers} answers, generator busy ${busyPercent(busy)}`,
      )
    const ratio = costs[1]! / costs[3]!
    console.log(
      `sync-cart: ratio ${ratio.toFixed(2)} of a route that parses and serialises the same bytes (promise ≤ ${promised})`,
    )
    if (ratio > promised) process.exitCode = 1
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.send('stop')
    await ended
  } finally {
    node?.kill()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** `PROFILE=directory` writes a profile of the node there. */
function profiled(): string[] {
  const folder = process.env['PROFILE']
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

/** Processor time of the node, milliseconds. */
async function cpuOf(node: ChildProcess): Promise<number> {
  const reported = new Promise<number>((resolve) => node.once('message', (used: number) => resolve(used)))
  node.send('cpu')
  return reported
}

if (process.argv[2] === 'shop') await runShop(process.argv[3] ?? '', process.argv[4] ?? '')
else await main(Number(process.argv[2] ?? 8))
