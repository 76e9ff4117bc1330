/**
 * Databases that earlier releases filled are upgraded by the built shop: what customers and staff had is there, and what
 * was under way goes on. Each file of `rows/` is of the release whose commit it is named after; at its time the shop was
 * killed while no mail could be sent.
 */
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { getConstructionPlans } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../../domain/books/check-books.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { createDatabase, type Database } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrate.ts'
import {
  destroyEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { projectRoot } from '../../server/project-root.ts'
import { signedInStaff } from '../admin/admin-shop.ts'
import { startBuiltServer, type BuiltServer } from '../built-server.ts'
import { apiPath, ask, posting } from '../http/shop-client.ts'
import { loadStoredRows, readStoredRows } from './stored-rows.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const within = { timeout: 300_000, interval: 250 }
/** What the fixtures were made with. */
const secret = 'upgrade-upgrade-upgrade-upgrade-upgrade'
const password = 'ratt hast batteri'
/** The checkout's form as it was filled in. */
const form = {
  customerType: 'private',
  email: 'klarna@upgrade.example',
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

/** The database of an earlier release, as it was when the shop was killed. */
async function fillDatabase(url: string, release: string, folder: string): Promise<void> {
  const rows = await readStoredRows(new URL(`rows/${release}.gz`, import.meta.url))
  const all = join(projectRoot, 'db', 'migrations')
  const directory = join(folder, 'migrations')
  await mkdir(directory)
  for (const name of await readdir(all))
    if (name <= rows.migration) await cp(join(all, name), join(directory, name))
  await migrate(url, { log, directory })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(getConstructionPlans('pgboss'))
  await client.end()
  await loadStoredRows(url, rows)
}

/** As if the shop had been killed an hour ago: the queue drops jobs that waited for weeks, and so ends checkouts. */
async function killedAnHourAgo(db: Database): Promise<void> {
  await sql`create temporary table past as
    select now() - interval '1 hour' - max(created_on) as time from pgboss.job`.execute(db)
  await sql`update pgboss.job set created_on = created_on + time, start_after = start_after + time,
    started_on = started_on + time, keep_until = keep_until + time from past`.execute(db)
  for (const table of ['checkout', 'payment_attempt'])
    await sql`update ${sql.table(table)} set created_at = created_at + time, updated_at = updated_at + time
      from past`.execute(db)
}

interface Upgraded {
  db: Database
  server: BuiltServer
  /** Mails that the queue owed when the shop was killed. */
  owed: number
  /** A request of an owner to the back office; answers its parsed body. */
  staff(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: any }> // oxlint-disable-line typescript/no-explicit-any
}

async function upgraded(release: string): Promise<Upgraded & { close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'anode-upgrade-'))
  const dataDir = join(folder, 'database')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const db = createDatabase(postgres.url, { log })
  const undo: (() => Promise<void>)[] = [
    () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
    () => destroyEmbeddedPostgres(dataDir),
    () => postgres.stop(),
    () => db.destroy(),
  ]
  const close = async () => {
    for (const step of undo.toReversed()) await step()
  }
  try {
    await fillDatabase(postgres.url, release, folder)
    // On one connection, which has the temporary table.
    await db.connection().execute(killedAnHourAgo)
    const { rows } = await sql<{ owed: number }>`select count(*)::int as owed from pgboss.job
      where name like '%-mail' and state in ('created', 'retry', 'active')`.execute(db)
    const server = await startBuiltServer({
      dataDir: join(folder, 'node'),
      env: { DATABASE_URL: postgres.url, SECRET: secret, DEMO: '0', PROVIDERS: 'simulator' },
    })
    undo.push(() => server.stop())
    const host = `admin.localhost:${server.adminPort}`
    const { headers: cookies } = await signedInStaff(db, { role: 'owner', url: `http://${host}` })
    return {
      db,
      server,
      owed: rows[0]!.owed,
      async staff(method, path, body) {
        const { headers, body: text } = body ? posting(body) : { headers: {}, body: undefined }
        const answer = await ask(`http://127.0.0.1:${server.adminPort}`, `/admin/api/${path}`, {
          method,
          headers: { ...headers, ...cookies },
          ...(text !== undefined && { body: text }),
        })
        return { status: answer.status, body: JSON.parse(answer.text) }
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function receiversOfMails(server: BuiltServer): Promise<string[]> {
  const outbox = join(server.dataDir, 'outbox')
  const names = await readdir(outbox).catch(() => [])
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim() ?? '')
}

/** `hasBackOffice`: staff and payments of providers came after the first of them. */
describe.each([
  { release: 'b124dba1', hasBackOffice: false },
  { release: '56b3c49b', hasBackOffice: true },
  { release: '79692379', hasBackOffice: true },
])('a database that release $release filled', { timeout: 360_000 }, ({ release, hasBackOffice }) => {
  let shop: Upgraded & { close: () => Promise<void> }
  const api = async (method: 'GET' | 'POST', path: string, body?: object, headers = {}) => {
    const { headers: given = {}, ...request } = body ? posting(body) : {}
    const answer = await ask(shop.server.url, apiPath('sv', path), {
      ...request,
      method,
      headers: { ...given, ...headers },
    })
    return { status: answer.status, body: JSON.parse(answer.text) }
  }

  beforeAll(async () => {
    shop = await upgraded(release)
  }, 180_000)
  afterAll(() => shop?.close(), 60_000)

  it('keeps products with their prices, and customers with their passwords and orders', async () => {
    const page = await ask(shop.server.url, '/sv/artiklar/laddare/index.html')
    expect([page.status, page.text.includes('Laddare 12 V')]).toEqual([200, true])
    const login = await api('POST', 'auth/login', { email: 'anna@upgrade.example', password })
    expect(login.status).toBe(200)
    const headers = { authorization: `Bearer ${login.body.access_token}` }
    const { body } = await api('GET', 'orders', undefined, headers)
    expect(body).toMatchObject([
      { id: 'S100003', status: 'received', total: 221 },
      { id: 'S100002', status: 'shipped', total: 518 },
      { id: 'S100001', status: 'delivered', total: 191 },
    ])
  })

  it('sends each mail that was owed, once', async () => {
    await expect.poll(() => receiversOfMails(shop.server), within).toHaveLength(shop.owed)
    expect(shop.owed).toBeGreaterThan(5)
    expect(new Set(await receiversOfMails(shop.server))).toContain('max@upgrade.example')
    // A job is completed a moment after its mail was written.
    const unfinished = async () => {
      const { rows } = await sql`select name, state from pgboss.job
        where name like '%-mail' and state not in ('completed', 'created')`.execute(shop.db)
      return rows
    }
    await expect.poll(unfinished, within).toEqual([])
  })

  it('lets staff ship an order and refund a return of that time, and the books balance', async () => {
    const shipped = await shop.staff('POST', 'orders/S100003/ship', { trackingNumber: 'UPGRADED' })
    expect(shipped).toMatchObject({ status: 200, body: { shipment: 1 } })
    const id = 'S100001-R1'
    if (!hasBackOffice) {
      // That release neither captured nor invoiced what it shipped.
      expect((await shop.staff('POST', 'orders/S100001/capture')).status).toBe(200)
      expect((await shop.staff('POST', 'orders/S100001/capture')).body).toEqual({ code: 'nothing_left' })
      await shop.staff('POST', `returns/${id}/actions`, { action: 'receive' })
    }
    await shop.staff('POST', `returns/${id}/actions`, { action: 'inspect' })
    const refunded = await shop.staff('POST', `returns/${id}/actions`, { action: 'refund' })
    expect(refunded).toMatchObject({ status: 200, body: { id, refund: 1 } })
    expect((await shop.staff('GET', 'orders/S100001')).body).toMatchObject({ number: 'S100001', total: 191 })
    const books = await checkBooks(shop.db, { stores: storeCodes, atProviders: null })
    expect(books.differences).toEqual([])
  })

  if (!hasBackOffice) return

  it('goes on with an open payment, or pays in another way', async () => {
    const { rows } = await sql<{ id: string }>`select checkout_id as id from payment_attempt
      where provider = 'klarna' and order_id is null`.execute(shop.db)
    const { id } = rows[0]!
    const opened = await api('POST', `checkout/${id}/payment`, {
      provider: 'klarna',
      customerType: 'private',
    })
    expect(opened).toMatchObject({ status: 200, body: { provider: 'klarna' } })
    const { total } = (await api('GET', `checkout/${id}`)).body
    const placed = await api('POST', `checkout/${id}/complete`, { ...form, total })
    expect(placed).toMatchObject({ status: 200, body: { status: 'paid' } })
  })

  it('keeps saved views', async () => {
    const { body } = await shop.staff('GET', 'views?table=orders')
    expect(body.views).toMatchObject([{ name: 'Att packa', query: 'filter.status=received&filter.store=sv' }])
    expect((await shop.staff('GET', `orders?${body.views[0].query}`)).status).toBe(200)
  })

  it('undoes changes of that time', async () => {
    const undo = async (action: string) => {
      const { rows } = await sql<{ id: number }>`select id from audit_entry where action = ${action}
        order by id desc limit 1`.execute(shop.db)
      return shop.staff('POST', `audit/${rows[0]!.id}/undo`)
    }
    expect((await shop.staff('GET', 'coupons/USED50')).body.state).toBe('disabled')
    expect((await undo('coupon.disable')).status).toBe(200)
    expect((await shop.staff('GET', 'coupons/USED50')).body.state).toBe('valid')
    expect((await undo('price.change')).status).toBe(200)
    expect((await shop.staff('GET', 'products/sv/UP-3/prices')).body.normal).toMatchObject([{ price: 79 }])
  })
})
