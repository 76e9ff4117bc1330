import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'

let test: TestDatabase
let app: FastifyInstance
let catalogue: TestStaff
const jobs: JobQueue = { enqueue: async () => {} }

beforeAll(async () => {
  test = await testDatabase()
  await smallCatalogue(test.db)
  app = await adminApp(testServices({ db: test.db }), { jobs, catalogue: {} as Catalogue })
  catalogue = await signedInStaff(test.db, { role: 'catalogue' })
})
afterAll(async () => {
  await app.close()
  await test.drop()
})

const call = (method: 'GET' | 'POST', path: string, body?: object, person = catalogue) =>
  callAdmin(app, person, method, path, body)

const products = ['NC-AA4', 'NC-2032'].map((sku) => ({ store: 'da', sku }))
const adjustment = (from: string, to: string | null, replaces = false) => ({
  field: 'plan',
  by: { how: 'percent', percent: -20 },
  rounds: false,
  starts_on: from,
  ends_on: to,
  replaces,
})
const plan = async (from: string, to: string | null, replaces = false) => {
  const answer = await call('POST', 'price-changes', {
    target: { products },
    adjustment: adjustment(from, to, replaces),
    count: 2,
  })
  expect(answer.status).toBe(200)
  return (answer.body as { job: number }).job
}
const preview = async (given: object) =>
  (await call('POST', 'price-changes/preview', { target: { products }, adjustment: given })).body
const calendar = async (person = catalogue) => {
  const { body } = await call('GET', 'campaigns?from=2037-11-01&to=2037-12-31', undefined, person)
  return (body as { campaigns: { planned: boolean; starts_on: string; ends_on: string | null }[] }).campaigns
}
const jobAt = async (id: number) =>
  ((await call('GET', `jobs/${id}`)).body as { job: { kind: string; changed: number; refused: number } }).job
const days = async () => (await calendar()).map(({ starts_on: from, ends_on: to }) => `${from} ${to}`)

it('plans two campaigns of products, shows them in the calendar, and removes and restores one', async () => {
  const job = await plan('2037-11-20', '2037-11-30')
  expect(await jobAt(job)).toMatchObject({ kind: 'campaign-plan', changed: 2, state: 'done' })
  await plan('2037-12-01', null)
  expect(await calendar()).toMatchObject([
    { store: 'da', starts_on: '2037-11-20', ends_on: '2037-11-30', planned: true, products: 2, not_lower: 0 },
    { store: 'da', starts_on: '2037-12-01', ends_on: null, planned: true, products: 2 },
  ])
  const { rows } = await sql`select from price_tier t where t.store = 'da' and t.kind = 'campaign'
    and t.starts_at > '2037-01-01'`.execute(test.db)
  expect(rows).toHaveLength(0)

  const period = { store: 'da', starts_at: '2037-11-19T23:00:00.000Z', ends_at: '2037-11-30T23:00:00.000Z' }
  const filter = encodeURIComponent(`${period.starts_at}/${period.ends_at}`)
  const grid = (await call('GET', `price-grid?filter.store=da&filter.campaign_period=${filter}&sort=sku`))
    .body
  expect((grid as { rows: { sku: string }[] }).rows.map(({ sku }) => sku)).toEqual(['NC-2032', 'NC-AA4'])

  const removal = await call('POST', 'planned-campaigns/remove', period)
  expect(removal.status).toBe(200)
  expect(await days()).toEqual(['2037-12-01 null'])
  expect(await call('POST', 'planned-campaigns/remove', period)).toEqual({
    status: 409,
    body: { code: 'nothing_to_change' },
  })
  const { job: removed } = removal.body as { job: number }
  expect((await call('POST', `jobs/${removed}/undo`)).status).toBe(200)
  expect(await days()).toEqual(['2037-11-20 2037-11-30', '2037-12-01 null'])

  const { rows: entries } = await sql<{ action: string; id: number }>`select action, id from audit_entry
    where object_kind = 'product' and object_id = 'NC-AA4' and action like 'campaign.%' order by id`.execute(
    test.db,
  )
  expect(entries.map(({ action }) => action)).toEqual([
    'campaign.plan',
    'campaign.plan',
    'campaign.remove',
    'campaign.plan',
  ])
  // The audit undoes the last one for one product.
  expect((await call('POST', `audit/${entries.at(-1)!.id}/undo`)).status).toBe(200)
  expect(await calendar()).toMatchObject([{ products: 1 }, { products: 2 }])
  expect((await call('POST', `audit/${entries[0]!.id}/undo`)).body).toMatchObject({ code: 'changed_since' })
})

it('names the campaigns that overlap, and replaces them only where the person says so', async () => {
  expect(await preview(adjustment('2037-12-20', '2037-12-24'))).toMatchObject({
    changes: 0,
    refused: 2,
    rows: [
      { outcome: 'refused', refusal: 'campaign_overlaps', overlaps: [{ ends_at: null }] },
      { outcome: 'refused', refusal: 'campaign_overlaps' },
    ],
  })
  const given = adjustment('2037-12-20', '2037-12-24', true)
  expect(await preview(given)).toMatchObject({ changes: 2, replaced: 2, rows: [{ overlaps: [{}] }, {}] })
  const job = await plan('2037-12-20', '2037-12-24', true)
  expect((await days()).filter((period) => period.startsWith('2037-12'))).toEqual(['2037-12-20 2037-12-24'])
  expect((await call('POST', `jobs/${job}/undo`)).status).toBe(200)
  expect((await days()).filter((period) => period.startsWith('2037-12'))).toEqual(['2037-12-01 null'])
})

it('says before a campaign is started which planned ones wait for its end', async () => {
  const campaign = { ...adjustment('2037-12-20', '2037-12-24'), field: 'campaign' }
  const { replaces: _replaces, ...started } = campaign
  expect(await preview(started)).toMatchObject({
    changes: 2,
    replaced: 0,
    rows: [{ outcome: 'change', overlaps: [{ starts_at: '2037-11-30T23:00:00.000Z' }] }, {}],
  })
  const body = { target: { products: products.slice(0, 1) }, adjustment: started, count: 1 }
  const { job } = (await call('POST', 'price-changes', body)).body as { job: number }
  expect((await calendar()).slice(-2)).toMatchObject([
    { starts_on: '2037-12-01', planned: true, products: 2, delayed: 1 },
    { starts_on: '2037-12-20', planned: false, products: 1, delayed: 0 },
  ])
  await call('POST', `jobs/${job}/undo`)
})

it('is limited to stores in which the person may change prices', async () => {
  const swedish = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
  const reader = await signedInStaff(test.db, { role: 'auditor' })
  const body = { target: { products }, adjustment: adjustment('2037-10-01', null), count: 2 }
  const period = { store: 'da', starts_at: '2037-11-30T23:00:00.000Z', ends_at: null }
  for (const person of [swedish, reader]) {
    expect((await call('POST', 'price-changes', body, person)).status).toBe(403)
    expect((await call('POST', 'planned-campaigns/remove', period, person)).status).toBe(403)
  }
  expect(await calendar(swedish)).toEqual([])
  expect(await calendar(reader)).not.toEqual([])
})

it('refuses a campaign for later without its first day', async () => {
  const { starts_on: _day, ...without } = adjustment('2037-10-01', null)
  const answer = await call('POST', 'price-changes/preview', { target: { products }, adjustment: without })
  expect(answer.status).toBe(422)
})
