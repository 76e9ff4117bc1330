/**
 * The shop that the crash test kills: nodes of the built shop behind a load balancer, one PostgreSQL, the providers'
 * simulator, a mail server and a receiver of webhooks, each in a process of its own or in this one where it is never
 * killed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss, fromKysely } from 'pg-boss'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { saveCoupon } from '../../domain/coupons/coupon-repository.server.ts'
import { issueGiftCard } from '../../domain/gift-cards/gift-card-repository.server.ts'
import { randomCardCode } from '../../domain/gift-cards/gift-card-code.server.ts'
import { minor } from '../../domain/money/money.ts'
import { stores } from '../../domain/stores/stores.ts'
import { composeServices, type Services } from '../../server/compose.ts'
import { readConfig } from '../../server/config.ts'
import { createDatabase, type Database } from '../../server/database/database.ts'
import { prepareDatabase } from '../../server/database/prepare-database.ts'
import { jobQueue } from '../../server/jobs/job-queue.ts'
import { destroyEmbeddedPostgres } from '../../server/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../../server/project-root.ts'
import { freePort } from '../../test/free-port.ts'
import { startKillablePostgres, type KillablePostgres } from '../../test/killable-postgres.ts'
import { killableNode, type KillableNode } from '../../test/node-process.ts'
import { startNodeBalancer, type NodeBalancer } from '../../test/node-balancer.ts'
import { roomyLimits } from '../../test/roomy-limits.ts'
import type { SeededRandom } from '../../test/seeded-random.ts'
import { startSmtpServer, type TestSmtpServer } from '../../test/smtp-server.ts'
import { testActor } from '../../test/test-actor.ts'
import { fillSyntheticCatalogue } from '../synthetic-catalogue.ts'
import { addWebhooks, type CrashWebhooks } from './event-violations.ts'
import { offerWrapping, startHarbourPay, type HarbourPay } from './outside-modules.ts'
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'

/** Stores with buyers; two currencies. */
export const soldIn = ['sv', 'da'] as const
export type CrashStore = (typeof soldIn)[number]

export interface CrashShop {
  /** Address of the load balancer, without a trailing slash. */
  url: string
  postgres: KillablePostgres
  nodes: KillableNode[]
  simulator: CrashSimulator
  mails: TestSmtpServer
  receiver: WebhookReceiver
  webhooks: CrashWebhooks
  /** Null: its module is not bound. */
  harbourPay: HarbourPay | null
  /** Pool of the test itself. */
  db: Database
  /** The use cases, for staff; `jobs` enqueues for the nodes. */
  services: Services & { jobs: JobQueue }
  /** Moves the clock of `services` forward. */
  passTime(ms: number): void
  /** Folder of everything that the shop writes. */
  folder: string
  /** Environment of a node and of a command. */
  variables: Record<string, string>
  goods: Goods
  /** Ends all processes. `keepFiles`: the folder stays, for a look at what happened. */
  close(options?: { keepFiles?: boolean }): Promise<void>
}

export interface CrashSimulator {
  url: string
  control<Answer = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer>
}

/** What shoppers want. */
export interface Goods {
  /** Ids and skus of products; their stock is scarce. */
  products: { id: number; sku: string }[]
  /** Codes that can be used a few times only. */
  coupons: string[]
  giftCards: Record<CrashStore, string[]>
}

/** Creates and starts it. `nodes`: how many; `random` chooses the stock; `startPostgres`: by default one server. */
export async function openCrashShop(options: {
  nodes: number
  random: SeededRandom
  startPostgres?: typeof startKillablePostgres
}): Promise<CrashShop> {
  const { startPostgres = startKillablePostgres } = options
  const folder = await mkdtemp(join(tmpdir(), 'anode-crash-'))
  await chmod(folder, 0o711)
  const closing: (() => Promise<unknown>)[] = []
  const close = async ({ keepFiles = false } = {}) => {
    for (const step of closing.splice(0).reverse()) await step()
    if (keepFiles) return
    await destroyEmbeddedPostgres(folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const postgres = await startPostgres(folder, { max_connections: '200' })
    closing.push(() => postgres.stop())
    const mails = await startSmtpServer()
    closing.push(() => mails.close())
    const nodes: KillableNode[] = []
    const balancer: NodeBalancer = await startNodeBalancer(() => nodes.map(({ port }) => port))
    closing.push(() => balancer.close())
    const receiver = await startWebhookReceiver(options.random.fork('receiver'))
    closing.push(() => receiver.close())
    const harbourPay = await startHarbourPay()
    if (harbourPay) closing.push(() => harbourPay.close())
    const simulatorPort = await freePort()
    const simulator = await startSimulatorProcess(simulatorPort, folder, closing)
    const variables = {
      DATABASE_URL: postgres.servingUrl,
      DATABASE_OWNER_URL: postgres.ownerUrl,
      SECRET: 'crash'.repeat(8),
      PUBLIC_URL: balancer.url,
      SIMULATOR_PORT: String(simulatorPort),
      PROVIDERS: 'simulator',
      SMTP_URL: mails.url,
      TRUSTED_PROXIES: '1',
      SEARCH_THREADS: '0',
      DEMO: '0',
      LOG_LEVEL: 'info',
      ANODE_LOCAL_WEBHOOKS: '1',
      ...(harbourPay && { HARBOUR_PAY_URL: harbourPay.url }),
    }
    await prepareDatabase({
      url: postgres.servingUrl,
      ownerUrl: postgres.ownerUrl,
      log: { info: () => {}, warn: () => {} },
    })
    const products = await stockUp(postgres.url, options.random)
    const db = createDatabase(postgres.servingUrl, {
      log: { warn: () => {} },
      max: 8,
      applicationName: 'staff',
    })
    closing.push(() => db.destroy())
    let aheadMs = 0
    const services = composeServices({
      config: readConfig({ ...variables, DATA_DIR: folder }),
      db,
      clock: () => Date.now() + aheadMs,
      log: { info: () => {}, warn: () => {} },
      replace: { orderLimits: roomyLimits },
    })
    const webhooks = await addWebhooks(services, receiver)
    const goods = { products, ...(await makeCodes({ ...services, db })) }
    const boss = new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false })
    boss.on('error', () => {})
    await boss.start()
    closing.push(() => boss.stop({ graceful: false, close: false }))
    for (let index = 0; index < options.nodes; index++) {
      const port = await freePort()
      nodes.push(await killableNode({ port, dataDir: join(folder, `node-${index}`), env: variables }))
    }
    closing.push(async () => {
      for (const node of nodes) await node.kill()
    })
    await Promise.all(nodes.map((node) => node.start()))
    return {
      url: balancer.url,
      postgres,
      nodes,
      simulator,
      mails,
      receiver,
      webhooks,
      harbourPay,
      db,
      services: { ...services, jobs: jobQueue(boss) },
      passTime: (ms) => void (aheadMs += ms),
      folder,
      variables,
      goods,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** `anode simulator`: it is never killed, as a provider is not when the shop is. */
async function startSimulatorProcess(
  port: number,
  folder: string,
  closing: (() => Promise<unknown>)[],
): Promise<CrashSimulator> {
  const output = openSync(join(folder, 'simulator.log'), 'a')
  const child = spawn(process.execPath, ['cli/anode.ts', 'simulator'], {
    cwd: projectRoot,
    stdio: ['ignore', output, output],
    env: { PATH: process.env['PATH'], DATA_DIR: folder, SIMULATOR_PORT: String(port) },
  })
  const ended = once(child, 'exit')
  closing.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`The simulator ended: ${join(folder, 'simulator.log')}`)
    await sleep(50)
  }
  return {
    url,
    async control<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
      const answer = await fetch(`${url}/control/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`the simulator refused ${path}: ${text}`)
      return JSON.parse(text) as Answer
    },
  }
}

const productCount = 40

/** Forty products in both stores with a few units each, recorded as a delivery. */
async function stockUp(url: string, random: SeededRandom): Promise<Goods['products']> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await fillSyntheticCatalogue(client, productCount, soldIn)
    // The generator bypasses triggers; with them the delivery is in the history of the stock.
    await client.query('delete from stock')
    // Three units are above every minimum order, and one costs a few hundred at most.
    await client.query(
      'update price_tier set price_minor = 10000 + price_minor % 40000 / 100 * 100, before_minor = null',
    )
    const { rows } = await client.query<{ id: number; sku: string }>(
      'select id, sku from product where variant_of is null order by id',
    )
    for (const { id } of rows)
      for (const store of soldIn)
        await client.query('insert into stock (product_id, store, available) values ($1, $2, $3)', [
          id,
          store,
          random.int(2, 30),
        ])
    await offerWrapping(rows, (statement, values) => client.query(statement, values))
    return rows.map(({ id, sku }) => ({ id: Number(id), sku }))
  } finally {
    await client.end()
  }
}

/** Coupons with few uses and gift cards that cover an order or a part of one. */
async function makeCodes({
  db,
  keys,
}: Pick<Services, 'keys'> & { db: Database }): Promise<Pick<Goods, 'coupons' | 'giftCards'>> {
  const coupons: string[] = []
  for (let index = 0; index < 8; index++) {
    const code = `CRASH-${index}`
    await saveCoupon(db, testActor, {
      definition: { code, percentage_discount: 10 + index },
      validFrom: null,
      validTo: null,
      stores: [],
      usageLimit: index % 2 === 0 ? 5 + index : null,
      usageLimitPerCustomer: index % 2 === 1 ? 1 : null,
      disabledAt: null,
    })
    coupons.push(code)
  }
  const giftCards: Goods['giftCards'] = { sv: [], da: [] }
  for (const store of soldIn)
    for (const major of [50, 150, 400, 5000]) {
      const code = randomCardCode()
      await issueGiftCard(db, testActor, keys, {
        code,
        store,
        currency: stores[store].currency,
        amountMinor: minor(major * 100),
      })
      giftCards[store].push(code)
    }
  return { coupons, giftCards }
}
