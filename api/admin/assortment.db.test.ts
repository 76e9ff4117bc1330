import type { FastifyInstance } from 'fastify'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createImportRunner } from '../../catalogue-import/run-import-job.server.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { runStaffJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'

let test: TestDatabase
let app: FastifyInstance
let staff: TestStaff
const enqueued: number[] = []
const jobs: JobQueue = {
  enqueue: async (_transaction, _name, data) => void enqueued.push((data as { jobId: number }).jobId),
}

beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  // Germany sells one of the batteries.
  await sql`delete from stock s using product p where p.id = s.product_id and s.store = 'de' and p.sku <> 'NC-AA4'`.execute(
    test.db,
  )
  await sql`delete from store_product s using product p where p.id = s.product_id and s.store = 'de'
    and p.sku <> 'NC-AA4'`.execute(test.db)
  await sql`delete from price_tier where store = 'de'`.execute(test.db)
  app = await adminApp(testServices({ db: test.db }), { jobs, catalogue: {} as Catalogue })
  staff = await signedInStaff(test.db, { role: 'catalogue' })
})
afterAll(async () => {
  await app.close()
  await test.drop()
})

const call = (path: string, body: object, person = staff) => callAdmin(app, person, 'POST', path, body)
const terms = { target: { query: 'q=NC-&filter.store=sv' }, source: 'sv', store: 'de' }
const preview = async () => (await call('assortment-changes/preview', terms)).body
async function run(answer: { body: unknown }): Promise<number> {
  const { job } = answer.body as { job: number }
  expect(enqueued.splice(0)).toEqual([job])
  const services = {
    db: test.db,
    clock: Date.now,
    products: productEditor,
    runImport: createImportRunner(tmpdir()),
    shipOrder: () => Promise.reject(new Error('no job of this test ships')),
  }
  await runStaffJob(services, job)
  return job
}
const jobAt = async (id: number) => (await callAdmin(app, staff, 'GET', `jobs/${id}`)).body
const proposal = async () =>
  (
    await call('price-proposals/preview', {
      source: 'sv',
      targets: [{ store: 'de', rate: 0.0871, ending: 'store' }],
      vat: 'recomputed',
      query: 'q=NC-',
      only: 'unpriced',
      corrections: [],
      leftOut: [],
      offset: 0,
      show: 'all',
    })
  ).body as { notSold: number; rows: { sku: string }[] }
async function missingNames(): Promise<string[]> {
  const file = await app.inject({
    url: '/admin/api/exports/de/translations.csv?source=sv',
    headers: staff.headers,
  })
  expect(file.statusCode).toBe(200)
  return [...file.body.matchAll(/^product;(NC-[^;]+);name;/gm)].map(([, sku]) => sku!).toSorted()
}

it('makes all products of a view part of another store, for prices and translators, and takes them back', async () => {
  expect(await preview()).toEqual({ added: 3, present: 1, notInSource: 0 })
  expect(await proposal()).toMatchObject({ notSold: 3, rows: [{ sku: 'NC-AA4' }] })
  expect((await call('assortment-changes', { ...terms, count: 4 })).body).toMatchObject({
    code: 'count_changed',
  })
  const job = await run(await call('assortment-changes', { ...terms, count: 3 }))
  expect(await jobAt(job)).toMatchObject({
    job: { kind: 'assortment-change', state: 'done', total: 3, changed: 3, refused: 0, canUndo: true },
  })
  const { rows } = await sql<{ line: string }>`select p.sku || ' ' || s.slug || ' ' || s.vat_rate_basis_points
      || ' ' || (s.name = o.name) || ' ' || (s.description = o.description) as line
    from store_product s join product p on p.id = s.product_id
      join store_product o on o.product_id = p.id and o.store = 'sv'
    where s.store = 'de' and p.sku in ('NC-OUT', 'NC-2032') order by 1`.execute(test.db)
  expect(rows.map(({ line }) => line)).toEqual([
    expect.stringMatching(/^NC-2032 \S*nc-2032 1900 true true$/),
    expect.stringMatching(/^NC-OUT \S*nc-out 1900 true true$/),
  ])
  // Repeating it does nothing.
  expect(await preview()).toEqual({ added: 0, present: 4, notInSource: 0 })
  const prices = await proposal()
  expect(prices).toMatchObject({ notSold: 0 })
  expect(prices.rows.map(({ sku }) => sku)).toEqual(['NC-2032', 'NC-AA10', 'NC-AA4', 'NC-OUT'])
  expect(await missingNames()).toEqual(['NC-2032', 'NC-AA10', 'NC-AA4', 'NC-OUT'])
  const shown = await callAdmin(app, staff, 'GET', 'products?q=NC-OUT&filter.store=de')
  expect(shown.body).toMatchObject({ rows: [{ gaps: expect.arrayContaining(['no_price']) }] })
  const audit = await sql<{ action: string; id: string }>`select action, object_id as id from audit_entry
    where object_kind = 'product' order by object_id`.execute(test.db)
  expect(audit.rows.map(({ action, id }) => `${action} ${id}`)).toEqual([
    'product.change NC-2032',
    'product.change NC-AA10',
    'product.change NC-OUT',
  ])

  // What staff have translated meanwhile stays.
  await sql`update store_product s set name = 'Batterien' from product p
    where p.id = s.product_id and s.store = 'de' and p.sku = 'NC-AA10'`.execute(test.db)
  const undo = await run(await call(`jobs/${job}/undo`, {}))
  expect(await jobAt(undo)).toMatchObject({ job: { state: 'done', changed: 2, refused: 1 } })
  expect(await missingNames()).toEqual(['NC-AA4'])
  // A product that was taken out is sold again.
  expect(await preview()).toEqual({ added: 2, present: 2, notInSource: 0 })
  await run(await call('assortment-changes', { ...terms, count: 2 }))
  expect(await missingNames()).toEqual(['NC-2032', 'NC-AA4', 'NC-OUT'])
})

it('refuses a store to itself, and stores that the person may not edit or read', async () => {
  const refused = async (more: object, person = staff) => {
    const { status, body } = await call('assortment-changes/preview', { ...terms, ...more }, person)
    return [status, (body as { code: string }).code]
  }
  expect(await refused({ store: 'sv' })).toEqual([400, 'source_is_target'])
  const german = await signedInStaff(test.db, { role: 'catalogue', stores: ['de'] })
  expect(await refused({}, german)).toEqual([403, 'store_not_permitted'])
  expect(await refused({ source: 'de', store: 'sv' }, german)).toEqual([403, 'store_not_permitted'])
})

it('gives each of two products with names that make one address an address of its own', async () => {
  await sql`update store_product s set name = case p.sku when 'NC-AA10' then 'Akku NC' else 'Akku' end
    from product p where p.id = s.product_id and s.store = 'sv' and p.sku in ('NC-AA10', 'NC-2032')`.execute(
    test.db,
  )
  await sql`update product set sku = case sku when 'NC-AA10' then '77' else 'NC-77' end
    where sku in ('NC-AA10', 'NC-2032')`.execute(test.db)
  await sql`delete from stock s using product p where p.id = s.product_id and s.store = 'no'`.execute(test.db)
  await sql`delete from price_tier where store = 'no'`.execute(test.db)
  await sql`delete from store_product where store = 'no'`.execute(test.db)
  const own = {
    target: { products: ['77', 'NC-77'].map((sku) => ({ store: 'sv', sku })) },
    source: 'sv',
    store: 'no',
  }
  const job = await run(await call('assortment-changes', { ...own, count: 2 }))
  expect(await jobAt(job)).toMatchObject({ job: { changed: 2, refused: 0 } })
  const { rows } = await sql<{
    slug: string
  }>`select slug from store_product where store = 'no' order by slug`.execute(test.db)
  expect(rows.map(({ slug }) => slug)).toEqual([
    'akku-nc-77',
    expect.stringMatching(/^akku-nc-77-[0-9a-f]{8}$/),
  ])
})
