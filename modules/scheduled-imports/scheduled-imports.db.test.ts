import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { shortTsv } from '../../catalogue-import/import-fixture.test-support.ts'
import { importMappings } from '../../catalogue-import/import-mappings.server.ts'
import { createUploads } from '../../catalogue-import/import-upload.server.ts'
import { isImportRunning } from '../../catalogue-import/write-catalogue.server.ts'
import { createImportRunner } from '../../catalogue-import/run-import-job.server.ts'
import { createDeliveries } from '../../domain/events/deliver-events.server.ts'
import { runStaffJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import type { JobServices } from '../../sdk/module.ts'
import {
  adminApp,
  apiKeyOf,
  callAdmin,
  signedInStaff,
  type Sender,
  type TestStaff,
} from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { senderOf } from '../../test/send-templated.ts'
import { sftpHost } from './sftp-host.test-support.ts'
import type { FileNetwork } from './download-file.server.ts'
import { module } from './module.server.ts'
import { createScheduledImports } from './run-scheduled-imports.server.ts'
import { scheduledImportMail } from './scheduled-import-mail.server.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let folder: string
let host: Server
let port: number
let asked: { headers: IncomingHttpHeaders; path: string }[]
let answer: { status: number; body?: string | Buffer; headers?: Record<string, string> }
let mails: Mail[]
/** The time of the nodes' jobs; people are signed in at `shop.now`. */
let jobsAt: number

const hourMs = 3_600_000
const lamp = { id: 'L-1', title: 'Lampa', price: '100.00 SEK', availability: 'in_stock', quantity: '5' }
const feed = (...rows: Record<string, string>[]) =>
  shortTsv(['id', 'title', 'price', 'availability', 'quantity'], rows)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anode-scheduled-'))
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
    dataDir: folder,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  await sql`insert into node_setting (name, value) values ('admin_url', 'https://admin.example')`.execute(
    shop.db,
  )
  host = createServer((request, response) => {
    asked.push({ headers: request.headers, path: request.url ?? '' })
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
  })
  await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening))
  port = (host.address() as AddressInfo).port
})
afterAll(async () => {
  host.closeAllConnections()
  host.close()
  await app.close()
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await sql`truncate scheduled_import, mail_outbox, event cascade`.execute(shop.db)
  asked = []
  mails = []
  jobsAt = shop.now.at
  answer = { status: 200, body: feed(lamp) }
})

const here: FileNetwork = {
  network: { allowsAddress: (address) => address === '127.0.0.1', allowsPort: () => true },
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
}

const services = (): JobServices => ({
  db: shop.db,
  keys: testKeys,
  clock: () => jobsAt,
  publicUrl: 'https://shop.example',
  log: { info: () => {}, warn: () => {} },
  mailer: { send: async (mail: Mail) => (mails.push(mail), { messageId: 'x' }) },
  imports: {
    start: createUploads({
      db: shop.db,
      clock: () => jobsAt,
      jobs: paidOrders(shop).services.jobs,
      products: productEditor,
      folder,
      mostBytes: 1_000_000,
    }).start,
    isRunning: () => isImportRunning(shop.db),
    mapping: importMappings({ db: shop.db, clock: () => jobsAt }).find,
  },
})

const terms = {
  name: 'Nordlager',
  store: 'sv',
  url: 'https://files.example/prices.tsv?key=1',
  user: 'anode',
  password: 'hemligt',
  hostKey: null as string | null,
  mapping: null as string | null,
  everyHours: 24,
  report: 'problems',
  isActive: true,
}
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  person: Sender = owner,
) => callAdmin(app, person, method, path, body)

/** A scheduled import whose address leads to the host of the test: its id. */
async function added(more: Partial<typeof terms> = {}, person = owner): Promise<number> {
  const { status, body } = await call('POST', 'scheduled-imports', { ...terms, ...more }, person)
  expect([status, body]).toEqual([200, expect.anything()])
  const id = Number((body as { key: string }).key)
  await sql`update scheduled_import set url = ${`http://files.example:${port}/prices.tsv?key=1`} where id = ${id}`.execute(
    shop.db,
  )
  return id
}

/** Fetches what is due, does the jobs, and sends what is owed. */
async function run(network: FileNetwork = here, given = services()): Promise<void> {
  await sql`insert into event_subscription (subscriber, event) values ('scheduled-imports', 'import.finished')
    on conflict do nothing`.execute(shop.db)
  await createScheduledImports(network)(given)
  await endJobs()
  const owed = await sql<{ data: { importId: number; job: number | null } }>`
    delete from mail_outbox where template = 'scheduled-import-mail' returning data`.execute(shop.db)
  const send = senderOf('scheduled-import-mail', scheduledImportMail)
  for (const { data } of owed.rows) await send(services(), data)
}

/** Runs the jobs that were started, and reports their end. */
async function endJobs(): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from staff_job where finished_at is null`.execute(
    shop.db,
  )
  for (const { id } of rows)
    await runStaffJob(
      {
        db: shop.db,
        clock: () => jobsAt,
        products: productEditor,
        runImport: createImportRunner(folder),
        shipOrder: () => Promise.reject(new Error('nothing is shipped')),
      },
      id,
    )
  await deliverEvents()
}

async function deliverEvents(): Promise<void> {
  const subscriber = module.subscribers!['scheduled-imports']!
  const { startDue, idle } = createDeliveries(
    {
      db: shop.db,
      clock: () => Date.now() + 1000,
      log: { warn: () => {} },
      attemptMs: 10_000,
      subscribers: new Map([
        ['scheduled-imports', (event, attempt) => subscriber(services(), event as never, attempt)],
      ]),
    },
    new AbortController().signal,
  )
  while (await startDue(() => {})) await idle()
}

/** Changes it as the form does: the values, and the version of the row that they replace. */
const change = async (id: number, more: object) => {
  const { store: _, ...rest } = terms
  const values = { ...rest, url: 'https://files.example/prices.tsv', ...more }
  return call('PUT', `scheduled-imports/${id}`, { values, version: (await stored(id))['version'] })
}
const stored = async (id: number, person = owner) =>
  (await call('GET', `scheduled-imports/${id}`, undefined, person)).body as Record<string, unknown>
const priceOfLamp = async () => {
  const { rows } = await sql<{ price: number }>`select t.price_minor as price from price_tier t
    join product p on p.id = t.product_id where p.sku = 'L-1' and t.store = 'sv' and t.min_quantity = 1`.execute(
    shop.db,
  )
  return rows[0]?.price
}
const later = (hours: number) => void (jobsAt += hours * hourMs)

it('fetches a file with its login, imports it, and does so again when the file is another one', async () => {
  const id = await added()
  answer = { status: 200, body: feed(lamp), headers: { etag: '"one"' } }
  await run()
  expect(asked).toMatchObject([
    {
      path: '/prices.tsv?key=1',
      headers: { authorization: `Basic ${Buffer.from('anode:hemligt').toString('base64')}` },
    },
  ])
  expect(await priceOfLamp()).toBe(10_000)
  expect(await stored(id)).toMatchObject({
    row: { state: 'started', problem: null, lastJob: expect.any(Number) },
  })
  const { rows } = await sql`select actor_kind, actor_id, on_behalf_of from audit_entry
    where action = 'job.start' order by id desc limit 1`.execute(shop.db)
  expect(rows).toEqual([{ actor_kind: 'job', actor_id: 'scheduled-imports', on_behalf_of: String(owner.id) }])
  // Nothing went wrong, so nobody is mailed; and it is not due yet.
  later(23)
  await run()
  expect([asked.length, mails.length]).toEqual([1, 0])

  later(2)
  answer = { status: 304 }
  await run()
  expect(asked[1]!.headers['if-none-match']).toBe('"one"')
  expect(await stored(id)).toMatchObject({ row: { state: 'unchanged' } })
  later(25)
  answer = { status: 200, body: feed(lamp) }
  await run()
  expect(await stored(id)).toMatchObject({ row: { state: 'unchanged' } })
  later(25)
  answer = { status: 200, body: feed({ ...lamp, price: '90.00 SEK' }) }
  await run()
  expect(await priceOfLamp()).toBe(9000)

  // Staff want it at once, although the file is the same.
  expect((await call('POST', `scheduled-imports/${id}/run`, {})).status).toBe(200)
  await run()
  expect(asked).toHaveLength(5)
  expect(await stored(id)).toMatchObject({ row: { state: 'started' } })
})

it('reads the heading line that its mapping names, and fails where it is another', async () => {
  const columns = ['Nr', 'Text', 'Kr', 'Lager']
  const fields = ['id', 'title', 'price', 'quantity'].map((field, at) => ({
    field,
    column: columns[at]!,
    text: '',
    steps: [],
  }))
  await sql`insert into import_mapping (name, fields, header_row, updated_at)
    values ('Rubrik', ${JSON.stringify(fields)}, 2, now())`.execute(shop.db)
  const header = columns.join(';')
  const id = await added({ mapping: 'Rubrik' })
  answer = { status: 200, body: Buffer.from(`${header}\n${header}\nL-9;Lampa;99,00;5\n`) }
  await run()
  expect(await stored(id)).toMatchObject({ row: { state: 'started', problem: null } })
  later(25)
  answer = { status: 200, body: Buffer.from(`${header}\nL-9;Lampa;89,00;5\n`) }
  await run()
  expect(await stored(id)).toMatchObject({
    row: { state: 'failed', problem: 'unreadable_feed', detail: 'header_elsewhere' },
  })
})

it('reports refused rows by mail, in the language of its person, with a link to the job', async () => {
  await added()
  await sql`update staff set language = 'sv' where id = ${owner.id}`.execute(shop.db)
  answer = {
    status: 200,
    body: feed({ ...lamp, price: '80.00 SEK' }, { ...lamp, id: 'L-2', price: 'gratis' }),
  }
  await run()
  expect(mails).toMatchObject([{ to: owner.email, subject: 'Import Nordlager: 1 ändrade, 1 avvisade' }])
  expect(mails[0]!.text).toMatch(/https:\/\/admin\.example\/jobs\/\d+/)
  await sql`update staff set language = 'en' where id = ${owner.id}`.execute(shop.db)
})

it('says once that it failed, tries again every hour, and is on To do meanwhile', async () => {
  const id = await added()
  answer = { status: 404 }
  await run()
  expect(mails).toMatchObject([{ subject: 'Import Nordlager failed' }])
  expect(mails[0]!.text).toContain('The host did not give the file (404)')
  expect(await stored(id)).toMatchObject({ row: { state: 'failed', problem: 'http_status', detail: '404' } })
  const tasks = JSON.stringify((await call('GET', 'todo')).body)
  expect(tasks).toContain('scheduled_imports_failed')
  later(1.1)
  await run()
  expect([asked.length, mails.length]).toEqual([2, 1])
  later(1.1)
  answer = { status: 200, body: feed(lamp) }
  await run()
  expect(await stored(id)).toMatchObject({ row: { state: 'started', problem: null, detail: null } })
})

it.each([
  ['a file that is none', { status: 200, body: Buffer.from([0, 1, 2, 255]) }, 'unreadable_feed'],
  [
    'customers, which only people import',
    {
      status: 200,
      body: 'Customer ID,First Name,Last Name,Email,Accepts Email Marketing\n1,A,B,a@b.se,yes\n',
    },
    'unreadable_feed',
  ],
  ['a file that is too large', { status: 200, body: Buffer.alloc(1_100_000, 'a') }, 'too_large'],
  ['redirects without end', { status: 302, headers: { location: '/again' } }, 'too_many_redirects'],
])('refuses %s', async (_name, given, problem) => {
  const id = await added()
  answer = given
  await run()
  expect(await stored(id)).toMatchObject({ row: { state: 'failed', problem } })
})

it('asks no host of the shop’s own network, and gives its login to no other host', async () => {
  const id = await added()
  await run({ resolve: here.resolve!, network: { allowsAddress: () => false, allowsPort: () => true } })
  expect(await stored(id)).toMatchObject({ row: { problem: 'forbidden_address' } })
  expect(asked).toEqual([])
  later(2)
  answer = { status: 302, headers: { location: `http://elsewhere.example:${port}/file` } }
  await run()
  expect(asked[0]!.headers.authorization).toBeDefined()
  expect(asked.slice(1).map(({ headers }) => headers.authorization)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it('does what its person may do now', async () => {
  const person = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at })
  const id = await added({}, person)
  await sql`update staff_role set role = 'auditor' where staff_id = ${person.id}`.execute(shop.db)
  await run()
  expect(await stored(id)).toMatchObject({ row: { problem: 'not_permitted' } })
  await sql`update staff set deactivated_at = now() where id = ${person.id}`.execute(shop.db)
  later(2)
  await run()
  expect(await stored(id)).toMatchObject({ row: { problem: 'person_gone' } })
  expect(asked).toEqual([])
  // Saved by somebody else it is theirs.
  expect(await change(id, {})).toMatchObject({ status: 200 })
  expect(await stored(id)).toMatchObject({ row: { person: expect.any(String) } })
})

it('runs once, however many nodes there are, and again after one was killed', async () => {
  const id = await added()
  const slow = createScheduledImports(here)
  await Promise.all([slow(services()), slow(services())])
  expect(asked).toHaveLength(1)
  await sql`update scheduled_import set next_run_at = ${new Date(jobsAt)}, claimed_until = ${new Date(jobsAt + hourMs)}
    where id = ${id}`.execute(shop.db)
  await run()
  expect(asked).toHaveLength(1)
  later(1.1)
  await run()
  expect(asked).toHaveLength(2)
})

it('keeps passwords from everybody, and from another host', async () => {
  const id = await added()
  expect(JSON.stringify(await stored(id))).not.toContain('hemligt')
  const { rows } = await sql<{
    row: string
  }>`select to_jsonb(s)::text as row from scheduled_import s`.execute(shop.db)
  expect(rows[0]!.row).not.toContain('hemligt')
  await sql`update scheduled_import set url = 'https://files.example/prices.tsv' where id = ${id}`.execute(
    shop.db,
  )
  expect(await change(id, { password: null })).toMatchObject({ status: 200 })
  expect(await change(id, { password: null, url: 'https://elsewhere.example/p' })).toMatchObject({
    status: 409,
    body: { code: 'scheduled_import_login_incomplete' },
  })
  expect(await change(id, { password: null, user: 'other' })).toMatchObject({
    body: { code: 'scheduled_import_login_incomplete' },
  })
  expect((await change(id, { password: null, user: null })).status).toBe(200)
  expect(await stored(id)).toMatchObject({ row: { user: null } })
  const audit = await sql<{
    text: string
  }>`select coalesce(jsonb_agg(to_jsonb(a))::text, '') as text from audit_entry a
    where object_kind = 'scheduled_import'`.execute(shop.db)
  expect(audit.rows[0]!.text).toContain('scheduled_import.change')
  expect(audit.rows[0]!.text).not.toContain('hemligt')
})

it('keeps a password as it was typed', async () => {
  await added({ password: ' hem ligt ' })
  await run()
  expect(asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from('anode: hem ligt ').toString('base64')}`)
})

it('refuses other addresses, unknown mappings and other stores', async () => {
  const codeOf = async (more: object, person = owner) =>
    ((await call('POST', 'scheduled-imports', { ...terms, ...more }, person)).body as { code: string }).code
  for (const url of [
    'http://files.example/a',
    'https://u:p@files.example/a',
    'ftp://files.example/a',
    'https://localhost/a',
  ])
    expect(await codeOf({ url })).toBe('scheduled_import_url_refused')
  expect(await codeOf({ mapping: 'nothing' })).toBe('scheduled_import_unknown_mapping')
  expect(await codeOf({ password: null })).toBe('scheduled_import_login_incomplete')
  const ofNorway = await signedInStaff(shop.db, { role: 'catalogue', stores: ['no'], now: shop.now.at })
  expect((await call('POST', 'scheduled-imports', terms, ofNorway)).status).toBe(403)
  const id = await added()
  expect((await call('GET', `scheduled-imports/${id}`, undefined, ofNorway)).status).toBe(403)
  const { version } = await stored(id)
  const remove = (person: TestStaff) =>
    call('DELETE', `scheduled-imports/${id}?version=${String(version)}`, undefined, person)
  expect((await remove(ofNorway)).status).toBe(403)
  expect((await remove(owner)).status).toBe(200)
  expect((await call('GET', `scheduled-imports/${id}`)).status).toBe(404)
})

it('is not set by an API key, which may have less than its person', async () => {
  const key = await apiKeyOf(shop.db, owner, { permissions: ['import:run'], now: shop.now.at })
  expect(await call('POST', 'scheduled-imports', terms, key)).toMatchObject({
    body: { code: 'scheduled_import_needs_person' },
  })
})

it('runs again with what staff have changed or asked for meanwhile', async () => {
  const id = await added()
  const given = services()
  const start = given.imports!.start
  given.imports!.start = async (...input) => {
    // While the file is imported.
    expect((await call('POST', `scheduled-imports/${id}/run`, {})).status).toBe(200)
    given.imports!.start = start
    return start(...input)
  }
  await createScheduledImports(here)(given)
  expect(asked).toHaveLength(2)
  expect(await stored(id)).toMatchObject({ row: { state: 'started' } })
})

it('names a fault of the shop, and goes on with the others', async () => {
  const id = await added()
  const other = await added({ name: 'Sydlager' })
  const given = services()
  const start = given.imports!.start
  given.imports!.start = () => {
    given.imports!.start = start
    throw new Error('the disk is full')
  }
  await createScheduledImports(here)(given)
  const states = [await stored(id), await stored(other)].map(({ row }) => (row as { state: string }).state)
  expect(states.toSorted()).toEqual(['failed', 'started'])
})

it('imports the file again whose job ended before its end, and reports the job once', async () => {
  const id = await added()
  await createScheduledImports(here)(services())
  const { row } = (await stored(id)) as { row: { lastJob: number } }
  const subscriber = module.subscribers!['scheduled-imports']!
  const data = {
    job: row.lastJob,
    kind: 'feed-import',
    isComplete: false,
    changed: 1,
    unchanged: 0,
    refused: 0,
  }
  for (const at of [1, 2])
    await subscriber(services(), { id: at, data } as never, { subscriber: 'scheduled-imports' } as never)
  expect((await sql`select 1 from mail_outbox`.execute(shop.db)).rows).toHaveLength(1)
  expect(await stored(id)).toMatchObject({ row: { state: 'failed', problem: 'unfinished_import' } })
  later(25)
  await createScheduledImports(here)(services())
  expect(await stored(id)).toMatchObject({ row: { state: 'started' } })
})

it('reports an import that ends in the moment of its start', async () => {
  await added({ report: 'always' })
  const given = services()
  const start = given.imports!.start
  given.imports!.start = async (...input) => {
    const started = await start(...input)
    await endJobs()
    return started
  }
  await run(here, given)
  expect(mails).toMatchObject([{ subject: expect.stringContaining('Import Nordlager: ') }])
})

it('reports each of its jobs once, also those that another one has followed before their end', async () => {
  const id = await added({ report: 'always' })
  await createScheduledImports(here)(services())
  expect((await call('POST', `scheduled-imports/${id}/run`, {})).status).toBe(200)
  await createScheduledImports(here)(services())
  await run()
  expect(mails).toHaveLength(2)
  const subscriber = module.subscribers!['scheduled-imports']!
  const jobs = await sql<{ id: number }>`select id from staff_job order by id desc limit 2`.execute(shop.db)
  for (const { id: job } of jobs.rows) {
    const data = { job, kind: 'feed-import', isComplete: true, changed: 1, unchanged: 0, refused: 0 }
    await subscriber(services(), { id: job, data } as never, { subscriber: 'scheduled-imports' } as never)
  }
  await run()
  expect(mails).toHaveLength(2)
})

it('fetches nothing while another import runs, and the file once afterwards', async () => {
  const id = await added()
  await shop.db.connection().execute(async (other) => {
    // As an import holds it.
    await sql`select pg_advisory_lock(7020661378843832431)`.execute(other)
    await run()
    await sql`select pg_advisory_unlock(7020661378843832431)`.execute(other)
  })
  expect(asked).toEqual([])
  expect(await stored(id)).toMatchObject({ row: { state: 'waiting', problem: null } })
  later(0.2)
  await run()
  expect(asked).toHaveLength(1)
  expect(await stored(id)).toMatchObject({ row: { state: 'started' } })
})

it('mails a key that waits for somebody, once, also after another failure', async () => {
  const supplier = await sftpHost({ user: 'anode', password: 'hemligt' })
  try {
    const url = `sftp://files.example:${supplier.port}/out/prices.tsv`
    await call('POST', 'scheduled-imports', { ...terms, url })
    await run({ ...here, network: { allowsAddress: () => false, allowsPort: () => true } })
    expect(mails).toHaveLength(1)
    for (const _ of [1, 2]) {
      later(1.1)
      await run()
    }
    expect(mails).toHaveLength(2)
    expect(mails[1]!.text).toContain(supplier.fingerprint())
  } finally {
    supplier.close()
  }
})

it('fetches a file by SFTP from the host whose key staff have accepted, and from no other', async () => {
  const supplier = await sftpHost({ user: 'anode', password: 'hemligt' })
  try {
    supplier.files.set('/out/prices-1.tsv', {
      bytes: Buffer.from(feed({ ...lamp, price: '70.00 SEK' })),
      mtime: 1,
    })
    supplier.files.set('/out/prices-2.tsv', {
      bytes: Buffer.from(feed({ ...lamp, price: '71.00 SEK' })),
      mtime: 2,
    })
    const url = `sftp://files.example:${supplier.port}/out/prices-*.tsv`
    const answered = await call('POST', 'scheduled-imports', { ...terms, url })
    const id = Number((answered.body as { key: string }).key)
    await run()
    const shown = supplier.fingerprint()
    expect(await stored(id)).toMatchObject({
      row: { state: 'failed', problem: 'host_key_unknown', detail: shown, seenHostKey: shown, hostKey: null },
    })
    expect(mails[0]!.text).toContain(shown)
    expect(supplier.asked).toEqual([])
    const accept = (person: Sender = owner, seenHostKey = shown) =>
      call('POST', `scheduled-imports/${id}/acceptHostKey`, { seenHostKey }, person)
    const key = await apiKeyOf(shop.db, owner, { permissions: ['import:run'], now: shop.now.at })
    expect(await accept(key)).toMatchObject({ body: { code: 'scheduled_import_needs_person' } })
    // The key that the person has seen, and no other.
    for (const seen of [`SHA256:${'x'.repeat(43)}`, 'anything'])
      expect(await accept(owner, seen)).toMatchObject({
        status: 409,
        body: { code: 'scheduled_import_other_host_key' },
      })
    expect(await stored(id)).toMatchObject({ row: { hostKey: null, seenHostKey: shown } })
    expect((await accept(owner, `256 ${shown} files.example (ED25519)`)).status).toBe(200)
    expect(await accept()).toMatchObject({ status: 409, body: { code: 'not_offered' } })
    await run()
    expect(await stored(id)).toMatchObject({
      row: { state: 'started', hostKey: shown, seenHostKey: null, problem: null },
    })
    expect(await priceOfLamp()).toBe(7100)
    const audit = await sql`select object_id, after from audit_entry
      where action = 'scheduled_import.accept_host_key'`.execute(shop.db)
    expect(audit.rows).toEqual([{ object_id: String(id), after: { hostKey: shown } }])
    later(25)
    await run()
    expect(await stored(id)).toMatchObject({ row: { state: 'unchanged' } })

    // Somebody else answers at its address, and after it a third one: staff accept only what they have seen.
    supplier.asked.length = 0
    supplier.changeKey()
    const other = supplier.fingerprint()
    later(25)
    await run()
    supplier.changeKey()
    later(25)
    await run()
    expect(await stored(id)).toMatchObject({
      row: {
        problem: 'host_key_changed',
        detail: supplier.fingerprint(),
        hostKey: shown,
        seenHostKey: other,
      },
    })
    expect(supplier.asked).toEqual([])
    expect(await accept()).toMatchObject({ body: { code: 'scheduled_import_other_host_key' } })

    // The accepted host answers again, even without the file: the others' keys are no longer on offer.
    const told = `256 ${supplier.fingerprint()} files.example (ED25519)`
    await sql`update scheduled_import set host_key = ${supplier.fingerprint()} where id = ${id}`.execute(
      shop.db,
    )
    const files = [...supplier.files]
    supplier.files.clear()
    later(25)
    await run()
    expect(await stored(id)).toMatchObject({ row: { problem: 'no_file', seenHostKey: null } })
    for (const [path, file] of files) supplier.files.set(path, file)

    // A fingerprint that the host's owner has told is entered instead; at another host it is worth nothing.
    expect(await change(id, { url, hostKey: 'SHA256:short' })).toMatchObject({
      body: { code: 'scheduled_import_bad_fingerprint' },
    })
    expect(await change(id, { url, password: null, hostKey: told })).toMatchObject({ status: 200 })
    expect(await stored(id)).toMatchObject({ row: { hostKey: supplier.fingerprint(), seenHostKey: null } })
    await run()
    expect(await stored(id)).toMatchObject({ row: { state: 'unchanged' } })
    const elsewhere = { url: 'sftp://elsewhere.example/a.csv', hostKey: supplier.fingerprint() }
    expect(await change(id, { ...elsewhere, password: null })).toMatchObject({
      body: { code: 'scheduled_import_login_incomplete' },
    })
    expect(await change(id, elsewhere)).toMatchObject({ status: 200 })
    expect(await stored(id)).toMatchObject({ row: { hostKey: null } })
    expect(await change(id, { url, user: null, password: null })).toMatchObject({
      body: { code: 'scheduled_import_login_incomplete' },
    })
  } finally {
    supplier.close()
  }
})
