import type { FastifyInstance } from 'fastify'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { PriceProposalAnswer, PriceRulesAnswer } from '../../contract/admin/price-proposals.ts'
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
  await sql`update store_product set vat_rate_basis_points = 1900 where store = 'de'`.execute(test.db)
  await sql`insert into product_cost (product_id, currency, cost_minor) select id, 'EUR', 300 from product where sku = 'NC-AA4'`.execute(
    test.db,
  )
  app = await adminApp(testServices({ db: test.db }), { jobs, catalogue: {} as Catalogue })
  staff = await signedInStaff(test.db, { role: 'catalogue' })
})
afterAll(async () => {
  await app.close()
  await test.drop()
})
beforeEach(async () => {
  enqueued.length = 0
  await sql`delete from price_tier where store = 'de'`.execute(test.db)
  await sql`delete from price_rule`.execute(test.db)
})

const germany = { store: 'de', rate: 0.0871, ending: 'store' }
const terms = (more: object = {}) => ({
  source: 'sv',
  targets: [germany],
  vat: 'recomputed',
  query: 'q=NC-',
  only: 'unpriced',
  corrections: [],
  leftOut: [],
  ...more,
})
const call = (path: string, body: object, person = staff) => callAdmin(app, person, 'POST', path, body)
async function preview(more: object = {}, page: object = {}): Promise<PriceProposalAnswer> {
  const body = { ...terms(more), offset: 0, show: 'all', ...page }
  const answer = await call('price-proposals/preview', body)
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as PriceProposalAnswer
}
const start = ({ total, digest }: PriceProposalAnswer, more: object = {}) =>
  call('price-proposals', { ...terms(more), count: total, digest }) as Promise<{
    status: number
    body: { job: number; code?: string }
  }>
const pricesIn = async (store: string) => {
  const { rows } = await sql<{
    line: string
  }>`select p.sku || ' ' || t.kind || ' ' || t.min_quantity || ' ' ||
    t.price_minor as line from price_tier t join product p on p.id = t.product_id
    where t.store = ${store} order by 1`.execute(test.db)
  return rows.map(({ line }) => line)
}

it('proposes the prices of another store by rate, VAT and ending, with margins', async () => {
  const proposal = await preview()
  expect(proposal).toMatchObject({ total: 4, changes: 4, refused: 0, leftOut: 0, notSold: 0, shown: 4 })
  expect(
    proposal.rows.map(({ sku, sourcePrice, ruledPrice, currentPrice }) => [
      sku,
      sourcePrice,
      ruledPrice,
      currentPrice,
    ]),
  ).toEqual([
    // 19 SEK without 25 % is 15.20, at 0.0871 1.32 €, with 19 % 1.58.
    ['NC-2032', 19, 1.59, null],
    ['NC-AA10', 99, 8.19, null],
    ['NC-AA4', 49, 4.09, null],
    ['NC-OUT', 29, 2.39, null],
  ])
  const [margin] = proposal.rows.flatMap((row) => (row.margin ? [[row.sku, row.margin]] : []))
  // 4.09 is 3.44 without VAT.
  expect(margin).toEqual(['NC-AA4', { percent: 12.8, isBelowCost: false }])
  const kept = await preview({ vat: 'kept', targets: [{ ...germany, ending: '99' }] })
  expect(kept.rows.map(({ newPrice }) => newPrice)).toEqual([1.99, 8.99, 3.99, 2.99])
})

it('is carried out as one change that can be undone, without what was left out, as corrected', async () => {
  const before = await pricesIn('de')
  const chosen = {
    corrections: [{ store: 'de', sku: 'NC-AA10', price: 7.49 }],
    leftOut: [{ store: 'de', sku: 'NC-OUT' }],
  }
  const proposal = await preview(chosen)
  expect(proposal).toMatchObject({ total: 3, leftOut: 1, shown: 4 })
  expect(proposal.rows.find(({ sku }) => sku === 'NC-AA10')).toMatchObject({
    corrected: true,
    ruledPrice: 8.19,
    newPrice: 7.49,
  })
  // Not what was previewed.
  expect((await start(proposal)).body).toMatchObject({ code: 'count_changed' })
  const { job } = (await start(proposal, chosen)).body
  const after = ['NC-2032 normal 1 159', 'NC-AA10 normal 1 749', 'NC-AA4 normal 1 409']
  expect(await pricesIn('de')).toEqual(after)
  // The same request again, because its answer was lost.
  expect((await start(proposal, chosen)).body).toMatchObject({ code: 'count_changed' })
  const { rows: entries } = await sql<{ id: string; store: string }>`
    select object_id as id, store from audit_entry where action = 'price.change' order by id desc limit 3`.execute(
    test.db,
  )
  expect(entries.map(({ id, store }) => `${id} ${store}`).toSorted()).toEqual([
    'NC-2032 de',
    'NC-AA10 de',
    'NC-AA4 de',
  ])
  expect((await callAdmin(app, staff, 'GET', `jobs/${job}`)).body).toMatchObject({
    job: {
      state: 'done',
      changed: 3,
      canUndo: true,
      terms: { proposal: { source: 'sv', targets: [germany] } },
    },
  })
  const rules = (await callAdmin(app, staff, 'GET', 'price-rules')).body as PriceRulesAnswer
  expect(rules.rules).toEqual([{ source: 'sv', ...germany, vat: 'recomputed' }])
  expect(rules.stores.find(({ store }) => store === 'sv')).toEqual({
    store: 'sv',
    currency: 'SEK',
    endings: ['store', 'none', 'whole'],
  })
  expect((await call(`jobs/${job}/undo`, {})).status).toBe(200)
  expect(await pricesIn('de')).toEqual(before)
})

it('changes prices that are there only where it is asked to, and keeps their campaigns', async () => {
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor, before_minor)
    select id, 'de', kind, quantity, price, before from product, (values ('normal', 1, 900, null), ('normal', 10, 800, null),
    ('campaign', 1, 350, 900)) v (kind, quantity, price, before) where sku = 'NC-AA4'`.execute(test.db)
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
    select id, 'sv', 'normal', 5, 4500 from product where sku = 'NC-AA4'`.execute(test.db)
  expect((await preview()).rows.map(({ sku }) => sku)).toEqual(['NC-2032', 'NC-AA10', 'NC-OUT'])
  const all = await preview({ only: 'all' })
  expect(all.rows.find(({ sku }) => sku === 'NC-AA4')).toMatchObject({
    currentPrice: 9,
    newPrice: 4.09,
    quantities: [5],
    lostQuantities: [10],
    changePercent: -54.6,
  })
  expect((await preview({ only: 'all' }, { show: 'attention' })).rows.map(({ sku }) => sku)).toEqual([
    'NC-AA4',
  ])
  await start(all, { only: 'all' })
  expect((await pricesIn('de')).filter((line) => line.startsWith('NC-AA4'))).toEqual([
    'NC-AA4 campaign 1 350',
    'NC-AA4 normal 1 409',
    'NC-AA4 normal 5 369',
  ])
  await sql`delete from price_tier where store = 'sv' and min_quantity = 5`.execute(test.db)
})

it('refuses a price below that of a campaign that is not over, until another price is typed', async () => {
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor, before_minor, ends_at)
    select id, 'de', kind, 1, price, before, ends_at from product, (values ('normal', 900, null, null),
    ('campaign', 500, 900, timestamptz '2099-01-01')) v (kind, price, before, ends_at) where sku = 'NC-AA4'`.execute(
    test.db,
  )
  const all = { only: 'all' }
  const rowOf = ({ rows }: PriceProposalAnswer) => rows.find(({ sku }) => sku === 'NC-AA4')
  const proposal = await preview(all)
  expect(proposal).toMatchObject({ changes: 3, refused: 1 })
  expect(rowOf(proposal)).toMatchObject({
    outcome: 'refused',
    refusal: 'campaign_not_lower',
    ruledPrice: 4.09,
    newPrice: null,
    changePercent: null,
  })
  const typed = { ...all, corrections: [{ store: 'de', sku: 'NC-AA4', price: 5.99 }] }
  expect(rowOf(await preview(typed))).toMatchObject({ outcome: 'change', newPrice: 5.99, corrected: true })
  // One that is over holds nothing.
  await sql`update price_tier set ends_at = '2020-01-01' where store = 'de' and kind = 'campaign'`.execute(
    test.db,
  )
  expect(rowOf(await preview(all))).toMatchObject({ outcome: 'change', newPrice: 4.09 })
})

it('does not start what differs by now from what was seen', async () => {
  const seen = await preview()
  await sql`update price_tier t set price_minor = 5900 from product p
    where p.id = t.product_id and p.sku = 'NC-AA4' and t.store = 'sv'`.execute(test.db)
  expect((await start(seen)).body).toMatchObject({ code: 'changed_meanwhile' })
  await sql`update price_tier t set price_minor = 4900 from product p
    where p.id = t.product_id and p.sku = 'NC-AA4' and t.store = 'sv'`.execute(test.db)
  // Another rule of the same number of prices.
  const other = { targets: [{ ...germany, rate: 0.09 }] }
  expect((await start(seen, other)).body).toMatchObject({ code: 'changed_meanwhile' })
  expect(await pricesIn('de')).toEqual([])
})

it('rounds a typed price to the digits of the currency, and counts only those of the proposal', async () => {
  const typed = await preview({
    source: 'sv',
    targets: [{ store: 'no', rate: 1, ending: 'store' }],
    only: 'all',
    corrections: [
      { store: 'no', sku: 'NC-AA4', price: 12.5 },
      { store: 'de', sku: 'NC-AA4', price: 3 },
    ],
  })
  expect(typed.corrected).toBe(1)
  expect(typed.rows.find(({ sku }) => sku === 'NC-AA4')).toMatchObject({ newPrice: 13, corrected: true })
})

it('says what it cannot do: a price of nothing, other endings, foreign stores', async () => {
  const tiny = await preview({
    source: 'de',
    targets: [{ store: 'sv', rate: 0.001, ending: 'none' }],
    only: 'all',
  })
  expect(tiny.total).toBe(0)
  const nothing = await preview({ targets: [{ store: 'no', rate: 0.001, ending: 'none' }], only: 'all' })
  expect(nothing).toMatchObject({ changes: 0, refused: 4 })
  expect(nothing.rows[0]).toMatchObject({ refusal: 'not_above_zero', newPrice: null })
  const refused = async (more: object, person = staff) => {
    const { status, body } = await call(
      'price-proposals/preview',
      { ...terms(more), offset: 0, show: 'all' },
      person,
    )
    return [status, (body as { code: string }).code]
  }
  expect(await refused({ targets: [{ ...germany, store: 'sv' }] })).toEqual([400, 'source_is_target'])
  expect(await refused({ targets: [{ ...germany, store: 'no', ending: '99' }] })).toEqual([
    400,
    'no_such_ending',
  ])
  expect(await refused({ targets: [{ ...germany, store: 'xx' }] })).toEqual([404, 'unknown_store'])
  expect(await refused({ targets: [{ ...germany, rate: 0.12345678 }] })).toEqual([422, 'invalid_fields'])
  const norwegian = await signedInStaff(test.db, { role: 'catalogue', stores: ['no'] })
  expect(await refused({}, norwegian)).toEqual([403, 'store_not_permitted'])
  expect(await refused({ source: 'no' }, norwegian)).toEqual([403, 'store_not_permitted'])
})

it('works with ten thousand products, in pages, in the background', async () => {
  await test.db.transaction().execute(async (trx) => {
    // The change log of new products takes most of the time and is not looked at.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into product (sku, type) select 'BULK-' || lpad(n::text, 5, '0'), 1 from generate_series(1, 10000) n`.execute(
      trx,
    )
    await sql`insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
      select id, s, 'Vara ' || sku, lower(sku), 2500 from product, unnest(array['sv', 'de']) s where starts_with(sku, 'BULK-')`.execute(
      trx,
    )
    await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
      select id, 'sv', 'normal', 1, 100 * (10 + id % 990) from product where starts_with(sku, 'BULK-')`.execute(
      trx,
    )
  })
  const query = { query: 'q=BULK-' }
  const first = await preview(query)
  expect([first.total, first.rows.length, first.rows[0]!.sku]).toEqual([10_000, 100, 'BULK-00001'])
  const last = await preview(query, { offset: 9_900 })
  expect([last.rows.at(-1)!.sku, last.digest]).toEqual(['BULK-10000', first.digest])
  const { job } = (await start(first, query)).body
  expect(enqueued).toEqual([job])
  const services = { db: test.db, clock: Date.now, jobs, products: productEditor }
  await runStaffJob(
    {
      ...services,
      runImport: createImportRunner(tmpdir()),
      shipOrder: () => Promise.reject(new Error('no job of this test ships')),
    },
    job,
  )
  expect((await callAdmin(app, staff, 'GET', `jobs/${job}`)).body).toMatchObject({
    job: { state: 'done', changed: 10_000, refused: 0 },
  })
  expect((await preview(query)).total).toBe(0)
}, 60_000)
