import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { beginCampaigns } from '../../domain/catalogue/plan-campaigns.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import { expectedCampaigns } from '../../domain/catalogue/campaigns-at.server.ts'
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
  startsOn: from,
  endsOn: to,
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
  return (body as { campaigns: { planned: boolean; startsOn: string; endsOn: string | null }[] }).campaigns
}
const jobAt = async (id: number) =>
  ((await call('GET', `jobs/${id}`)).body as { job: { kind: string; changed: number; refused: number } }).job
const days = async () => (await calendar()).map(({ startsOn: from, endsOn: to }) => `${from} ${to}`)

it('plans two campaigns of products, shows them in the calendar, and removes and restores one', async () => {
  const job = await plan('2037-11-20', '2037-11-30')
  expect(await jobAt(job)).toMatchObject({ kind: 'campaign-plan', changed: 2, state: 'done' })
  await plan('2037-12-01', null)
  expect(await calendar()).toMatchObject([
    { store: 'da', startsOn: '2037-11-20', endsOn: '2037-11-30', planned: true, products: 2, notLower: 0 },
    { store: 'da', startsOn: '2037-12-01', endsOn: null, planned: true, products: 2 },
  ])
  const { rows } = await sql`select from price_tier t where t.store = 'da' and t.kind = 'campaign'
    and t.starts_at > '2037-01-01'`.execute(test.db)
  expect(rows).toHaveLength(0)

  const period = { store: 'da', startsAt: '2037-11-19T23:00:00.000Z', endsAt: '2037-11-30T23:00:00.000Z' }
  const filter = encodeURIComponent(`${period.startsAt}/${period.endsAt}`)
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
      { outcome: 'refused', refusal: 'campaign_overlaps', overlaps: [{ endsAt: null }] },
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
    rows: [{ outcome: 'change', overlaps: [{ startsAt: '2037-11-30T23:00:00.000Z' }] }, {}],
  })
  const body = { target: { products: products.slice(0, 1) }, adjustment: started, count: 1 }
  const { job } = (await call('POST', 'price-changes', body)).body as { job: number }
  expect((await calendar()).slice(-2)).toMatchObject([
    { startsOn: '2037-12-01', planned: true, products: 2, delayed: 1 },
    { startsOn: '2037-12-20', planned: false, products: 1, delayed: 0 },
  ])
  await call('POST', `jobs/${job}/undo`)
})

it('shows planned campaigns in the grid, and plans, changes and removes them as they are typed', async () => {
  const [batteries] = products
  const rowsOf = async (more: string) => {
    const { body } = await call('GET', `price-grid?filter.store=da&sort=sku&q=NC-AA4${more}`)
    return body as {
      plannedFrom: string[]
      rows: { prices: { campaign: Record<string, unknown> | null }; startsOn: string | null }[]
    }
  }
  const type = (campaign: object | null, expected: unknown, replaces = false) => ({
    plans: [{ ...batteries, campaign, expected }],
    replaces,
  })
  const at = (price: number, from: string, to: string | null) => ({
    tiers: [{ quantity: 1, price }],
    startsAt: from,
    endsAt: to,
  })
  const save = (body: object, person = catalogue) => call('POST', 'price-changes', body, person)
  const check = async (body: object) => (await call('POST', 'price-changes/preview', body)).body
  // Without a start it is no campaign for later.
  const { startsAt: _start, ...without } = at(20, '2037-05-01', null)
  expect((await save(type({ ...without, startsAt: null }, null))).status).toBe(422)
  expect((await rowsOf('&plan=2037-05-01')).rows).toMatchObject([{ prices: { campaign: null } }])
  const wanted = type(at(20, '2037-05-01', '2037-05-31'), null)
  expect(await check(wanted)).toMatchObject({
    changes: 1,
    rows: [
      { outcome: 'change', after: { campaign: { tiers: [{ quantity: 1, price: 20 }] } }, reduction: {} },
    ],
  })
  expect((await save(wanted)).status).toBe(200)
  const grid = await rowsOf('&plan=next')
  expect(grid).toMatchObject({ rows: [{ startsOn: '2037-05-01', endsOn: '2037-05-31' }] })
  expect(grid.plannedFrom).toContain('2037-05-01')
  expect((await rowsOf('')).rows[0]!.prices.campaign).not.toEqual(grid.rows[0]!.prices.campaign)
  const stored = (await rowsOf('&plan=2037-05-01')).rows[0]!.prices.campaign

  // Longer by ten days, and cheaper, in the place of the former one.
  const longer = type(at(18, '2037-05-01', '2037-06-10'), stored)
  expect(await check(longer)).toMatchObject({ rows: [{ outcome: 'change', replaces: stored }] })
  await save(longer)
  expect(await check(longer)).toMatchObject({ refused: 1, rows: [{ refusal: 'changed_meanwhile' }] })
  expect(await save(longer)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } })

  const overlapping = type(at(15, '2037-06-01', '2037-06-30'), null)
  expect(await check(overlapping)).toMatchObject({ refused: 1, rows: [{ refusal: 'campaign_overlaps' }] })
  expect(await check({ ...overlapping, replaces: true })).toMatchObject({ changes: 1, replaced: 1 })

  const changed = (await rowsOf('&plan=next')).rows[0]!.prices.campaign
  const swedish = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
  expect((await save(type(null, changed), swedish)).status).toBe(403)
  expect((await save(type(null, changed))).status).toBe(200)
  expect((await rowsOf('')).plannedFrom).not.toContain('2037-05-01')
})

it('is known to the preview of a day after its start, with the 30-day lowest price', async () => {
  const batteries = { store: 'de', sku: 'NC-AA4' }
  const body = {
    target: { products: [batteries] },
    adjustment: adjustment('2037-03-01', '2037-03-31'),
    count: 1,
  }
  expect((await call('POST', 'price-changes', body)).status).toBe(200)
  const { rows } = await sql<{
    id: ProductId
    price: number
  }>`select p.id, t.price_minor as price from product p
    join price_tier t on t.product_id = p.id and t.store = 'de' and t.kind = 'normal' and t.min_quantity = 1
    where p.sku = 'NC-AA4'`.execute(test.db)
  const { id, price } = rows[0]!
  const services = { db: test.db, clock: Date.now }
  const seen = async (day: string) =>
    expectedCampaigns(services, { store: 'de', productIds: [id], at: Date.parse(`${day}T12:00Z`) })
  expect((await seen('2037-02-28')).size).toBe(0)
  expect((await seen('2037-03-02')).get(id)).toMatchObject({
    campaign: { tiers: [{ minQuantity: 1, priceMinor: Math.round(price * 0.8) }] },
    beforeMinor: price,
    lowestMinor: price,
  })
})

it('says what did not begin, on the list of things to do and in the calendar, until it was seen or removed', async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const batteries = { store: 'no', sku: 'NC-AA4' }
  const later = { ...adjustment(day(2), day(3)) }
  const { by, rounds } = later
  const running = { field: 'campaign', by, rounds, startsOn: null, endsOn: null }
  const start = (wire: object) =>
    call('POST', 'price-changes', { target: { products: [batteries] }, adjustment: wire, count: 1 })
  expect((await start(later)).status).toBe(200)
  expect((await start(running)).status).toBe(200)
  const missed = async () => {
    const { tasks } = (await call('GET', 'todo?store=no')).body as {
      tasks: { name: string; count: number }[]
    }
    return tasks.find(({ name }) => name === 'campaigns_missed')
  }
  type Line = { startsAt: string; endsAt: string; planned: boolean; late: number }
  const shown = async () =>
    (await call('GET', `campaigns?from=${day(-40)}&to=${day(40)}&filter.store=no`)).body as {
      campaigns: Line[]
      expired: Line[]
    }
  expect(await missed()).toMatchObject({ count: 0, table: 'prices/campaigns', query: 'filter.store=no' })

  // Its start has passed, and the campaign of today has not ended.
  await sql`update planned_campaign set starts_at = now() - interval '1 hour' where store = 'no'`.execute(
    test.db,
  )
  const services = { db: test.db, clock: () => Date.now() }
  expect(await beginCampaigns(services)).toEqual({ begun: 0, expired: 0 })
  expect(await missed()).toMatchObject({ count: 1 })
  expect((await shown()).campaigns.find(({ planned }) => planned)).toMatchObject({ late: 1, delayed: 1 })

  await sql`update planned_campaign set ends_at = now() - interval '1 minute' where store = 'no'`.execute(
    test.db,
  )
  expect(await beginCampaigns(services)).toEqual({ begun: 0, expired: 1 })
  expect(await missed()).toMatchObject({ count: 1 })
  const [expired] = (await shown()).expired
  expect(expired).toMatchObject({ store: 'no', products: 1 })
  const { startsAt: starts_at, endsAt: ends_at } = expired!
  const dismiss = (person = catalogue) =>
    call('POST', 'expired-campaigns/dismiss', { store: 'no', startsAt: starts_at, endsAt: ends_at }, person)
  const swedish = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
  expect((await dismiss(swedish)).status).toBe(403)
  expect((await dismiss()).status).toBe(200)
  expect((await dismiss()).status).toBe(409)
  expect(await missed()).toMatchObject({ count: 0 })
  expect((await shown()).expired).toEqual([])
})

it('is limited to stores in which the person may change prices', async () => {
  const swedish = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
  const reader = await signedInStaff(test.db, { role: 'auditor' })
  const body = { target: { products }, adjustment: adjustment('2037-10-01', null), count: 2 }
  const period = { store: 'da', startsAt: '2037-11-30T23:00:00.000Z', endsAt: null }
  for (const person of [swedish, reader]) {
    expect((await call('POST', 'price-changes', body, person)).status).toBe(403)
    expect((await call('POST', 'planned-campaigns/remove', period, person)).status).toBe(403)
  }
  expect(await calendar(swedish)).toEqual([])
  expect(await calendar(reader)).not.toEqual([])
})

it('refuses a campaign for later without its first day', async () => {
  const { startsOn: _day, ...without } = adjustment('2037-10-01', null)
  const answer = await call('POST', 'price-changes/preview', { target: { products }, adjustment: without })
  expect(answer.status).toBe(422)
})
