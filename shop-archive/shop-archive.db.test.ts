import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaText } from '../cli/schema-text.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import { loadDemoCoupons } from '../demo/load-demo-coupons.server.ts'
import { loadDemoDevices } from '../demo/load-demo-devices.server.ts'
import { loadDemoOrders } from '../demo/load-demo-orders.server.ts'
import { checkBooks } from '../domain/books/check-books.server.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { databaseIdentity } from '../read-model/build/database-identity.server.ts'
import { openCatalogueIndex } from '../read-model/catalogue-index.server.ts'
import type { Database } from '../server/database/database.ts'
import { ensureRoles } from '../server/embedded-postgres/cluster-roles.ts'
import { runAnode } from '../test/anode-command.ts'
import { testServices } from '../test/composition.ts'
import { roleUrl, testDatabase, type TestDatabase } from '../test/database.ts'
import { testActor } from '../test/test-actor.ts'
import type { ArchiveManifest } from './archive-manifest.ts'
import { importArchive } from './import-archive.server.ts'
import { demoOrderEnds } from '../server/demo-order-ends.ts'
import { archivedTables, leftOutTables, loginTables, recordTables } from './archive-tables.ts'

let source: TestDatabase
/** Of the archives. */
let folder: string
let archive: string
const now = Date.now()
const opened: TestDatabase[] = []

/** What must not be in an archive, as its rows would show it. */
const secrets = {
  password: '$argon2id$v=19$of-a-customer',
  authenticator: 'totp-of-staff',
  session: 'ab'.repeat(32),
  webhook: 'secret-of-a-webhook',
}

beforeAll(async () => {
  source = await emptyShop()
  folder = await mkdtemp(join(tmpdir(), 'anode-archive-'))
  archive = join(folder, 'archive')
  const { db } = source
  // A store that continues numbers below those of a new shop.
  await sql`select setval('order_number_da', 5000, true)`.execute(db)
  await loadDemoCatalogue(db, testActor, new Date(now))
  await loadDemoCoupons(db, testActor, new Date(now))
  await loadDemoDevices(db, testActor, new Date(now))
  const index = openCatalogueIndex({
    dataDir: join(folder, 'index'),
    databaseUrl: source.url,
    log: { info: () => {}, warn: () => {} },
  })
  await index.ready
  const services = {
    ...testServices({ db, clock: () => now }),
    catalogue: index.catalogue,
    jobs: { enqueue: async () => {} },
    ends: demoOrderEnds,
  }
  await loadDemoOrders(services, testActor)
  await index.close()
  await writePeople(db)
  expect(await anode(source, ['archive', 'export', archive])).toMatchObject({ code: 0 })
}, 120_000)

afterAll(async () => {
  await Promise.all(opened.map((database) => database.drop()))
  await rm(folder, { recursive: true })
})

/** People of both sides, their secrets, and texts and files that are hard to carry. */
async function writePeople(db: Database): Promise<void> {
  const statements = [
    sql`insert into account (store, email, password_hash, first_name) values ('sv', 'eva@example.com', ${secrets.password}, ${'Eva "\\n"\u2028\r\nÅ, 電池'})`,
    sql`insert into passkey (credential_id, account_id, public_key, counter, transports, name, backed_up, created_at, used_at)
      select 'credential', id, '\\xcafe', 1, '{internal,hybrid}', 'Phone', true, now(), now() from account`,
    sql`insert into session_family (account_id) select id from account`,
    sql`insert into session_pair (family_id, access_hash, refresh_hash, expires_at)
      select id, ${Buffer.from(secrets.session, 'hex')}, '\\x01', now() + interval '1 day' from session_family`,
    sql`insert into staff (email, name, created_at, totp_secret) values ('nora@example.com', 'Nora', now(), ${secrets.authenticator})`,
    sql`insert into staff_role (staff_id, role, store) select id, 'owner', 'sv' from staff`,
    sql`insert into saved_view (staff_id, table_name, name, query, is_shared, created_at)
      select id, 'orders', 'Open', 'status=received', true, now() from staff`,
    sql`insert into webhook (url, events, secret_encrypted, created_at) values ('https://example.com', '{order.paid}', ${secrets.webhook}, now())`,
    sql`insert into picture_original (sha256, format, width, height, bytes)
      values (${Buffer.alloc(32, 7)}, 'png', 1, 1, ${Buffer.from([0, 255, 10, 13, 92])})`,
    sql`insert into parcel (order_id, direction, reference, store, carrier, status, units, booking_id, tracking_number, label, actor_kind)
      select id, 'outbound', 'P-' || number, store, 'postnord', 'booked', '{}', 'b', 't', '%PDF-', 'staff' from orders order by id limit 1`,
    sql`insert into module_setting (module, store, value, changed_at) values ('webhooks', 'sv', '{"deep": {"null": null, "list": [1.50, 1e3]}}', now())`,
    sql`insert into price_agreement (store, name, account_id, valid_from) select 'sv', 'Eva', id, now() from account`,
    sql`insert into module_samples.sample (product_id) select id from product order by id limit 3`,
    sql`insert into price_agreement_percentage (agreement_id, percentage_basis_points) select id, 500 from price_agreement`,
  ]
  for (const statement of statements) await statement.execute(db)
}

const anode = (database: TestDatabase, words: string[]) =>
  runAnode(
    {
      dataDir: folder,
      databaseUrl: roleUrl(database.url, 'serving'),
      variables: { DATABASE_OWNER_URL: roleUrl(database.url, 'owner') },
    },
    words,
  )

/** An empty shop, with the tables of a module from outside. */
async function emptyShop(): Promise<TestDatabase> {
  const database = await testDatabase()
  opened.push(database)
  await ensureRoles(database.url, '')
  await withClient(roleUrl(database.url, 'owner'), async (owner) => {
    await owner.query('create schema module_samples')
    await owner.query(`create table module_samples.sample (
      id bigint generated always as identity primary key, product_id integer not null references public.product)`)
    await owner.query(
      `insert into migration (name, sha256) values ('samples/0001-sample.sql', '${'0'.repeat(64)}')`,
    )
  })
  return database
}

const withOwner = <T>(database: TestDatabase, work: (client: pg.Client) => Promise<T>) =>
  withClient(roleUrl(database.url, 'owner'), work)

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const manifestOf = async (path: string) =>
  JSON.parse(await readFile(join(path, 'shop.json'), 'utf8')) as ArchiveManifest

/** Relative path → SHA-256 of each file, without what is only recorded. */
async function filesOf(path: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const name of (await readdir(path, { recursive: true })).sort()) {
    const isRecord = [...recordTables].some((table) => name === `tables/${table}.ndjson`)
    if (name === 'shop.json' || isRecord || (await stat(join(path, name))).isDirectory()) continue
    found[name] = createHash('sha256')
      .update(await readFile(join(path, name)))
      .digest('hex')
  }
  return found
}

/** A copy of the archive of which one line or file is changed, as `change` says. */
async function changed(
  name: string,
  file: string,
  change: (text: string) => string,
  options: { isSigned?: boolean } = {},
): Promise<string> {
  const path = join(folder, name)
  await cp(archive, path, { recursive: true })
  const text = change(await readFile(join(path, file), 'utf8'))
  await writeFile(join(path, file), text)
  if (options.isSigned) {
    const manifest = await manifestOf(path)
    const table = manifest.tables.find((each) => `tables/${each.table}.ndjson` === file)!
    table.sha256 = createHash('sha256').update(text).digest('hex')
    await writeFile(join(path, 'shop.json'), JSON.stringify(manifest))
  }
  return path
}

it('every table of the shop is in one of the lists', async () => {
  const tables = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`.execute(
    source.db,
  )
  const listed = [...archivedTables, ...recordTables, ...loginTables, ...Object.keys(leftOutTables)]
  expect(listed.sort()).toEqual(tables.rows.map(({ name }) => name).sort())
})

it('an exported shop that is imported and exported again is the same shop', async () => {
  const target = await emptyShop()
  const result = await anode(target, ['archive', 'import', archive, '--json'])
  expect(result).toMatchObject({ code: 0 })
  expect(JSON.parse(result.out)).toMatchObject({ folder: archive })
  const again = join(folder, 'again')
  expect(await anode(target, ['archive', 'export', again])).toMatchObject({ code: 0 })
  const files = await filesOf(archive)
  expect(Object.keys(files).length).toBeGreaterThan(100)
  expect(await filesOf(again)).toEqual(files)
  const [before, after] = [await manifestOf(archive), await manifestOf(again)]
  expect(
    after.sequences.filter(({ sequence }) => !/^(?:audit_entry|operator_action)_id/.test(sequence)),
  ).toEqual(before.sequences.filter(({ sequence }) => !/^(?:audit_entry|operator_action)_id/.test(sequence)))
  const rowsOf = (name: string) => before.tables.find(({ table }) => table === name)?.rows
  expect(rowsOf('product')).toBeGreaterThan(800)
  expect(rowsOf('orders')).toBeGreaterThan(3)
  expect(rowsOf('module_samples.sample')).toBe(3)
  expect(rowsOf('audit_entry')).toBeGreaterThan(0)
})

it('the imported shop balances, guards its data and continues its numbers', async () => {
  const target = await emptyShop()
  const identityBefore = await withOwner(target, (client) =>
    databaseIdentity(
      async <T>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as T[],
    ),
  )
  expect(await anode(target, ['archive', 'import', archive])).toMatchObject({ code: 0 })
  const books = (db: Database) => checkBooks(db, { stores: storeCodes, atProviders: null })
  const [original, copy] = [await books(source.db), await books(target.db)]
  expect(copy.differences).toEqual(original.differences)
  expect(copy.counts).toEqual(original.counts)
  // Constraints, foreign keys and triggers are those of any shop; keys that come back are listed at their end.
  const schemaOf = async (database: TestDatabase) =>
    (await withOwner(database, (client) => schemaText(client, [])))
      .split('\n')
      .map((line) => line.replace(/,$/, ''))
      .sort()
  expect(await schemaOf(target)).toEqual(await schemaOf(source))
  const off = await sql`select tgname from pg_trigger where tgenabled <> 'O'`.execute(target.db)
  expect(off.rows).toEqual([])
  // A node that knew the empty shop builds its index anew.
  const identity = await withOwner(target, (client) =>
    databaseIdentity(
      async <T>(text: string, values?: unknown[]) => (await client.query(text, values)).rows as T[],
    ),
  )
  expect(identity.history).not.toBe(identityBefore.history)
  const highest = async (db: Database) =>
    (await sql<{ number: string }>`select number from account order by id desc limit 1`.execute(db)).rows[0]!
      .number
  await sql`insert into account (store, email) values ('sv', 'new@example.com')`.execute(target.db)
  expect(Number((await highest(target.db)).slice(1))).toBe(Number((await highest(source.db)).slice(1)) + 1)
})

it('has no secrets; with logins, customers keep theirs', async () => {
  const texts = async (path: string) => {
    const names = await readdir(join(path, 'tables'))
    return (await Promise.all(names.map((name) => readFile(join(path, 'tables', name), 'utf8')))).join('')
  }
  const plain = await texts(archive)
  for (const secret of Object.values(secrets)) expect(plain).not.toContain(secret)
  expect(plain).toContain('eva@example.com')
  const withLogins = join(folder, 'with-logins')
  await anode(source, ['archive', 'export', withLogins, '--with-logins'])
  const all = await texts(withLogins)
  expect(all).toContain(secrets.password)
  for (const secret of [secrets.authenticator, secrets.session, secrets.webhook])
    expect(all).not.toContain(secret)
  const target = await emptyShop()
  expect(await anode(target, ['archive', 'import', withLogins])).toMatchObject({ code: 0 })
  const account = sql`select a.email, a.password_hash, a.first_name, p.public_key from account a join passkey p on p.account_id = a.id`
  expect((await account.execute(target.db)).rows).toEqual((await account.execute(source.db)).rows)
  const plainTarget = await emptyShop()
  await anode(plainTarget, ['archive', 'import', archive])
  expect((await sql`select password_hash from account`.execute(plainTarget.db)).rows).toEqual([
    { password_hash: null },
  ])
})

it('says when the archive belongs to another secret', async () => {
  const target = await emptyShop()
  const path = await changed('other-secret', 'shop.json', (text) => {
    const manifest = JSON.parse(text) as ArchiveManifest
    return JSON.stringify({ ...manifest, secrets: ['AAAAAAAA'] })
  })
  const result = await anode(target, ['archive', 'import', path])
  expect(result).toMatchObject({ code: 0 })
  expect(result.err).toContain('SECRET_PREVIOUS')
})

it('refuses what is wrong with a reason, and changes nothing', async () => {
  const target = await emptyShop()
  const rows = async () =>
    (
      await sql`select (select count(*) from product) as products, (select count(*) from store_setting) as settings,
      (select count(*) from pg_constraint where contype = 'f') as keys`.execute(target.db)
    ).rows
  const before = await rows()
  const import_ = async (path: string) => {
    const { code, err } = await anode(target, ['archive', 'import', path])
    expect(code).toBe(1)
    return err
  }
  expect(await import_(join(folder, 'nowhere'))).toMatch(/is not an archive of a shop: shop\.json/)
  expect(await import_(await changed('no-json', 'shop.json', () => '{'))).toContain('shop.json is not JSON')
  expect(
    await import_(
      await changed('other-format', 'shop.json', (text) => text.replace('archive/1', 'archive/9')),
    ),
  ).toMatch(/shop\.json: format:/)
  expect(await import_(await changed('cut', 'tables/product.ndjson', (text) => text.slice(0, -20)))).toMatch(
    /tables\/product\.ndjson is not as it was written/,
  )
  expect(
    await import_(
      await changed('newer', 'shop.json', (text) =>
        text.replace('"migrations": {', `"migrations": {"9999-new.sql": "${'a'.repeat(64)}",`),
      ),
    ),
  ).toMatch(/It has what this shop lacks: 9999-new\.sql/)
  expect(
    await import_(
      await changed(
        'bad-row',
        'tables/brand.ndjson',
        (text) => text.replace(/"slug":"[^"]+"/, '"slug":null'),
        {
          isSigned: true,
        },
      ),
    ),
  ).toMatch(/tables\/brand\.ndjson, lines 1 to \d+: null value in column "slug"/)
  expect(
    await import_(await changed('no-parent', 'tables/account.ndjson', () => '', { isSigned: true })),
  ).toMatch(/Rows of \w+ name rows that the archive does not have/)
  expect(
    await import_(
      await changed(
        'escape',
        'tables/picture_original.ndjson',
        (text) => text.replace(/"file":"[^"]+"/, '"file":"files/../../secret.png"'),
        {
          isSigned: true,
        },
      ),
    ),
  ).toMatch(/bytes does not name a file of the archive/)
  const [picture] = await readdir(join(archive, 'files', 'picture_original'))
  expect(
    await import_(await changed('other-picture', `files/picture_original/${picture}`, () => 'x')),
  ).toMatch(/files\/picture_original\/\w+\.png is not as it was written/)
  expect(await rows()).toEqual(before)
  expect(await anode(target, ['archive', 'import', archive])).toMatchObject({ code: 0 })
  expect(await import_(archive)).toMatch(/imported into an empty shop\. This one has rows in account/)
  const again = await anode(source, ['archive', 'export', archive])
  expect(again).toMatchObject({ code: 1 })
  expect(again.err).toContain('exists and is not an empty folder')
})

it('gives up where the shop is in use', async () => {
  const target = await emptyShop()
  await withOwner(target, async (visitor) => {
    await visitor.query('begin')
    await visitor.query('select from product')
    await withOwner(target, (owner) =>
      expect(importArchive(owner, archive, { lockTimeoutMs: 50 })).rejects.toThrow('The shop is in use'),
    )
  })
})

it('says which jobs wait: they are not in an archive', async () => {
  const busy = await emptyShop()
  await anode(busy, ['migrate'])
  await sql`insert into mail_outbox (template, data) values ('order-mail', '{"orderId": 1, "kind": "placed"}')`.execute(
    busy.db,
  )
  await sql`insert into pgboss.job (name, data) values ('staff-job', '{"jobId": 1}')`.execute(busy.db)
  const result = await anode(busy, ['archive', 'export', join(folder, 'busy')])
  expect(result).toMatchObject({ code: 0 })
  expect(result.err).toContain('2 jobs wait (order-mail, staff-job)')
})
