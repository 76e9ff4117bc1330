import { readdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { mixed, tsv } from '../../catalogue-import/import-fixture.test-support.ts'
import { zipOf, type ZippedFile } from '../../catalogue-import/zip-fixture.test-support.ts'
import { createUploads } from '../../catalogue-import/import-upload.server.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { createImportRunner } from '../../catalogue-import/run-import-job.server.ts'
import type { ColumnsAnswer, ImportCheck, MappingsAnswer } from '../../contract/admin/imports.ts'
import type { jobAnswer } from '../../contract/admin/jobs.ts'
import { countStock } from '../../domain/stock/count-stock.server.ts'
import { listPhotos, removePhoto } from '../../domain/catalogue/product-photos.server.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
import { changePrice } from '../../domain/catalogue/change-price.server.ts'
import type { Permission } from '../../domain/permissions/permissions.ts'
import { minor } from '../../domain/money/money.ts'
import { changeRedirect } from '../../domain/redirects/redirect-repository.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { resumeStaffJobs, runStaffJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { tidyJobProblems } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { createShopTableRunner } from '../../shop-import/run-shop-table-job.server.ts'
import { adminApp, apiKeyOf, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { lockWaiters } from '../../test/lock-waiters.ts'
import { testKeys } from '../../test/keyring.ts'
import { testActor } from '../../test/test-actor.ts'

type JobAnswer = z.infer<typeof jobAnswer>

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anode-imports-'))
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
    dataDir,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function upload(
  path: string,
  content: Buffer | string,
  { person = owner }: { person?: TestStaff } = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { statusCode: status, body } = await app.inject({
    method: 'POST',
    url: `/admin/api/imports/${path}`,
    headers: { ...person.headers, 'content-type': 'application/octet-stream' },
    payload: content,
  })
  return { status, body: JSON.parse(body) as Record<string, unknown> }
}
const check = async (content: Buffer | string, query = '') => {
  const { status, body } = await upload(`sv/check${query}`, content)
  return { status, body: body as ImportCheck & { code: string } }
}
const runServices = () => ({
  db: shop.db,
  clock: () => shop.now.at,
  products: productEditor,
  runImport: createShopTableRunner(
    { parent: tmpdir(), ownHosts: [], keys: testKeys },
    createImportRunner(tmpdir()),
  ),
  shipOrder: () => Promise.reject(new Error('no job of this test ships')),
})
async function start(content: Buffer | string, query = ''): Promise<number> {
  const { status, body } = await upload(`sv${query}`, content)
  expect([status, body]).toEqual([200, { job: expect.any(Number), jobs: [body['job']] }])
  return Number(body['job'])
}
const run = (id: number) => runStaffJob(runServices(), id)
async function imported(content: Buffer | string): Promise<number> {
  const id = await start(content)
  await run(id)
  return id
}
const jobAt = async (id: number) => (await callAdmin(app, owner, 'GET', `jobs/${id}`)).body as JobAnswer
async function rollBack(id: number): Promise<number> {
  const { status, body } = await callAdmin(app, owner, 'POST', `jobs/${id}/undo`)
  expect([status, body]).toEqual([200, { job: expect.any(Number) }])
  const { job } = body as { job: number }
  await run(job)
  return job
}
/** Without the time of the last stock change, which every change of stock moves. */
const recordOf = async (sku: string) => {
  const record = await productEditor.read(shop.db, toSku(sku))
  return JSON.parse(JSON.stringify(record, (name, value) => (name === 'countedAt' ? undefined : value)))
}
const feedOf = (lines: readonly string[], columns = 'id\ttitle\tprice\tavailability\tquantity') =>
  `${columns}\n${lines.join('\n')}\n`
const products = async () => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from product`.execute(
    shop.db,
  )
  return rows[0]!.total
}

describe('an uploaded feed', () => {
  it('is checked, then imported by a job, in the name of the person', async () => {
    const before = await products()
    const feed = tsv(mixed)
    expect((await check(feed)).body).toMatchObject({ read: 5, created: 5, problemsCsv: null })
    const id = await start(feed, '?name=mixed.tsv')
    expect(await products()).toBe(before)
    expect((await jobAt(id)).job).toMatchObject({
      kind: 'feed-import',
      state: 'waiting',
      stores: ['sv'],
      total: 5,
      reason: 'mixed.tsv',
    })
    await run(id)
    expect(await products()).toBe(before + 5)
    const done = await jobAt(id)
    expect(done.job).toMatchObject({ state: 'done', changed: 5, created: 5, refused: 0, canUndo: true })
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(Array(5).fill('created'))
    const { rows } =
      await sql`select actor_kind, actor_id, reason from audit_entry where action = 'catalogue.import'`.execute(
        shop.db,
      )
    expect(rows).toEqual([{ actor_kind: 'staff', actor_id: String(owner.id), reason: `job ${id}` }])
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
    expect(await shop.db.selectFrom('staff_job_file').select('part').execute()).toEqual([])
  })

  it('shows each changed field before and after', async () => {
    const { body } = await check(feedOf(['A-1\tEtt annat namn\t49.00 SEK\tin_stock\t5']))
    expect(body).toMatchObject({ changed: 1 })
    expect(body.columns).toContainEqual({ column: 'title', changed: 1, cleared: 0 })
    expect(body.changes).toContainEqual({
      store: null,
      row: 2,
      sku: 'A-1',
      column: 'title',
      before: expect.any(String),
      after: 'Ett annat namn',
    })
  })

  it('names the rows that are wrong, in files whose formulas no spreadsheet runs', async () => {
    const feed = feedOf(['A-1\tEtt\t=cmd|calc SEK\tin_stock\t5', 'A-2\tTvå\t49.00 SEK\tin_stock\t5'])
    const { body } = await check(feed)
    expect(body).toMatchObject({ read: 2, refused: 1 })
    const problem = {
      row: 2,
      sku: 'A-1',
      title: 'Ett',
      column: 'price',
      outcome: 'refused',
      code: 'bad_amount',
    }
    expect(body.problems).toEqual([expect.objectContaining(problem)])
    expect(body.problemsCsv).toContain(
      "row;sku;title;column;value;outcome;code;message;count\r\n2;A-1;Ett;price;'=cmd|calc SEK;",
    )
    const id = await imported(feed)
    const answer = await jobAt(id)
    expect(answer.job).toMatchObject({ total: 2, changed: 1, refused: 1 })
    expect(answer.problems).toEqual(body.problems)
    const file = await app.inject({ url: `/admin/api/jobs/${id}/problems.csv`, headers: owner.headers })
    expect(file.body).toBe(body.problemsCsv)
    const other = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    expect((await callAdmin(app, other, 'GET', `jobs/${id}/problems.csv`)).status).toBe(404)
    expect(file.body).toContain('is not an amount')
    const url = `/admin/api/jobs/${id}/problems.csv?language=de`
    expect((await app.inject({ url, headers: owner.headers })).body).toContain('ist kein Betrag')
  })

  it('with more problems than are kept counts them all, and keeps the first for 90 days', async () => {
    const bad = Array.from({ length: 1203 }, (_, n) => `B-${n}\tEtt\t0 SEK\tin_stock\t5`)
    const { body } = await check(feedOf(bad))
    expect([body.problems.length, body.refused]).toEqual([1000, 1203])
    const more = '\r\n;;;;;;;1203 rows were refused. Only the first 1000 are in the list.;\r\n'
    expect(body.problemsCsv).toContain(more)
    const id = await imported(feedOf(bad))
    expect(await jobAt(id)).toMatchObject({ problemCount: 1203, keptProblemCount: 1000 })
    const file = async () =>
      (await app.inject({ url: `/admin/api/jobs/${id}/problems.csv`, headers: owner.headers })).body
    expect(await file()).toBe(body.problemsCsv)
    const kept = async () => (await jobAt(id)).problems.length
    await sql`update staff_job set finished_at = now() - interval '89 days' where id = ${id}`.execute(shop.db)
    await tidyJobProblems(shop.db)
    expect(await kept()).toBe(200)
    await sql`update staff_job set finished_at = now() - interval '91 days' where id = ${id}`.execute(shop.db)
    await tidyJobProblems(shop.db)
    expect([await kept(), (await jobAt(id)).problemCount]).toEqual([0, 1203])
  })

  it('says in which currency prices are read, and in which others the file has them', async () => {
    const feed = feedOf(['A-1\tEtt\t199 SEK\tin_stock\t5', 'A-2\tTvå\t19 EUR\tin_stock\t5'])
    const { body } = await upload('da/check', feed)
    expect(body).toMatchObject({ currency: 'DKK', otherCurrencies: ['SEK', 'EUR'], created: 0, refused: 2 })
    expect(body['problemsCsv']).toContain('is not the store’s currency: SEK; the store sells in DKK')
    expect((await check('Redirect from,Redirect to\n/a,/sv/about\n')).body.currency).toBeNull()
  })

  it('lists refused rows first, however many notes there are, which it counts by kind', async () => {
    const repaired = Array.from({ length: 1100 }, (_, n) => `N-${n}\tEtt\t12,00 SEK\tin_stock\t5`)
    const feed = feedOf([...repaired, 'N-bad\tEtt\tmycket\tin_stock\t5'])
    const { body } = await check(feed)
    expect(body.problems).toMatchObject([{ row: 1102, code: 'bad_amount' }])
    expect(body.notes).toMatchObject([
      { outcome: 'repaired', code: 'decimal_comma', column: 'price', count: 1100, examples: [{}, {}, {}] },
    ])
    const lines = body.problemsCsv!.split('\r\n')
    expect(lines.slice(1)).toEqual([
      '1102;N-bad;Ett;price;mycket SEK;refused;bad_amount;is not an amount;'.replace(' SEK', ''),
      expect.stringMatching(/^2;N-0;Ett;price;.*;repaired;decimal_comma;.*;1100$/),
      expect.stringMatching(/^3;N-1;/),
      expect.stringMatching(/^4;N-2;/),
      '',
    ])
    const id = await imported(feed)
    expect(await jobAt(id)).toMatchObject({
      problems: body.problems,
      notes: body.notes,
      problemCount: 1,
      keptProblemCount: 1,
    })
    const csv = async (name: string) =>
      (await app.inject({ url: `/admin/api/jobs/${id}/${name}`, headers: owner.headers })).body
    expect(await csv('problems.csv')).toBe(body.problemsCsv)
    const [, refused, imported1] = (await csv('rows.csv?language=de')).split('\r\n')
    expect(refused).toBe('N-bad;sv;refused;ist kein Betrag;;;1102;price;mycket;Ett')
    expect(imported1).toMatch(/^N-0;sv;created;.*;Ett$/)
  })

  it('says by a code and values what more is wrong, and why a file cannot be read', async () => {
    const { body } = await check(
      feedOf(['A-1\tEtt\t49.00 SEK\tin_stock', 'A-2\tTvå\t49.00 SEK\tin_stock\t5']),
    )
    expect(body.problems).toMatchObject([
      { code: 'too_few_fields', detail: { code: 'field_count', values: { found: 4, expected: 5 } } },
    ])
    expect((await check('title;price')).body).toMatchObject({
      code: 'unreadable_feed',
      fault: { code: 'no_columns', values: { columns: 'id, availability' } },
    })
    expect((await check('')).body).toEqual({ code: 'unreadable_feed', fault: { code: 'empty', values: {} } })
  })

  it('that would clear a column is refused, unless it may', async () => {
    const wiping = feedOf(
      [1, 2, 3, 4, 5].map((n) => `A-${n}\tBatteri\t49.00 SEK\tin_stock\t5\t`),
      'id\ttitle\tprice\tavailability\tquantity\tmpn',
    )
    await sql`update product set mpn = 'M-' || id where sku like 'A-%'`.execute(shop.db)
    const clears = [{ column: 'mpn', filled: 5, cleared: 5 }]
    const ofOneStore = [{ ...clears[0], store: null }]
    expect((await check(wiping)).body.clears).toEqual(ofOneStore)
    expect(await upload('sv', wiping)).toMatchObject({
      status: 409,
      body: { code: 'clears_too_much', clears },
    })
    const id = await start(wiping, '?clear=mpn')
    await run(id)
    expect((await jobAt(id)).job).toMatchObject({ state: 'done', changed: 5 })
  })

  it('that is none, is empty or is too large is refused with the reason', async () => {
    for (const path of ['sv/check', 'sv']) {
      expect(await upload(path, '<html>')).toMatchObject({ status: 409, body: { code: 'unreadable_feed' } })
      expect(await upload(path, '')).toMatchObject({ status: 409 })
    }
    const large = Buffer.alloc(51 * 1024 * 1024, 'id\n')
    expect(await upload('sv', large)).toMatchObject({
      status: 413,
      body: { code: 'too_large', megabytes: 50 },
    })
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
  })

  it('of 200 MB is refused by its announced length, before any of it is read', async () => {
    const megabytes = 200
    let read = 0
    const payload = Readable.from(
      (function* () {
        for (; read < megabytes; read += 1) yield Buffer.alloc(1024 * 1024, 'id\n')
      })(),
    )
    for (const path of ['sv/check', 'sv']) {
      const { statusCode, body } = await app.inject({
        method: 'POST',
        url: `/admin/api/imports/${path}`,
        headers: {
          ...owner.headers,
          'content-type': 'application/octet-stream',
          'content-length': String(megabytes * 1024 * 1024),
        },
        payload,
      })
      expect([statusCode, JSON.parse(body)]).toEqual([413, { code: 'too_large', megabytes: 50 }])
    }
    expect(read).toBeLessThan(2)
    expect(await readdir(join(dataDir, 'uploads')).catch(() => [])).toEqual([])
  })

  it('of redirects of another shop is checked and imported by a job, and needs its permission', async () => {
    const table = 'Redirect from,Redirect to\n/pages/om,/sv/about\n/x,https://evil.example\n'
    const checked = await check(table)
    expect([checked.status, checked.body]).toMatchObject([
      200,
      { holds: 'redirects', read: 2, created: 1, refused: 1, table: { preset: 'shopify-redirects' } },
    ])
    expect(checked.body.problems).toMatchObject([{ row: 3, sku: '/x', code: 'other_host' }])
    const id = await start(table, '?name=redirects.csv')
    await run(id)
    const { job, problems } = await jobAt(id)
    expect(job).toMatchObject({ state: 'done', changed: 1, refused: 1, canUndo: false })
    expect(job.terms).toMatchObject({ holds: 'redirects', file: 'redirects.csv' })
    expect(problems).toMatchObject([{ row: 3, sku: '/x', code: 'other_host' }])
    expect(await shop.db.selectFrom('redirect').select(['store', 'path', 'target']).execute()).toEqual([
      { store: 'sv', path: '/pages/om', target: '/sv/about' },
    ])
  })

  it('of stock is checked, and names its locations', async () => {
    const table = 'Handle,SKU,Option1 Value,Location,Available\nx,NONE-1,,Nord,4\nx,NONE-1,,Butik,3\n'
    expect((await check(table)).body).toMatchObject({
      holds: 'stock',
      read: 1,
      refused: 1,
      locations: ['Nord', 'Butik'],
    })
  })

  it.each([
    ['customers', 'First Name,Email,Accepts Email Marketing,Total Spent\nAnna,a@example.se,yes,0\n'],
    [
      'orders',
      'Name,Financial Status,Total,Currency,Created at,Lineitem name,Lineitem quantity\n1,paid,1,SEK,2026-01-01,x,1\n',
    ],
    ['gift-cards', 'code,balance,currency\nAAAABBBBCCCCDDDD,1,SEK\n'],
  ])('of %s is not checked for those who import products alone', async (holds, table) => {
    const person = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at })
    expect((await check(table)).body).toMatchObject({ holds, created: 1, refused: 0 })
    for (const path of ['sv/check', 'sv'])
      expect(await upload(path, table, { person })).toMatchObject({
        status: 403,
        body: { code: 'not_permitted' },
      })
  })

  it('of gift cards is started after a confirmation by passkey or app alone', async () => {
    const table = 'code,balance,currency\nAAAABBBBCCCCDDDD,1,SEK\n'
    const person = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at, steppedUp: false })
    expect(await upload('sv/check', table, { person })).toMatchObject({ status: 200, body: { created: 1 } })
    const before = await shop.db.selectFrom('staff_job').select('id').execute()
    expect(await upload('sv', table, { person })).toMatchObject({
      status: 403,
      body: { code: 'step_up_required', permission: 'order:refund' },
    })
    expect(await shop.db.selectFrom('staff_job').select('id').execute()).toEqual(before)
    const id = await start(table)
    await run(id)
    expect((await jobAt(id)).job).toMatchObject({ state: 'done', changed: 1 })
  })

  it('of discount codes is imported for the chosen stores, where the person may edit codes', async () => {
    const table =
      'Name,Value,Value Type,Type,Discount Class,Status,Times Used In Total\nTIO,-10.0,percentage,Amount Off,order,Active,4\nFRI,,,Free Shipping,shipping,Active,0\n'
    const inSweden = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at, stores: ['sv'] })
    expect(await upload('sv/check?alsoStores=da', table, { person: inSweden })).toMatchObject({
      status: 403,
      body: { code: 'not_permitted' },
    })
    expect((await check(table, '?alsoStores=da')).body).toMatchObject({
      holds: 'coupons',
      created: 1,
      refused: 1,
      problems: [{ row: 3, sku: 'FRI', code: 'free_shipping' }],
    })
    const id = await start(table, '?alsoStores=da')
    await run(id)
    expect((await jobAt(id)).job).toMatchObject({ state: 'done', changed: 1, refused: 1, canUndo: false })
    const { body } = await callAdmin(app, owner, 'GET', 'coupons/TIO')
    expect(body).toMatchObject({
      fields: { percentage_discount: 10, stores: ['sv', 'da'] },
      used: 4,
      usedBefore: 4,
    })
    const { rows } =
      await sql`select actor_kind, actor_id from audit_entry where action = 'coupon.create'`.execute(shop.db)
    expect(rows).toEqual([{ actor_kind: 'staff', actor_id: String(owner.id) }])
  })

  it('of customers is imported in the name of the person', async () => {
    const table = 'First Name,Email,Accepts Email Marketing,Total Spent\nAnna,Anna@Example.se,yes,0\n'
    expect((await check(table)).body).toMatchObject({ holds: 'customers', read: 1, created: 1 })
    const id = await start(table)
    await run(id)
    expect((await jobAt(id)).job).toMatchObject({ state: 'done', changed: 1, canUndo: false })
    const { rows } =
      await sql`select actor_kind, actor_id from audit_entry where action = 'account.import'`.execute(shop.db)
    expect(rows).toEqual([{ actor_kind: 'staff', actor_id: String(owner.id) }])
  })

  it('that unpacks to more than ten times the largest file is refused, and a check keeps no file', async () => {
    const header = 'id\ttitle\tprice\tavailability\n'
    const uploads = createUploads({
      db: shop.db,
      clock: () => shop.now.at,
      jobs: { enqueue: async () => {} },
      products: productEditor,
      folder: join(dataDir, 'uploads'),
      mostBytes: 1024 * 1024,
    })
    const check = (bytes: Buffer) =>
      uploads.check(testActor, {
        content: Readable.from([bytes]),
        announcedBytes: null,
        sheet: null,
        mapping: null,
        store: 'sv',
        clear: [],
        may: () => true,
        location: null,
        alsoStores: [],
        setStock: false,
        takeTags: false,
        pictures: null,
      })
    const packed = gzipSync(header + `${'\t'.repeat(1_000_000)}\n`.repeat(11))
    expect(packed.length).toBeLessThan(100_000)
    expect(await check(packed)).toEqual({
      ok: false,
      code: 'unreadable_feed',
      fault: { code: 'too_large_unpacked', values: { megabytes: 10 } },
    })
    expect(await check(Buffer.from(`${header}x\n`))).toMatchObject({ ok: true, outcome: { refused: 1 } })
    expect(await readdir(dataDir)).toEqual(['uploads'])
    expect(await readdir(join(dataDir, 'uploads'))).toEqual([])
  })

  it('needs the permission, in its store, and a file', async () => {
    const person = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    const danish = await signedInStaff(shop.db, { role: 'owner', stores: ['da'], now: shop.now.at })
    for (const path of ['sv/check', 'sv']) {
      expect((await upload(path, 'id\n', { person })).body['code']).toBe('permission_missing')
      expect((await upload(path, 'id\n', { person: danish })).body['code']).toBe('store_not_permitted')
    }
    expect((await upload('xx', 'id\n')).status).toBe(404)
  })
})

describe('an import that is rolled back', () => {
  it('restores each product that nobody changed since, and lists the others with the reason', async () => {
    await imported(feedOf([1, 2, 3].map((n) => `B-${n}\tLampa ${n}\t100.00 SEK\tin_stock\t10`)))
    const before = await Promise.all(['B-1', 'B-2', 'B-3'].map(recordOf))
    const id = await imported(
      feedOf([
        'B-1\tNy lampa\t80.00 SEK\tin_stock\t50',
        'B-2\tAnnan lampa\t90.00 SEK\tin_stock\t10',
        'B-3\tLampa 3\t100.00 SEK\tin_stock\t10',
        'B-4\tOkänd lampa\t70.00 SEK\tin_stock\t7',
      ]),
    )
    expect((await jobAt(id)).job).toMatchObject({ changed: 3, unchanged: 1, canUndo: true })
    expect(await recordOf('B-1')).not.toEqual(before[0])
    // Three units are sold meanwhile, and a person changes a price.
    await sql`update stock s set available = available - 3 from product p
      where p.id = s.product_id and p.sku = 'B-1' and s.store = 'sv'`.execute(shop.db)
    const actor = { kind: 'staff' as const, id: String(owner.id), onBehalfOf: null, requestId: 'r1' }
    const price = { minQuantity: 1, priceMinor: minor(8800) }
    await changePrice(shop.db, actor, {
      sku: toSku('B-2'),
      store: 'sv',
      prices: { normal: [price], campaign: null },
    })

    const undoing = await rollBack(id)
    const { job, rows } = await jobAt(undoing)
    expect(job).toMatchObject({ kind: 'import-rollback', state: 'done', changed: 2, refused: 1 })
    expect(job.canUndo).toBe(false)
    expect(rows[0]).toMatchObject({ objectId: 'B-2', refusal: 'changed_meanwhile' })
    expect(await recordOf('B-1')).toEqual({
      ...before[0],
      stores: { sv: { ...before[0].stores.sv, stock: { ...before[0].stores.sv.stock, available: 7 } } },
    })
    expect((await recordOf('B-2')).stores.sv.prices).toEqual([{ q: 1, p: 88 }])
    expect(await recordOf('B-3')).toEqual(before[2])
    expect((await recordOf('B-4')).stores.sv.stock).toEqual({ available: 0, discontinued: true })
    const { rows: trail } = await sql`select object_id, actor_id, reason from audit_entry
      where action = 'product.restore' order by object_id`.execute(shop.db)
    const reason = `undo job ${id} · job ${undoing}`
    expect(trail).toEqual(
      ['B-1', 'B-4'].map((sku) => ({ object_id: sku, actor_id: String(owner.id), reason })),
    )
    expect((await callAdmin(app, owner, 'POST', `jobs/${id}/undo`)).body).toMatchObject({
      code: 'already_undone',
    })
    expect((await callAdmin(app, owner, 'POST', `jobs/${undoing}/undo`)).body).toMatchObject({
      code: 'not_reversible',
    })
  })

  it('removes the redirects that it made, but none that staff have changed since', async () => {
    const file = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Price',
      ...['r-1', 'r-2'].map((name) => `${name},Rulle ${name},Title,Default Title,${name},,49.00`),
      '',
    ].join('\n')
    expect((await check(file)).body).toMatchObject({ created: 2, redirects: 2 })
    const id = await imported(file)
    expect((await jobAt(id)).job).toMatchObject({ changed: 2, redirects: 2, canUndo: true })
    const redirects = () =>
      shop.db.selectFrom('redirect').select(['id', 'path']).where('path', 'like', '/products/r-%').execute()
    const [first] = (await redirects()).toSorted((a, b) => (a.path < b.path ? -1 : 1))
    const services = { db: shop.db, publicUrl: 'https://shop.example' }
    await changeRedirect(services, testActor, { id: first!.id, from: '/products/r-1', to: '/sv/about' })
    const undoing = await rollBack(id)
    expect((await jobAt(undoing)).job).toMatchObject({ state: 'done', redirects: 1 })
    expect(await redirects()).toEqual([first])
    const { rows } = await sql`select actor_id, object_kind, object_id, before, reason from audit_entry
      where action = 'redirect.remove'`.execute(shop.db)
    expect(rows).toEqual([
      {
        actor_id: String(owner.id),
        object_kind: 'job',
        object_id: String(id),
        before: { redirects: 1 },
        reason: `undo job ${id}`,
      },
    ])
  })

  it('makes variants ordinary products again, and takes the product that grouped them out of the store', async () => {
    const columns = 'id\ttitle\tprice\tavailability\titem_group_id\tsize'
    const sizes = (...names: string[]) =>
      feedOf(
        names.map((size) => `S-${size}\tHandske\t100.00 SEK\tin_stock\tS\t${size}`),
        columns,
      )
    await imported(sizes('L'))
    const before = await recordOf('S-L')
    expect(before).toMatchObject({ type: 'standard', attributes: { size: 'l' } })
    const id = await imported(sizes('L', 'M'))
    expect((await jobAt(id)).job).toMatchObject({ changed: 2, unchanged: 0, refused: 0 })
    expect(await recordOf('S-L')).toEqual({ ...before, type: 'variant', variantOf: 'S' })

    const undoing = await rollBack(id)
    expect((await jobAt(undoing)).job).toMatchObject({ state: 'done', changed: 3, refused: 0 })
    expect(await recordOf('S-L')).toEqual(before)
    expect(await recordOf('S')).toMatchObject({ stores: { sv: { stock: { discontinued: true } } } })
    await imported(sizes('L', 'M'))
    expect(await recordOf('S-L')).toMatchObject({ variantOf: 'S' })
    expect((await recordOf('S')).stores.sv.stock.discontinued).toBeUndefined()
  })

  it('brings sold-out products back when the file is imported again, but none that was discontinued before', async () => {
    const rows = ['T-1', 'T-2'].map((sku) => `${sku}\tFackla\t100.00 SEK\tout_of_stock\t0`)
    await imported(feedOf(rows.slice(1)))
    await sql`update stock s set discontinued = true from product p
      where p.id = s.product_id and p.sku = 'T-2' and s.store = 'sv'`.execute(shop.db)
    const id = await imported(feedOf(rows))
    const first = await Promise.all(['T-1', 'T-2'].map(recordOf))
    await rollBack(id)
    expect((await recordOf('T-1')).stores.sv.stock).toEqual({ available: 0, discontinued: true })
    expect((await check(feedOf(rows))).body).toMatchObject({ changed: 1, unchanged: 1 })
    await imported(feedOf(rows))
    expect(await Promise.all(['T-1', 'T-2'].map(recordOf))).toEqual(first)
    expect(first.map(({ stores }) => stores.sv.stock.discontinued)).toEqual([undefined, true])
  })

  it('leaves the stock of products that were counted since', async () => {
    const rows = (units: number) =>
      feedOf(['E-1', 'E-2'].map((sku) => `${sku}\tLykta\t100.00 SEK\tin_stock\t${units}`))
    await imported(rows(10))
    const id = await imported(rows(50))
    const counted = { sku: toSku('E-1'), store: 'sv', units: 50, countedAt: null, note: '' } as const
    expect(await countStock(shop.db, testActor, counted)).toMatchObject({ ok: true })
    await rollBack(id)
    expect((await recordOf('E-1')).stores.sv.stock).toEqual({ available: 50 })
    expect((await recordOf('E-2')).stores.sv.stock).toEqual({ available: 10 })
  })

  it('of a list of prices gives products the prices that they had', async () => {
    await imported(feedOf(['PL-1\tLykta\t100.00 SEK\tin_stock\t5', 'PL-2\tLykta B\t50.00 SEK\tin_stock\t5']))
    const before = await recordOf('PL-1')
    const list = 'Artikelnr;Pris\nPL-1;120,00\nPL-2;50,00\nPL-9;1,00\n'
    const checked = (await check(list)).body
    expect(checked).toMatchObject({ created: 0, changed: 1, unchanged: 1, refused: 1 })
    expect(checked.changes).toMatchObject([
      { row: 2, sku: 'PL-1', column: 'price', before: '100.00 SEK', after: '120.00 SEK' },
    ])
    expect(checked.problems).toMatchObject([{ row: 4, sku: 'PL-9', code: 'unknown_product' }])
    const id = await imported(list)
    expect((await recordOf('PL-1')).stores.sv.prices).toEqual([{ q: 1, p: 120 }])
    expect((await jobAt(await rollBack(id))).job).toMatchObject({ changed: 1, refused: 0 })
    expect(await recordOf('PL-1')).toEqual(before)
  })

  it('of a list of stock gives products the stock that they had, but for what was counted or sold since', async () => {
    const gtins = ['4006381333931', '0012345678905', '']
    await imported(
      feedOf(
        gtins.map((gtin, at) => `ST-${at}\tLykta ${at}\t100.00 SEK\tin_stock\t5\t${gtin}`),
        'id\ttitle\tprice\tavailability\tquantity\tgtin',
      ),
    )
    const list = 'EAN;Lagersaldo\n4006381333931;50\n12345678905;60\nST-2;70\n4006381333948;1\n'
    const checked = (await check(list)).body
    expect(checked).toMatchObject({ holds: 'stock', changed: 3, refused: 1 })
    expect(checked.changes).toMatchObject([
      { sku: '4006381333931', before: '5', after: '50' },
      { sku: '12345678905', before: '5', after: '60' },
      { sku: 'ST-2', before: '5', after: '70' },
    ])
    const id = await imported(list)
    const job = await jobAt(id)
    expect(job.job).toMatchObject({ changed: 3, refused: 1, canUndo: true })
    expect(job.rows).toMatchObject([0, 1, 2].map((at) => ({ objectId: `ST-${at}`, outcome: 'changed' })))
    const counted = { sku: toSku('ST-1'), store: 'sv', units: 61, countedAt: null, note: '' } as const
    expect(await countStock(shop.db, testActor, counted)).toMatchObject({ ok: true })
    await sql`update stock s set available = available - 2 from product p
      where p.id = s.product_id and p.sku = 'ST-2'`.execute(shop.db)
    const undoing = await jobAt(await rollBack(id))
    expect(undoing.job).toMatchObject({ changed: 2, refused: 1 })
    expect(undoing.rows).toContainEqual(
      expect.objectContaining({ objectId: 'ST-1', refusal: 'changed_meanwhile' }),
    )
    for (const [sku, available] of [
      ['ST-0', 5],
      ['ST-1', 61],
      ['ST-2', 3],
    ] as const)
      expect((await recordOf(sku)).stores.sv.stock).toEqual({ available })
  })

  it('of a list of stock leaves a count that was under way', async () => {
    await imported(feedOf(['SW-1\tLykta\t100.00 SEK\tin_stock\t5']))
    const id = await imported('Artikelnr;Lagersaldo\nSW-1;50\n')
    const { body } = await callAdmin(app, owner, 'POST', `jobs/${id}/undo`)
    const undoing = (body as { job: number }).job
    const counted = { sku: toSku('SW-1'), store: 'sv', units: 48, countedAt: null, note: '' } as const
    let running: Promise<unknown> | undefined
    await shop.db.transaction().execute(async (trx) => {
      expect(await countStock(trx, testActor, counted)).toMatchObject({ ok: true })
      running = run(undoing)
      await expect.poll(() => lockWaiters(shop.db)).toBe(1)
    })
    await running
    expect(await jobAt(undoing)).toMatchObject({
      job: { changed: 0, refused: 1 },
      rows: [{ objectId: 'SW-1', refusal: 'changed_meanwhile' }],
    })
    expect((await recordOf('SW-1')).stores.sv.stock).toEqual({ available: 48 })
  })

  it('of a list of stock needs the permission for stock, too', async () => {
    await imported(feedOf(['SP-1\tLykta\t100.00 SEK\tin_stock\t5']))
    const id = await imported('Artikelnr;Lagersaldo\nSP-1;50\n')
    const undo = async (permissions: Permission[]) => {
      const key = await apiKeyOf(shop.db, owner, { permissions, now: shop.now.at })
      return callAdmin(app, key, 'POST', `jobs/${id}/undo`)
    }
    expect(await undo(['import:run'])).toMatchObject({ status: 404, body: { code: 'unknown_job' } })
    expect(await undo(['import:run', 'stock:edit'])).toMatchObject({ status: 200 })
  })

  it('and was killed half-way is continued first, and writes no row twice', async () => {
    const numbers = Array.from({ length: 1200 }, (_, index) => index + 1)
    const lines = (title: string) => numbers.map((n) => `C-${n}\t${title} ${n}\t10.00 SEK\tin_stock\t4`)
    await imported(feedOf(lines('Kabel')))
    const id = await start(feedOf(lines('Sladd')))
    const killed = new AbortController()
    killed.abort()
    await expect(runStaffJob({ ...runServices(), stopping: killed.signal }, id)).rejects.toThrow('stops')
    expect((await jobAt(id)).job).toMatchObject({ state: 'running', changed: 1000, canUndo: false })
    const renamed = (sku: string, name: string) =>
      sql`update store_product s set name = ${name} from product p
        where p.id = s.product_id and p.sku = ${sku}`.execute(shop.db)
    await renamed('C-1', 'Eget namn')
    shop.now.at += 180_000
    // Two nodes find the job; the second one waits for the first.
    await Promise.all([resumeStaffJobs(runServices()), resumeStaffJobs(runServices())])
    expect((await jobAt(id)).job).toMatchObject({ state: 'done', changed: 1200, created: 0, refused: 0 })
    expect((await recordOf('C-1')).stores.sv.name).toBe('Eget namn')

    const started = (await callAdmin(app, owner, 'POST', `jobs/${id}/undo`)).body as { job: number }
    await expect(runStaffJob({ ...runServices(), stopping: killed.signal }, started.job)).rejects.toThrow(
      'stops',
    )
    await run(started.job)
    const { job, rows } = await jobAt(started.job)
    expect(job).toMatchObject({ state: 'done', changed: 1199, refused: 1 })
    expect(rows[0]).toMatchObject({ objectId: 'C-1', refusal: 'changed_meanwhile' })
    const { rows: names } = await sql<{ count: number }>`select count(*)::integer as count from store_product
      where name like 'Kabel %' and store = 'sv'`.execute(shop.db)
    expect(names).toEqual([{ count: 1199 }])
  })
})

describe('the export of products', () => {
  it('is a feed that changes nothing when it is imported again', async () => {
    const { body, statusCode, headers } = await app.inject({
      method: 'GET',
      url: '/admin/api/exports/sv/products.tsv',
      headers: owner.headers,
    })
    expect([statusCode, headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="products-sv.tsv"',
    ])
    expect((await check(body)).body).toMatchObject({ created: 0, changed: 0, refused: 0 })
  })
})

describe('a product with choices', () => {
  it('is listed with the lowest price of its choices, and is not without a price', async () => {
    const columns = 'id\ttitle\tprice\tavailability\titem_group_id\tsize\tproduct_type'
    const lines = [
      'CH-S\tJacka S\t299.00 SEK\tin_stock\tCH\tS\tJackor',
      'CH-M\tJacka M\t249.00 SEK\tin_stock\tCH\tM\tJackor',
    ]
    const file = feedOf(lines, columns)
    const { body } = await check(file)
    expect(body.newProducts).toEqual([
      expect.objectContaining({ price: 249, highestPrice: 299, choices: ['S', 'M'], category: ['Jackor'] }),
    ])
    await imported(file)
    const listed = async (query: string) => {
      const { body: page } = await callAdmin(app, owner, 'GET', `products?q=Jacka&filter.store=sv${query}`)
      return (page as { rows: Record<string, unknown>[] }).rows
    }
    const parent = (await listed('')).find(({ choices }) => choices === 2)
    expect(parent).toMatchObject({ price: null, priceFrom: 249, choices: 2 })
    expect(parent?.['gaps']).not.toContain('no_price')
    expect(await listed('&filter.priced=no')).toEqual([])
  })
})

describe('an archive of pictures', () => {
  const file = async (name: string, colour: string) => ({
    name,
    contents: await photo(colour).jpeg().toBuffer(),
  })
  const photosOf = async (sku: string) => (await listPhotos(shop.db, toSku(sku)))?.map(({ source }) => source)

  it('is recognised, says what would go where, and is given to the products by a job, once', async () => {
    await imported(feedOf(['ZIP-1\tKabel\t49.00 SEK\tin_stock\t3', 'ZIP-2\tLampa\t99.00 SEK\tin_stock\t3']))
    const archive = zipOf([
      await file('foton/zip-1-2.jpg', '#00ff00'),
      await file('foton/ZIP-1.jpg', '#ff0000'),
      await file('zip-2/framsida.jpg', '#0000ff'),
      await file('okänd.jpg', '#00ffff'),
      { name: 'ZIP-2-4.jpg', contents: 'not a picture' },
      { name: 'ZIP-2.psd', contents: 'no picture that a browser shows' },
    ])
    const { body } = await check(archive, '?pictures=keep')
    expect(body).toMatchObject({
      holds: 'pictures',
      read: 6,
      created: 4,
      refused: 2,
      pictures: { products: 2, withPictures: 0 },
      problems: [
        { row: 4, code: 'unknown_sku', value: 'okänd.jpg' },
        { row: 6, code: 'picture_not_taken', value: 'ZIP-2.psd' },
      ],
    })
    expect(body.problemsCsv).toContain('okänd.jpg')
    expect(await photosOf('ZIP-1')).toEqual([])
    const id = await start(archive, '?pictures=keep&name=foton.zip')
    await run(id)
    const { job, problems, rows } = await jobAt(id)
    expect(job).toMatchObject({ state: 'done', changed: 3, unchanged: 0, refused: 3, canUndo: false })
    expect(rows.map((row) => row.objectId)).toEqual(['ZIP-1', 'ZIP-2'])
    expect(problems).toMatchObject([
      { row: 4, code: 'unknown_sku' },
      { row: 5, sku: 'ZIP-2', code: 'picture_not_taken', detail: { code: 'picture_wrong_type' } },
      { row: 6, code: 'picture_not_taken', detail: { code: 'picture_wrong_type' } },
    ])
    const [first, second] = (await photosOf('ZIP-1'))!
    expect(await photosOf('ZIP-2')).toHaveLength(1)
    // The same again changes nothing; another one comes after those that the product has.
    const again = await start(archive, '?pictures=keep')
    await run(again)
    expect((await jobAt(again)).job).toMatchObject({ state: 'done', changed: 0, unchanged: 3, refused: 3 })
    const other = zipOf([await file('ZIP-1.jpg', '#123456')])
    expect((await check(other, '?pictures=keep')).body.pictures).toEqual({ products: 1, withPictures: 1 })
    await run(await start(other, '?pictures=keep'))
    expect(await photosOf('ZIP-1')).toEqual([first, second, expect.any(String)])
    await run(await start(other, '?pictures=replace'))
    expect(await photosOf('ZIP-1')).toHaveLength(1)
    const { rows: entries } = await sql`select object_id from audit_entry where action = 'photo.change'
      and actor_id = ${String(owner.id)} order by id`.execute(shop.db)
    expect(entries.map((entry) => (entry as { object_id: string }).object_id)).toEqual([
      'ZIP-1',
      'ZIP-2',
      'ZIP-1',
      'ZIP-1',
    ])
  })

  it('that was cut off goes on where it was: what staff have changed since stays', async () => {
    await imported(feedOf(['CUT-1\tA\t49.00 SEK\tin_stock\t3', 'CUT-2\tB\t99.00 SEK\tin_stock\t3']))
    const archive = zipOf([await file('CUT-1.jpg', '#aa0000'), await file('CUT-2.jpg', '#00aa00')])
    const id = await start(archive, '?pictures=replace')
    // The process ends after the first product.
    let asked = 0
    const stopping = {
      get aborted() {
        asked += 1
        return asked > 1
      },
    } as AbortSignal
    await expect(runStaffJob({ ...runServices(), stopping }, id)).rejects.toThrow('the process stops')
    expect([(await photosOf('CUT-1'))?.length, (await photosOf('CUT-2'))?.length]).toEqual([1, 0])
    await removePhoto(shop.db, testActor, toSku('CUT-1'), 1)
    await run(id)
    expect((await jobAt(id)).job).toMatchObject({ state: 'done', changed: 2, refused: 0 })
    expect([(await photosOf('CUT-1'))?.length, (await photosOf('CUT-2'))?.length]).toEqual([0, 1])
  })

  it('replaces no pictures of a product of which a file turns out to be no picture', async () => {
    await imported(feedOf(['REP-1\tA\t49.00 SEK\tin_stock\t3', 'REP-2\tB\t99.00 SEK\tin_stock\t3']))
    const former = [await file('REP-1.jpg', '#0a0000'), await file('REP-2.jpg', '#0b0000')]
    await run(await start(zipOf(former), '?pictures=keep'))
    const [ofFirst, ofSecond] = [await photosOf('REP-1'), await photosOf('REP-2')]
    const archive = zipOf([
      await file('REP-1.jpg', '#0c0000'),
      { name: 'REP-1-2.jpg', contents: 'not a picture' },
      await file('REP-2.jpg', '#0d0000'),
    ])
    const id = await start(archive, '?pictures=replace')
    await run(id)
    const { job, problems } = await jobAt(id)
    expect(job).toMatchObject({ state: 'done', changed: 1, refused: 2 })
    expect(problems).toMatchObject([
      { row: 1, sku: 'REP-1', value: 'REP-1.jpg', detail: { code: 'picture_beside_refused' } },
      { row: 2, sku: 'REP-1', value: 'REP-1-2.jpg', detail: { code: 'picture_wrong_type' } },
    ])
    expect(await photosOf('REP-1')).toEqual(ofFirst)
    expect(await photosOf('REP-2')).toHaveLength(1)
    expect(await photosOf('REP-2')).not.toEqual(ofSecond)
  })

  it('is refused to those who may not edit the products of every store, which share the pictures', async () => {
    await imported(feedOf(['ALL-1\tKabel\t49.00 SEK\tin_stock\t3']))
    const archive = zipOf([await file('ALL-1.jpg', '#00ff00')])
    const norwegian = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at, stores: ['no'] })
    for (const path of ['no/check', 'no'])
      expect(await upload(`${path}?pictures=replace`, archive, { person: norwegian })).toMatchObject({
        status: 403,
        body: { code: 'pictures_of_all_stores' },
      })
    const everywhere = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at })
    expect(await upload('no/check?pictures=replace', archive, { person: everywhere })).toMatchObject({
      status: 200,
      body: { created: 1 },
    })
  })

  it('that unpacks to many times its size, has a password or leads out of itself is refused', async () => {
    const flat = { name: 'A.jpg', contents: Buffer.alloc(20 * 1024 * 1024) }
    const refused = async (files: ZippedFile[]) => {
      const { body } = await check(zipOf(files), '?pictures=keep')
      return (body as unknown as { fault: { code: string } }).fault.code
    }
    expect(await refused([flat, { ...flat, name: 'B.jpg' }])).toBe('too_large_unpacked')
    expect(await refused([{ name: 'A.jpg', contents: 'x', isEncrypted: true }])).toBe('archive_encrypted')
    expect(await refused([{ name: '../A.jpg', contents: 'x' }])).toBe('archive_path')
  })
})

describe('missing translations', () => {
  it('are a table that the import takes back, for those who may read both stores', async () => {
    await imported(feedOf(['TR-1\tBatteri\t49.00 SEK\tin_stock\t5']))
    const german = feedOf(['TR-1\tBatteri\t4.90 EUR\tin_stock\t5'])
    await run(((await upload('de', german)).body as { job: number }).job)
    const get = (source: string, { headers } = owner) =>
      app.inject({ url: `/admin/api/exports/de/translations.csv?source=${source}`, headers })
    const file = await get('sv')
    expect(file.headers['content-disposition']).toContain('translations-sv-de.csv')
    expect(file.body).toContain(
      'kind;id;field;context;most_characters;source_store;source_text;target_store;target_text\r\n',
    )
    expect(file.body).toContain('\r\nproduct;TR-1;name;Batteri;150;sv;Batteri;de;\r\n')
    const xliff = await app.inject({
      url: '/admin/api/exports/de/translations.xlf?source=sv',
      headers: owner.headers,
    })
    expect(xliff.headers['content-disposition']).toContain('translations-sv-de.xlf')
    expect(xliff.body).toContain('<trans-unit id="product/name/TR-1"')
    expect((await get('xx')).statusCode).toBe(404)
    const person = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at, stores: ['de'] })
    expect((await get('sv', person)).statusCode).toBe(403)
    const filled = file.body.replace(/(TR-1;name;Batteri;150;sv;Batteri;de;)/, '$1Batterie')
    expect((await upload('de/check', filled)).body).toMatchObject({
      holds: 'translations',
      changed: 1,
      refused: 0,
      table: { preset: 'translations', unusedColumns: [] },
    })
    await run(((await upload('de', filled)).body as { job: number }).job)
    expect(await recordOf('TR-1')).toMatchObject({
      stores: { sv: { name: 'Batteri' }, de: { name: 'Batterie' } },
    })
  })
})

describe('a mapping of columns', () => {
  const table = 'Nr;Text;Netto;Hylla\nM-1;Sladd;80,00;A1\nM-2;Adapter;på begäran;A2\n'
  const fields = [
    { field: 'id', column: 'Nr', text: '', steps: [{ kind: 'prefix', text: 'X-' }] },
    { field: 'title', column: 'Text', text: '', steps: [] },
    { field: 'price', column: 'Netto', text: '', steps: [{ kind: 'multiply', by: '1.25' }] },
    { field: 'availability', column: null, text: 'i lager', steps: [] },
  ]
  const save = (name: string, mapped: object[] = fields, version: string | null = null) =>
    callAdmin(app, owner, 'PUT', `import-mappings/${encodeURIComponent(name)}`, { version, fields: mapped })

  it('is made of the list of products of a document that lists currencies before them', async () => {
    const document = `<shop><currencies><currency id="SEK" rate="1"/></currencies>
      <offers><offer id="7"><name>Sladd</name><price>80</price><picture>https://x.example/7.jpg</picture></offer></offers></shop>`
    const { body } = await upload('sv/columns', document)
    expect((body as ColumnsAnswer).columns.map(({ name, field }) => [name, field])).toEqual([
      ['id', 'id'],
      ['name', 'title'],
      ['price', 'price'],
      ['picture', 'image_link'],
    ])
  })

  it('is made from the columns of a file, saved by name, and used by the check, the job and a later file', async () => {
    const { body: found } = await upload('sv/columns', table)
    const unknown = { field: null, store: null, stores: [] }
    expect(found).toEqual({
      sheet: null,
      sheets: [],
      headerRow: 1,
      wantedRow: null,
      rows: [
        { number: 1, cells: ['Nr', 'Text', 'Netto', 'Hylla'] },
        { number: 2, cells: ['M-1', 'Sladd', '80,00', 'A1'] },
        { number: 3, cells: ['M-2', 'Adapter', 'på begäran', 'A2'] },
      ],
      columns: [
        { name: 'Nr', attribute: 'Nr', samples: ['M-1', 'M-2'], ...unknown },
        { name: 'Text', attribute: 'Text', samples: ['Sladd', 'Adapter'], ...unknown },
        { name: 'Netto', attribute: 'Netto', samples: ['80,00', 'på begäran'], ...unknown },
        { name: 'Hylla', attribute: 'Hylla', samples: ['A1', 'A2'], ...unknown },
      ],
    })
    expect((await check(table)).body.code).toBe('unreadable_feed')
    const { version } = (await save('Grossisten')).body as { version: string }
    expect((await save('GROSSISTEN')).body).toEqual({ code: 'mapping_exists' })
    const { body } = await check(table, `?mapping=grossisten&mappingVersion=${version}`)
    expect(body).toMatchObject({ read: 2, created: 1, refused: 1, table: { unusedColumns: ['Hylla'] } })
    // What would be new is shown as a product: name and price with VAT.
    expect(body.newProducts).toMatchObject([
      { name: 'Sladd', price: 100, highestPrice: null, choices: [], choiceCount: 0, pictureCount: 0 },
    ])
    expect(body.problems).toMatchObject([{ row: 3, column: 'Netto', code: 'bad_amount' }])
    const id = await start(table, `?mapping=Grossisten&mappingVersion=${version}&name=lista.csv`)
    // The job reads the file as it was checked.
    const plain = fields.map((each) => ({ ...each, steps: [] }))
    expect((await save('Grossisten', plain, version)).status).toBe(200)
    expect((await save('Grossisten', plain, version)).body).toEqual({ code: 'changed_meanwhile' })
    const late = await upload(`sv?mapping=Grossisten&mappingVersion=${version}`, table)
    expect([late.status, late.body]).toEqual([409, { code: 'changed_meanwhile' }])
    await run(id)
    expect((await jobAt(id)).job).toMatchObject({ state: 'done', changed: 1, refused: 1 })
    expect(await recordOf('X-M-1')).toMatchObject({ stores: { sv: { name: 'Sladd', prices: [{ p: 100 }] } } })
    const { mappings } = (await callAdmin(app, owner, 'GET', 'import-mappings')).body as MappingsAnswer
    expect(mappings.map(({ name }) => name)).toEqual(['Grossisten'])
    const { rows } = await sql`select before, after from audit_entry where object_kind = 'import_mapping'
      order by id`.execute(shop.db)
    // What is the same before and after is left out of both.
    expect(rows).toMatchObject([
      { after: { name: 'Grossisten', columns: { price: ['Netto', 'multiply 1.25'] } } },
      {
        before: { columns: { price: ['Netto', 'multiply 1.25'] } },
        after: { columns: { price: ['Netto'] } },
      },
    ])
    expect((await callAdmin(app, owner, 'DELETE', 'import-mappings/GROSSISTEN')).status).toBe(200)
    expect((await check(table, '?mapping=Grossisten')).status).toBe(404)
    expect((await callAdmin(app, owner, 'DELETE', 'import-mappings/Grossisten')).status).toBe(404)
  })

  it('is refused with the field that it lacks, and a file that lacks its columns says which', async () => {
    expect(await save('x', fields.slice(1))).toMatchObject({
      status: 409,
      body: { code: 'unmapped', field: 'id' },
    })
    expect(await save('x', [...fields, fields[0]!])).toMatchObject({ body: { code: 'mapped_twice' } })
    const steps = [{ kind: 'multiply', by: '1,25' }]
    expect(await save('x', [{ ...fields[0]!, steps }])).toMatchObject({
      status: 422,
      body: { fields: { 'fields[0].steps[0].by': 'A number such as 1.25' } },
    })
    await save('Annan')
    const { body } = await check('Nr;Namn\n1;x\n', '?mapping=Annan')
    expect(body).toMatchObject({
      code: 'unreadable_feed',
      fault: { code: 'unmapped_columns', values: { columns: 'Text, Netto', found: 'Nr, Namn' } },
    })
  })

  it('keeps the heading line that was chosen, for later files and jobs, and says where it does not fit', async () => {
    const above = 'Sladdar;Alla;SEK;Lager\n'
    const list = (title: string, sku: string) => `${title}${table.replaceAll('M-', `${sku}-`)}`
    const twoLines = list(above, 'H')
    expect((await upload('sv/columns', twoLines)).body).toMatchObject({ headerRow: 1, wantedRow: null })
    const { body: found } = await upload('sv/columns?header=2', twoLines)
    expect(found).toMatchObject({ headerRow: 2, wantedRow: 2 })
    expect((found as ColumnsAnswer).columns.map(({ name }) => name)).toEqual(['Nr', 'Text', 'Netto', 'Hylla'])
    for (const header of ['0', 'x', '1.5'])
      expect((await upload(`sv/columns?header=${header}`, twoLines)).status, header).toBe(400)
    expect((await upload('sv/columns?mapping=Okänd', twoLines)).status).toBe(404)

    const put = (body: object) => callAdmin(app, owner, 'PUT', 'import-mappings/Rubrik', { fields, ...body })
    const { version } = (await put({ version: null, headerRow: 2 })).body as { version: string }
    const { mappings } = (await callAdmin(app, owner, 'GET', 'import-mappings')).body as MappingsAnswer
    expect(mappings.find(({ name }) => name === 'Rubrik')).toMatchObject({ headerRow: 2 })
    expect((await upload('sv/columns?mapping=Rubrik', twoLines)).body).toMatchObject({ wantedRow: 2 })
    const { body } = await check(twoLines, '?mapping=Rubrik')
    // The rows keep the numbers that a spreadsheet shows.
    expect(body).toMatchObject({ created: 1, table: { headerRow: 2 }, problems: [{ row: 4, sku: 'X-H-2' }] })
    await run(await start(list(above, 'H'), `?mapping=Rubrik&mappingVersion=${version}`))
    expect(await recordOf('X-H-1')).toMatchObject({ stores: { sv: { name: 'Sladd' } } })

    const fault = async (content: string) => (await check(content, '?mapping=Rubrik')).body
    expect(await fault(table)).toMatchObject({
      code: 'unreadable_feed',
      fault: { code: 'header_elsewhere', values: { row: 2, other: 1 } },
    })
    expect(await fault(`${above}Nr;Benämning;Netto\n1;x;2\n`)).toMatchObject({
      fault: { code: 'header_row', values: { row: 2, columns: 'Text', found: 'Nr, Benämning, Netto' } },
    })
    // Found by itself again.
    await put({ version })
    expect(await fault(list('', 'I'))).toMatchObject({ created: 1, table: { headerRow: 1 } })
    const { rows } = await sql`select before, after from audit_entry where object_kind = 'import_mapping'
      order by id desc limit 1`.execute(shop.db)
    expect(rows).toEqual([{ before: { headerRow: 2 }, after: { headerRow: null } }])
  })

  it('names the columns of a file that the import knows, with the fields that they mean', async () => {
    const { body } = await upload('sv/columns', 'Artikelnr\tBenämning\tPris\tLagersaldo\n1\tBatteri\t10\t5\n')
    const { columns } = body as ColumnsAnswer
    expect(columns.map(({ field }) => field)).toEqual(['id', 'title', 'price', 'quantity'])
    expect((await upload('sv/columns', '1;2;3\n4;5;6\n')).body['code']).toBe('unreadable_feed')
  })

  it('with columns of several stores fills each of them, as far as the person may import there', async () => {
    const columns = ['Artikelnr', 'Title (sv)', 'title_de', 'Pris SEK', 'Price [EUR]', 'Lagersaldo']
    const row = (sku: string, german = 'Batterie', euros = '4,95') =>
      `${sku};Batteri;${german};49,00;${euros};7\n`
    const table = `${columns.join(';')}\n${row('MS-1')}${row('MS-2')}${row('', 'x')}`
    const { body: found } = await upload('sv/columns', table)
    const suggested = (found as ColumnsAnswer).columns
    expect(suggested.map(({ field, store }) => [field, store])).toEqual([
      ['id', null],
      ['title', 'sv'],
      ['title', 'de'],
      ['price', 'sv'],
      ['price', 'de'],
      ['quantity', null],
    ])
    const fields = suggested.map(({ name, field, store }) => ({
      field,
      column: name,
      text: '',
      steps: [],
      ...(store !== null && { store }),
    }))
    const save = (mapped: unknown[], version: string | null = null) =>
      callAdmin(app, owner, 'PUT', 'import-mappings/Flera%20butiker', { version, fields: mapped })
    expect((await save(fields.filter(({ column }) => column !== 'Price [EUR]'))).body).toEqual({
      code: 'unmapped',
      field: 'price',
      store: 'de',
    })
    expect((await save(fields)).status).toBe(200)
    const { mappings } = (await callAdmin(app, owner, 'GET', 'import-mappings')).body as MappingsAnswer
    const saved = mappings.find(({ name }) => name === 'Flera butiker')!
    expect(saved.fields).toEqual(expect.arrayContaining(fields))
    const query = '?mapping=Flera%20butiker'
    // One who may import in Sweden alone is refused before the file is read.
    const swede = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at, stores: ['sv'] })
    for (const path of [`sv/check${query}`, `sv${query}`])
      expect(await upload(path, table, { person: swede })).toMatchObject({
        status: 403,
        body: { code: 'store_not_permitted', store: 'de' },
      })
    const { body } = await check(table, query)
    const counts = { created: 2, changed: 0, unchanged: 0, refused: 1, repaired: 0 }
    expect(body).toMatchObject({ read: 6, created: 4, refused: 2 })
    expect(body.stores).toEqual([
      { store: 'sv', ...counts },
      { store: 'de', ...counts },
    ])
    // The same fault in both stores is listed once.
    expect(body.problems).toMatchObject([{ row: 4, code: 'missing', column: 'Artikelnr' }])
    const started = (await upload(`sv${query}`, table)).body as { job: number; jobs: number[] }
    expect(started.jobs).toHaveLength(2)
    for (const id of started.jobs) await run(id)
    const record = await recordOf('MS-1')
    expect(record.stores).toMatchObject({ sv: { name: 'Batteri' }, de: { name: 'Batterie' } })
    expect(record.stores).toMatchObject({ sv: { prices: [{ p: 49 }] }, de: { prices: [{ p: 4.95 }] } })
    expect(record.stores.no).toBeUndefined()
    // A change of one store names it.
    const changed = await check(`${columns.join(';')}\n${row('MS-1', 'Knopfzelle')}`, query)
    expect(changed.body.changes.slice(0, 1)).toEqual([
      { store: 'de', row: 2, sku: 'MS-1', column: 'title', before: 'Batterie', after: 'Knopfzelle' },
    ])
    expect((await callAdmin(app, owner, 'DELETE', 'import-mappings/Flera%20butiker')).status).toBe(200)
  })

  it('asks for each store whether a column may be cleared, and is rolled back from the last store to the first', async () => {
    const columns = [
      'Artikelnr',
      'Lagersaldo',
      'Title (sv)',
      'Text (sv)',
      'Pris SEK',
      'title_de',
      'Text (de)',
      'Price [EUR]',
    ]
    const roles = [
      'id',
      'quantity',
      'title sv',
      'description sv',
      'price sv',
      'title de',
      'description de',
      'price de',
    ]
    const fields = roles.map((role, at) => {
      const [field, store] = role.split(' ')
      return { field, column: columns[at], text: '', steps: [], ...(store && { store }) }
    })
    const saved = { version: null, fields }
    expect((await callAdmin(app, owner, 'PUT', 'import-mappings/Texter', saved)).status).toBe(200)
    const table = (price: string, german: string) =>
      [
        columns.join(';'),
        ...[1, 2, 3, 4, 5].map((n) => `RB-${n};5;Lampa;Lyser.;${price};Lampe;${german};9,90`),
        '',
      ].join('\n')
    const query = '?mapping=Texter'
    const imported = async (text: string, more = '') => {
      const { jobs } = (await upload(`sv${query}${more}`, text)).body as { jobs: number[] }
      for (const id of jobs) await run(id)
      return jobs
    }
    await imported(table('99', 'Leuchtet.'))
    const before = await recordOf('RB-1')
    const wiping = table('89', '')
    const clears = [{ store: 'de', column: 'description', filled: 5, cleared: 5 }]
    expect((await check(wiping, query)).body.clears).toEqual(clears)
    for (const other of ['description', 'sv:description'])
      expect(await upload(`sv${query}&clear=${other}`, wiping)).toMatchObject({
        status: 409,
        body: { code: 'clears_too_much', clears },
      })
    const [first, second] = await imported(wiping, '&clear=de:description')
    const after = await recordOf('RB-1')
    expect(after.stores).not.toEqual(before.stores)
    const undo = (id: number) =>
      callAdmin(app, owner, 'POST', `jobs/${id}/undo`) as Promise<{ status: number; body: { job: number } }>
    // The other order would leave what the second has changed since.
    expect(await undo(first!)).toEqual({
      status: 409,
      body: { code: 'later_store_first', job: second, store: 'de' },
    })
    expect(await recordOf('RB-1')).toEqual(after)
    for (const id of [second!, first!]) {
      const undone = await undo(id)
      expect(undone.status).toBe(200)
      await run(undone.body.job)
    }
    expect((await recordOf('RB-1')).stores).toEqual(before.stores)
    await callAdmin(app, owner, 'DELETE', 'import-mappings/Texter')
  })

  it('gives choices the word of each store, whichever store is imported', async () => {
    const columns =
      'Artikelnr;Title (sv);title_de;Pris SEK;Price [EUR];Lagersaldo;item_group_id;Color (sv);Farbe (de);Size'
    const words = [
      ['Röd', 'Rot'],
      // Another store has one word for two.
      ['Mörkgrå', 'Grau'],
      ['Ljusgrå', 'Grau'],
      ['Guld', ''],
    ]
    const rows = words.map(
      ([swedish, german], at) => `FV-${at};Mössa;Mütze;49,00;4,95;7;FV;${swedish};${german};M\n`,
    )
    const table = `${columns}\n${rows.join('')}`
    const { body: found } = await upload('sv/columns', table)
    const suggested = (found as ColumnsAnswer).columns
    expect(suggested.slice(7).map(({ field, store }) => [field, store])).toEqual([
      ['color', 'sv'],
      ['color', 'de'],
      ['size', null],
    ])
    const fields = suggested.map(({ name, field, store }) => ({
      field,
      column: name,
      text: '',
      steps: [],
      ...(store !== null && { store }),
    }))
    const mapping = { version: null, fields }
    expect((await callAdmin(app, owner, 'PUT', 'import-mappings/Val', mapping)).status).toBe(200)
    const query = '?mapping=Val'
    expect((await check(table, query)).body).toMatchObject({ created: 8, refused: 0 })
    const { jobs } = (await upload(`sv${query}`, table)).body as { jobs: number[] }
    for (const id of jobs) await run(id)
    const names = async () => {
      const { rows: values } = await sql<{ names: unknown }>`select v.names from attribute_value v
        where v.attribute_code = 'color' and v.code in (select p.attributes ->> 'color' from product p
          where starts_with(p.sku, 'FV-')) order by v.names ->> 'sv'`.execute(shop.db)
      return values.map((value) => value.names)
    }
    const expected = [
      { sv: 'Guld' },
      { sv: 'Ljusgrå', de: 'Grau' },
      { sv: 'Mörkgrå', de: 'Grau' },
      { sv: 'Röd', de: 'Rot' },
    ]
    expect(await names()).toEqual(expected)
    const attributes = async () => (await recordOf('FV-2')).attributes
    const before = await attributes()
    // Both stores find the values again, and neither takes turns with the other.
    expect((await check(table, query)).body).toMatchObject({ created: 0, changed: 0, unchanged: 8 })
    for (const store of ['de', 'sv']) {
      const again = (await upload(`${store}${query}`, table)).body as { jobs: number[] }
      for (const id of again.jobs) await run(id)
    }
    expect([await names(), await attributes()]).toEqual([expected, before])
    // Only the German store is imported, and three values share its word: each stays a value of its own. A value that Sweden
    // has already is found by its Swedish word, also where an older value has only the German word.
    await sql`insert into attribute_value (attribute_code, code, position, names)
      values ('color', 'a_grau', -1, '{"de": "Grau"}')`.execute(shop.db)
    const german = {
      version: null,
      fields: fields.filter(({ store, field }) => store !== 'sv' || field === 'color'),
    }
    expect((await callAdmin(app, owner, 'PUT', 'import-mappings/Tyska', german)).status).toBe(200)
    const greys = ['Blågrå', 'Silvergrå', 'Stålgrå', 'Ljusgrå'].map(
      (swedish, at) => `FV-T${at};;Mütze;;4,95;7;FV;${swedish};Grau;L\n`,
    )
    const alone = await upload('de?mapping=Tyska', `${columns}\n${greys.join('')}`)
    expect(alone.status).toBe(200)
    for (const id of alone.body['jobs'] as number[]) await run(id)
    const { rows: colours } = await sql<{
      sku: string
      names: { sv?: string }
    }>`select p.sku, v.names from product p
      join attribute_value v on v.attribute_code = 'color' and v.code = p.attributes ->> 'color'
      where starts_with(p.sku, 'FV-T') or p.sku = 'FV-2' order by p.sku`.execute(shop.db)
    expect(colours.map(({ sku, names: { sv } }) => [sku, sv])).toEqual([
      ['FV-2', 'Ljusgrå'],
      ['FV-T0', 'Blågrå'],
      ['FV-T1', 'Silvergrå'],
      ['FV-T2', 'Stålgrå'],
      ['FV-T3', 'Ljusgrå'],
    ])
    await callAdmin(app, owner, 'DELETE', 'import-mappings/Tyska')
    await callAdmin(app, owner, 'DELETE', 'import-mappings/Val')
  })
})
