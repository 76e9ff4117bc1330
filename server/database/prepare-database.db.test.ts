import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { goodForm, line, openCheckout, orderShop } from '../../test/order-shop.ts'
import { roleUrl, testDatabase } from '../../test/database.ts'
import { databaseIdentity } from '../../read-model/build/database-identity.server.ts'
import { createDatabase } from './database.ts'
import { ensureRoles } from '../embedded-postgres/cluster-roles.ts'
import { withJobQueue } from '../jobs/job-queue.ts'
import { migrate } from './migrate.ts'
import { judgePostgresVersion, testedPostgres } from './postgres-version.ts'
import { prepareDatabase } from './prepare-database.ts'
import { composeJobs } from '../compose.ts'
import { testServices } from '../../test/composition.ts'

const silent = { info: () => {}, warn: () => {} }

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('the role that serves the shop', () => {
  it('cannot create, alter or drop anything, or change insert-only tables', async () => {
    const { db, drop } = await testDatabase({ role: 'serving' })
    const refused = [
      'create table mine (id int)',
      'create schema mine',
      'alter table orders add column mine int',
      'drop table orders',
      'truncate orders',
      'create function mine() returns int language sql as $$ select 1 $$',
      'alter table pgboss.job add column mine int',
      'drop schema pgboss cascade',
      'create role mine',
      "copy orders to program 'cat'",
      "update migration set sha256 = ''",
      'update order_event set data = data',
      'delete from price_history',
      'delete from invoice',
    ]
    try {
      for (const statement of refused) {
        const outcome = await sql
          .raw(statement)
          .execute(db)
          .then(
            () => 'done',
            (error: { code: string }) => error.code,
          )
        // insufficient_privilege, or for `alter` and `drop` that one is not the owner: the same code.
        expect([statement, outcome]).toEqual([statement, '42501'])
      }
    } finally {
      await drop()
    }
  })

  it('takes an order with its stock, coupon counts, invoice data and mail job', async () => {
    const shop = await orderShop({}, { role: 'serving' })
    const jobs = composeJobs(testServices({ db: shop.db, clock: () => shop.now.at }), {
      mailer: { send: () => Promise.reject(new Error('no worker runs here')) },
    })
    try {
      await jobs.start({ work: false })
      const product = await shop.addProduct({ available: 3 })
      const { id, total } = await openCheckout(shop, [line(product, 2)])
      const placed = await shop.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })
      expect(placed.body).toMatchObject({ status: 'paid' })
      expect((await shop.stockOf(product)).available).toBe(1)
      await shop.db
        .transaction()
        .execute((trx) => jobs.enqueue(trx, 'order-mail', { orderId: 1, kind: 'confirmation' }))
    } finally {
      await jobs.stop()
      await shop.close()
    }
  })

  it('runs the job queue with its workers and schedules, enqueues from the CLI, and names its database', async () => {
    const { db, url, drop } = await testDatabase({ role: 'serving' })
    const warnings: string[] = []
    const log = { info: () => {}, warn: (data: object) => warnings.push(JSON.stringify(data)) }
    const jobs = composeJobs(testServices({ db, log }), {
      mailer: { send: () => Promise.resolve({ messageId: 'm' }) },
    })
    try {
      await jobs.start()
      await withJobQueue(db, (queue) =>
        db
          .transaction()
          .execute((trx) => queue.enqueue(trx, 'order-mail', { orderId: 1, kind: 'confirmation' })),
      )
      const identity = await withClient(url, (client) =>
        databaseIdentity(
          async <Row>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as Row[],
        ),
      )
      expect(identity).toEqual({
        database: expect.stringMatching(/^\d+\/\d+$/),
        history: expect.stringMatching(/^[\da-f-]{36}$/),
      })
      expect(warnings).toEqual([])
    } finally {
      await jobs.stop()
      await drop()
    }
  })
})

describe('preparing a database', () => {
  it('transfers a superuser’s objects to the owner, and is idempotent', async () => {
    const { url, drop } = await testDatabase({ empty: true })
    try {
      await migrate(url, { log: silent })
      const both = { url: roleUrl(url, 'serving'), ownerUrl: roleUrl(url, 'owner'), log: silent }
      for (let time = 0; time < 2; time++) {
        await ensureRoles(url, '')
        expect(await prepareDatabase(both)).toEqual([])
      }
      await withClient(url, async (client) => {
        const { rows } = await client.query(`select oid::regclass from pg_class
          where relnamespace::regnamespace::text in ('public', 'pgboss') and relowner <> 'anode_owner'::regrole`)
        expect(rows).toEqual([])
      })
      // The serving role can read and write a table from a later migration at once.
      await withClient(both.ownerUrl, (client) => client.query('create table later (id int primary key)'))
      await withClient(both.url, (client) => client.query('insert into later values (1)'))
    } finally {
      await drop()
    }
  })

  it('as a role without DDL only checks that nothing is missing, and reports what to do', async () => {
    const ready = await testDatabase({ role: 'serving' })
    const empty = await testDatabase({ role: 'serving', empty: true })
    try {
      expect(await prepareDatabase({ url: ready.url, log: silent })).toEqual([])
      await expect(prepareDatabase({ url: empty.url, log: silent })).rejects.toThrow(
        /lacks 0001-catalogue\.sql and \d+ more files\. Run `npm run anode -- migrate` with DATABASE_OWNER_URL/,
      )
    } finally {
      await ready.drop()
      await empty.drop()
    }
  })

  it('as a plain role without grants reports that, and what to do', async () => {
    const { url, drop } = await testDatabase()
    try {
      await ensureRoles(url, '')
      await withClient(url, async (client) => {
        for (const schema of ['public', 'pgboss'])
          await client.query(`revoke all on all tables in schema ${schema} from anode_shop`)
      })
      await expect(prepareDatabase({ url: roleUrl(url, 'serving'), log: silent })).rejects.toThrow(
        /^The role anode_shop of DATABASE_URL lacks privileges \(permission denied.+`anode migrate`/,
      )
    } finally {
      await drop()
    }
  })

  it('as a superuser warns with its name; with the owner and a plain role it is silent', async () => {
    const { url, drop } = await testDatabase()
    const warnings: string[] = []
    const log = { info: () => {}, warn: (text: string) => warnings.push(text) }
    try {
      await ensureRoles(url, '')
      await prepareDatabase({ url: roleUrl(url, 'serving'), ownerUrl: roleUrl(url, 'owner'), log })
      expect(warnings).toEqual([])
      await prepareDatabase({ url, log })
      expect(warnings).toEqual([expect.stringMatching(/^The role anode of DATABASE_URL is a superuser/)])
    } finally {
      await drop()
    }
  })
})

describe('the version of PostgreSQL', () => {
  it('is the tested one here', async () => {
    const { url, drop } = await testDatabase()
    const db = createDatabase(url, { log: silent })
    const { rows } = await sql<{ n: string }>`select current_setting('server_version_num') as n`.execute(db)
    await db.destroy()
    await drop()
    expect(judgePostgresVersion(Number(rows[0]!.n))).toBe(null)
  })

  it('that the tests do not cover causes a warning with its number, and one that is too old is refused', () => {
    expect(judgePostgresVersion(testedPostgres * 10_000 + 4)).toBe(null)
    expect(judgePostgresVersion(150_018)).toBe(
      'The database is PostgreSQL 15; the shop is tested with 18 only.',
    )
    expect(judgePostgresVersion(190_000)).toMatch(/PostgreSQL 19/)
    expect(() => judgePostgresVersion(140_012)).toThrow(/PostgreSQL 14: the shop needs 15 or newer/)
  })
})
