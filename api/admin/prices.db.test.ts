import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storesToUndo } from '../../domain/undo/undo-change.server.ts'
import { reversals } from '../../server/reversals.ts'
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

interface Row {
  sku: string
  store: string
  prices: Prices
  cost: number | null
  startsOn: string | null
  endsOn: string | null
}
interface Prices {
  normal: { quantity: number; price: number }[]
  campaign: object | null
}
interface Plan {
  total: number
  digest: string
  changes: number
  refused: number
  replaced: number
  rows: {
    sku: string
    outcome: string
    refusal: string | null
    after: Prices
    reduction: object | null
    replaces: object | null
  }[]
}

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, person = catalogue) =>
  callAdmin(app, person, method, path, body)
const gridOf = async (query: string) =>
  ((await call('GET', `price-grid?${query}`)).body as { rows: Row[]; count: number }).rows
const preview = async (body: object) => {
  const answer = await call('POST', 'price-changes/preview', body)
  expect(answer.status).toBe(200)
  return answer.body as Plan
}
const audit = async (object: string) => {
  const { rows } = await sql<{ action: string }>`select action from audit_entry
    where object_kind || ':' || object_id = ${object} order by id`.execute(test.db)
  return rows.map(({ action }) => action)
}
const percent = (value: number) => ({
  field: 'normal',
  by: { how: 'percent', percent: value },
  rounds: false,
})

describe('a bulk change of all that match a view', () => {
  it('is previewed per row, done as a job, and undone', async () => {
    const target = { query: 'filter.store=sv&q=NC-&sort=name' }
    const plan = await preview({ target, adjustment: percent(-10) })
    const before = await gridOf('filter.store=sv&q=NC-')
    expect([plan.total, plan.changes]).toEqual([before.length, before.length])
    const start = (count: number) =>
      call('POST', 'price-changes', { target, adjustment: percent(-10), count, reason: 'autumn' })
    expect(await start(plan.total + 1)).toEqual({
      status: 409,
      body: { code: 'count_changed', count: plan.total },
    })
    const { job } = (await start(plan.total)).body as { job: number }
    const after = await gridOf('filter.store=sv&q=NC-')
    expect(after.map(({ prices }) => prices)).toEqual(
      after.map(({ sku }) => plan.rows.find((row) => row.sku === sku)!.after),
    )
    expect((await call('GET', `jobs/${job}`)).body).toMatchObject({
      job: { state: 'done', changed: plan.total, canUndo: true, reason: 'autumn' },
    })
    expect(await audit(`job:${job}`)).toEqual(['job.start'])
    const undone = (await call('POST', `jobs/${job}/undo`)).body as { job: number }
    expect(await audit(`job:${undone.job}`)).toEqual(['job.undo'])
    expect(await gridOf('filter.store=sv&q=NC-')).toEqual(before)
    expect((await call('POST', `jobs/${job}/undo`)).body).toMatchObject({ code: 'already_undone' })
    const { jobs: own } = (await call('GET', 'jobs')).body as { jobs: { id: number; seen: boolean }[] }
    expect(own.slice(0, 2).map(({ id, seen }) => [id, seen])).toEqual([
      [undone.job, false],
      [job, false],
    ])
    await call('POST', 'jobs/seen', { upTo: undone.job })
    expect((await call('GET', 'jobs')).body).toMatchObject({ jobs: [{ seen: true }, { seen: true }] })
  })

  it('is started as previewed, or not at all: prices that changed since are not lowered twice', async () => {
    const body = { target: { query: 'filter.store=sv&q=NC-' }, adjustment: percent(-10) }
    const { total: count, digest } = await preview(body)
    const start = (answered = digest) =>
      call('POST', 'price-changes', { ...body, count, digest: answered }) as Promise<{
        status: number
        body: { job: number }
      }>
    const { job } = (await start()).body
    const lowered = await gridOf('filter.store=sv&q=NC-')
    // The same request again, because its answer was lost.
    expect(await start()).toEqual({ status: 409, body: { code: 'changed_meanwhile' } })
    expect(await gridOf('filter.store=sv&q=NC-')).toEqual(lowered)
    const { digest: now } = await preview(body)
    const again = (await start(now)).body
    for (const undone of [again.job, job]) await call('POST', `jobs/${undone}/undo`)
  })

  it('answers the outcome of every row as a file for spreadsheets', async () => {
    const adjustment = { field: 'normal', by: { how: 'amount', amount: -30 }, rounds: false }
    const products = ['NC-AA4', 'NC-2032'].map((sku) => ({ store: 'sv', sku }))
    const { job } = (await call('POST', 'price-changes', { target: { products }, adjustment, count: 2 }))
      .body as { job: number }
    const file = await app.inject({ url: `/admin/api/jobs/${job}/rows.csv`, headers: catalogue.headers })
    expect(
      file.body
        .trimStart()
        .split('\r\n')
        .map((line) => line.split(';').slice(0, 4)),
    ).toEqual([
      ['object', 'store', 'outcome', 'refusal'],
      ['NC-2032', 'sv', 'refused', 'not_above_zero'],
      ['NC-AA4', 'sv', 'changed', ''],
      [''],
    ])
    await call('POST', `jobs/${job}/undo`)
  })

  it('is limited to stores in which the person may change prices, and hidden from others', async () => {
    const swedish = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
    const target = { query: 'q=NC-AA4' }
    const plan = (await call('POST', 'price-changes/preview', { target, adjustment: percent(-5) }, swedish))
      .body as Plan
    expect(plan.total).toBe(1)
    const products = [{ store: 'de', sku: 'NC-AA4' }]
    const german = { target: { products }, adjustment: percent(-5), count: 1 }
    expect((await call('POST', 'price-changes', german, swedish)).status).toBe(403)
    const { job } = (await call('POST', 'price-changes', german)).body as { job: number }
    const reader = await signedInStaff(test.db, { role: 'auditor' })
    for (const person of [swedish, reader]) {
      expect((await call('GET', `jobs/${job}`, undefined, person)).status).toBe(404)
      expect((await call('POST', `jobs/${job}/undo`, undefined, person)).status).toBe(404)
    }
    expect((await call('POST', 'price-changes/preview', german, reader)).status).toBe(403)
    const manager = await signedInStaff(test.db, { role: 'manager' })
    expect((await call('POST', `jobs/${job}/undo`, undefined, manager)).status).toBe(200)
    const wrong = { target: { query: 'filter.colour=red' }, adjustment: percent(-5) }
    expect((await call('POST', 'price-changes/preview', wrong)).body).toMatchObject({ code: 'invalid_view' })
  })
})

describe('the price grid', () => {
  it('shows before saving the 30-day lowest price and the percentage that may be announced', async () => {
    const [row] = await gridOf('filter.store=de&filter.sku=NC-AA10')
    const change = (campaign: object | null, expected = row!.prices) => ({
      changes: [{ store: 'de', sku: 'NC-AA10', prices: { ...row!.prices, campaign }, expected }],
    })
    const campaign = {
      tiers: [{ quantity: 1, price: 79 }],
      startsAt: '2036-11-27',
      endsAt: '2036-11-30',
    }
    const plan = await preview(change(campaign))
    expect(plan.rows).toMatchObject([
      { outcome: 'change', reduction: { lowest: 99, percent: 20 }, replaces: null },
    ])
    expect((await call('POST', 'price-changes', change(campaign))).status).toBe(200)
    const [saved] = await gridOf('filter.store=de&filter.sku=NC-AA10')
    expect(saved).toMatchObject({
      startsOn: '2036-11-27',
      endsOn: '2036-11-30',
      // Midnights of Berlin.
      prices: { campaign: { startsAt: '2036-11-26T23:00:00.000Z', endsAt: '2036-11-30T23:00:00.000Z' } },
    })
    const other = { ...campaign, startsAt: '2036-11-29', endsAt: null }
    const replacing = await preview(change(other, saved!.prices))
    expect(replacing).toMatchObject({ replaced: 1, rows: [{ replaces: saved!.prices.campaign }] })
    const bulk = await preview({
      target: { query: 'filter.store=de&filter.sku=NC-AA10' },
      adjustment: {
        field: 'campaign',
        by: { how: 'percent', percent: -50 },
        rounds: true,
        startsOn: '2036-12-01',
        endsOn: null,
      },
    })
    expect(bulk).toMatchObject({
      replaced: 1,
      rows: [{ after: { campaign: { tiers: [{ price: 49.99 }] } } }],
    })
  })

  it('answers both versions where somebody else has changed a price, and saves nothing', async () => {
    const rows = await gridOf('filter.store=no&q=NC-AA')
    const prices = (price: number) => ({ normal: [{ quantity: 1, price }], campaign: null })
    const save = (price: number) =>
      call('POST', 'price-changes', {
        changes: rows.map(({ sku, store, prices: expected }) => ({
          sku,
          store,
          expected,
          prices: prices(price),
        })),
      })
    const { sku } = rows[1]!
    await app.inject({
      method: 'PUT',
      url: `/admin/api/products/no/${sku}/prices`,
      headers: catalogue.headers,
      payload: { prices: prices(55), expected: rows[1]!.prices },
    })
    expect(await save(44)).toEqual({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        conflicts: [{ sku, store: 'no', current: prices(55), given: prices(44) }],
      },
    })
    expect((await gridOf('filter.store=no&q=NC-AA')).map((row) => row.prices)).toEqual([
      rows[0]!.prices,
      prices(55),
    ])
  })

  it('refuses prices that rise with the quantity, unless they did already or an undo brings them back', async () => {
    const priceOf = async () => (await gridOf('filter.store=da&filter.sku=NC-AA4'))[0]!.prices
    const before = await priceOf()
    const tiers = (unit: number, ten: number) => ({
      normal: [
        { quantity: 1, price: unit },
        { quantity: 10, price: ten },
      ],
      campaign: null,
    })
    const row = { store: 'da', sku: 'NC-AA4' }
    const put = async (prices: object) => {
      const { status, body } = await call('PUT', 'products/da/NC-AA4/prices', {
        prices,
        expected: await priceOf(),
      })
      return [status, (body as { code?: string }).code]
    }
    const changes = [{ ...row, prices: tiers(50, 60), expected: before }]
    expect(await preview({ changes })).toMatchObject({
      refused: 1,
      rows: [{ outcome: 'refused', refusal: 'tier_not_lower' }],
    })
    expect(await put(tiers(50, 60))).toEqual([409, 'tier_not_lower'])
    expect(await put(tiers(50, 50))).toEqual([200, undefined])
    // As a feed of an earlier version has left them.
    await sql`update price_tier set price_minor = 6000 where min_quantity = 10 and store = 'da'
      and product_id = (select id from product where sku = 'NC-AA4')`.execute(test.db)
    expect(await put(tiers(49, 60))).toEqual([200, undefined])
    expect(await put(tiers(49, 45))).toEqual([200, undefined])
    const [entry] = (
      (await call('GET', 'audit?filter.object=product:NC-AA4&filter.action=price.change')).body as {
        rows: { id: number }[]
      }
    ).rows
    expect((await call('POST', `audit/${entry!.id}/undo`)).status).toBe(200)
    expect(await priceOf()).toEqual(tiers(49, 60))
    expect(await put(before)).toEqual([200, undefined])
  })

  it('refuses nonsense and a product that is there twice', async () => {
    const row = { store: 'sv', sku: 'NC-AA4', expected: { normal: [], campaign: null } }
    const unit = { normal: [{ quantity: 1, price: 10 }], campaign: null }
    for (const changes of [
      [{ ...row, prices: { normal: [{ quantity: 1, price: -1 }], campaign: null } }],
      [{ ...row, prices: { normal: [{ quantity: 1, price: 1.001 }], campaign: null } }],
      [
        { ...row, prices: unit },
        { ...row, prices: unit },
      ],
    ])
      expect((await call('POST', 'price-changes/preview', { changes })).status).toBe(422)
  })
})

describe('purchase costs', () => {
  const costsOf = async (person = catalogue) =>
    (await call('GET', 'products/NC-AA10', undefined, person)).body as {
      costs: Record<string, number | null>
      timeline: { id: number; action: string; canUndo: boolean }[]
    }
  const set = (costs: object, expected: object, person = catalogue) =>
    call('PUT', 'products/NC-AA10/costs', { costs, expected }, person)
  const none = { SEK: null, NOK: null, EUR: null, DKK: null }

  it('are set per currency, seen by those who change prices, and undone', async () => {
    expect((await costsOf()).costs).toEqual(none)
    expect((await set({ SEK: 40.5, EUR: 3.9 }, { SEK: null, EUR: null })).body).toEqual({
      costs: { SEK: 40.5, EUR: 3.9 },
    })
    expect(await set({ SEK: 50 }, { SEK: null })).toEqual({
      status: 409,
      body: { code: 'changed_meanwhile', current: { SEK: 40.5, EUR: 3.9 } },
    })
    await set({ SEK: 50, EUR: 3.9 }, { SEK: 40.5, EUR: 3.9 })
    const { costs, timeline } = await costsOf()
    expect(costs).toEqual({ ...none, SEK: 50, EUR: 3.9 })
    const [entry] = timeline
    expect(entry).toMatchObject({ action: 'cost.change', canUndo: true })
    expect((await call('POST', `audit/${entry!.id}/undo`)).status).toBe(200)
    expect((await costsOf()).costs).toEqual({ ...none, SEK: 40.5, EUR: 3.9 })
    expect((await set({ USD: 1 }, {})).status).toBe(403)
    expect((await set({ SEK: -1 }, { SEK: 40.5 })).status).toBe(422)
  })

  it('are undone by staff of the stores of their currencies, wherever the product is sold', async () => {
    const entry = {
      store: null,
      objectKind: 'product',
      objectId: 'NC-AA10',
      before: { SEK: 1 },
      after: { EUR: 2 },
    }
    expect(await storesToUndo(test.db, reversals, { ...entry, action: 'cost.change' })).toEqual(['sv', 'de'])
    const dearer = { ...entry, action: 'cost.change', before: {}, after: { DKK: 3 } }
    expect(await storesToUndo(test.db, reversals, dearer)).toEqual(['da'])
  })

  it('are hidden from others, and from staff of other stores', async () => {
    const service = await signedInStaff(test.db, { role: 'service' })
    const hidden = await costsOf(service)
    expect(hidden.costs).toEqual({})
    expect(hidden.timeline.map(({ action }) => action)).not.toContain('cost.change')
    expect((await set({ SEK: 1 }, { SEK: 40.5 }, service)).status).toBe(403)
    const german = await signedInStaff(test.db, { role: 'catalogue', stores: ['de'] })
    expect((await costsOf(german)).costs).toEqual({ EUR: 3.9 })
    expect((await set({ SEK: 1 }, { SEK: 40.5 }, german)).status).toBe(403)
    const auditor = await signedInStaff(test.db, { role: 'auditor' })
    const grid = (await call('GET', 'price-grid?filter.sku=NC-AA10', undefined, auditor)).body
    expect((grid as { rows: Row[] }).rows.map(({ cost }) => cost)).toEqual([null, null, null, null])
  })

  it('give the margin of each planned price, and a warning below the cost', async () => {
    const rows = await gridOf('filter.sku=NC-AA10')
    const cost = Object.fromEntries(rows.map((row) => [row.store, row.cost]))
    expect(cost).toEqual({ sv: 40.5, no: null, de: 3.9, da: null })
    const changes = ['sv', 'no'].map((store) => {
      const { prices } = rows.find((row) => row.store === store)!
      return {
        store,
        sku: 'NC-AA10',
        expected: prices,
        prices: { normal: [{ quantity: 1, price: 45 }], campaign: null },
      }
    })
    expect(await preview({ changes })).toMatchObject({
      belowCost: 1,
      rows: [
        // 45 is 36 without VAT.
        { store: 'sv', outcome: 'change', margin: { percent: -12.5, isBelowCost: true } },
        { store: 'no', outcome: 'change', margin: null },
      ],
    })
    const products = [{ store: 'sv', sku: 'NC-AA10' }]
    const dearer = { field: 'normal', by: { how: 'set', amount: 101.25 }, rounds: false }
    expect(await preview({ target: { products }, adjustment: dearer })).toMatchObject({
      belowCost: 0,
      rows: [{ margin: { percent: 49.9, isBelowCost: false } }],
    })
  })
})

describe('prices in the digits of the currency', () => {
  const typed = async (sku: string, store: string, normal: number, campaign?: number) => {
    const [row] = await gridOf(`filter.store=${store}&filter.sku=${sku}`)
    const prices = {
      normal: [{ quantity: 1, price: normal }],
      campaign:
        campaign === undefined
          ? null
          : { tiers: [{ quantity: 1, price: campaign }], startsAt: null, endsAt: null },
    }
    return { changes: [{ store, sku, prices, expected: row!.prices }] }
  }

  it('are what is typed, pasted or calculated in more, rounded and named before and after saving', async () => {
    const body = await typed('NC-OUT', 'sv', 12.9, 11.4)
    expect((await preview(body)).rows).toMatchObject([
      {
        outcome: 'change',
        after: {
          normal: [{ quantity: 1, price: 13 }],
          campaign: { tiers: [{ quantity: 1, price: 11 }] },
        },
        rounded: [
          { kind: 'normal', quantity: 1, from: 12.9, to: 13 },
          { kind: 'campaign', quantity: 1, from: 11.4, to: 11 },
        ],
      },
    ])
    expect((await call('POST', 'price-changes', body)).status).toBe(200)
    const [saved] = await gridOf('filter.store=sv&filter.sku=NC-OUT')
    expect(saved!.prices).toMatchObject({
      normal: [{ price: 13 }],
      campaign: { tiers: [{ price: 11 }] },
    })
    const target = { products: [{ store: 'sv', sku: 'NC-OUT' }] }
    expect((await preview({ target, adjustment: percent(-5) })).rows).toMatchObject([
      { after: { normal: [{ price: 12 }] }, rounded: [{ from: 12.35, to: 12 }] },
    ])
    const inEuro = await typed('NC-OUT', 'de', 12.9)
    expect((await preview(inEuro)).rows).toMatchObject([
      { after: { normal: [{ price: 12.9 }] }, rounded: [] },
    ])
  })

  it('are refused as nothing, and as a campaign that is not lower', async () => {
    const refusalOf = async (body: object) => (await preview(body)).rows.map(({ refusal }) => refusal)
    expect(await refusalOf(await typed('NC-OUT', 'sv', 0.45))).toEqual(['rounds_to_nothing'])
    expect(await refusalOf(await typed('NC-OUT', 'sv', 12.9, 12.6))).toEqual(['campaign_not_lower'])
    expect(await refusalOf(await typed('NC-OUT', 'sv', 13, 13))).toEqual(['campaign_not_lower'])
    const [row] = await gridOf('filter.store=sv&filter.sku=NC-OUT')
    const one = { prices: { normal: [{ quantity: 1, price: 0.45 }], campaign: null }, expected: row!.prices }
    expect(await call('PUT', 'products/sv/NC-OUT/prices', one)).toMatchObject({
      status: 409,
      body: { code: 'rounds_to_nothing' },
    })
  })

  it('hold for campaigns that are planned for later', async () => {
    const [row] = await gridOf('filter.store=sv&filter.sku=NC-OUT')
    const unit = row!.prices.normal[0]!.price
    const plans = (price: number) => ({
      plans: [
        {
          store: 'sv',
          sku: 'NC-OUT',
          campaign: { tiers: [{ quantity: 1, price }], startsAt: '2037-05-01', endsAt: '2037-05-02' },
          expected: null,
        },
      ],
      replaces: true,
    })
    expect((await preview(plans(unit - 1.4))).rows).toMatchObject([
      {
        outcome: 'change',
        after: { campaign: { tiers: [{ price: unit - 1 }] } },
        rounded: [{ to: unit - 1 }],
      },
    ])
    expect((await preview(plans(unit - 0.4))).rows).toMatchObject([{ refusal: 'campaign_not_lower' }])
    expect((await preview(plans(0.3))).rows).toMatchObject([{ refusal: 'rounds_to_nothing' }])
  })
})

describe('the calendar of campaigns', () => {
  it('has a line for each period of a store, whose filter leads to its products', async () => {
    const starts = '2037-02-28T23:00:00.000Z'
    const change = async (store: string, sku: string, price: number) => {
      const { prices } = (await gridOf(`filter.store=${store}&filter.sku=${sku}`))[0]!
      const campaign = { tiers: [{ quantity: 1, price }], startsAt: starts, endsAt: null }
      const changes = [{ store, sku, prices: { ...prices, campaign }, expected: prices }]
      expect((await call('POST', 'price-changes', { changes })).status).toBe(200)
    }
    await change('da', 'NC-AA4', 30)
    await change('da', 'NC-2032', 10)
    // The normal price is lowered afterwards.
    const { prices } = (await gridOf('filter.store=da&filter.sku=NC-2032'))[0]!
    const lower = { ...prices, normal: [{ quantity: 1, price: 9 }] }
    const changes = [{ store: 'da', sku: 'NC-2032', prices: lower, expected: prices }]
    expect((await call('POST', 'price-changes', { changes })).status).toBe(200)
    const between = async (from: string, to: string, person = catalogue) => {
      const answer = await call('GET', `campaigns?from=${from}&to=${to}`, undefined, person)
      const { campaigns } = answer.body as { campaigns: { store: string; startsAt: string | null }[] }
      return campaigns.filter((each) => each.startsAt === starts)
    }
    // It begins with the first day of March in Denmark, which is still February in UTC.
    expect(await between('2037-02-01', '2037-02-28')).toEqual([])
    expect(await between('2037-03-01', '2037-03-01')).toMatchObject([
      { store: 'da', startsOn: '2037-03-01', endsOn: null, products: 2, notLower: 1 },
    ])
    expect(await between('2040-01-01', '2040-03-31')).toHaveLength(1)
    const period = encodeURIComponent(`${starts}/..`)
    const rows = await gridOf(`filter.store=da&filter.campaign_period=${period}&sort=sku`)
    expect(rows.map(({ sku }) => sku)).toEqual(['NC-2032', 'NC-AA4'])
    expect((await call('GET', 'price-grid?filter.campaign_period=soon')).status).toBe(400)
    const swedish = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
    expect(await between('2037-03-01', '2037-03-01', swedish)).toEqual([])
  })
})

describe('the filters of products', () => {
  const skusOf = async (query: string) => {
    const { body } = await call('GET', `products?filter.store=sv&${query}`)
    return (body as { rows: { sku: string }[] }).rows.map(({ sku }) => sku)
  }
  const attributesOf = async (sku: string) => {
    const { rows } = await sql<{ attributes: Record<string, unknown> }>`select attributes from product
      where sku = ${sku}`.execute(test.db)
    return rows[0]!.attributes
  }

  it('are those of the storefront: categories with those below, brands and values of attributes', async () => {
    const { body } = await call('GET', 'product-facets')
    expect(body).toMatchObject({
      brands: expect.arrayContaining([{ slug: 'nordcell', name: 'Nordcell' }]),
      attributes: [
        {
          code: 'battery_size',
          names: { sv: 'Storlek' },
          values: [
            { code: 'aa', names: { sv: 'AA' } },
            { code: 'cr2032', names: { sv: 'CR2032' } },
          ],
        },
        { code: 'capacity_mah', unit: 'mAh', values: [{ code: '1000' }, { code: '2000' }, { code: '2500' }] },
        { code: 'rechargeable', kind: 'flag', values: [{ code: 'true' }] },
      ],
    })
    const all = await skusOf('limit=200')
    const batteries = await skusOf('filter.category=batteries')
    const button = await skusOf('filter.category=button')
    expect(button.length).toBeGreaterThan(0)
    expect(batteries).toEqual(expect.arrayContaining(button))
    expect(batteries.length).toBeGreaterThan(button.length)
    expect(batteries.length).toBeLessThan(all.length)

    const sized = await skusOf('filter.attribute=battery_size:aa,battery_size:cr2032')
    for (const sku of all) expect(sized.includes(sku), sku).toBe('battery_size' in (await attributesOf(sku)))
    const both = await skusOf('filter.attribute=battery_size:aa,rechargeable:true')
    expect(both.length).toBeGreaterThan(0)
    for (const sku of both)
      expect(await attributesOf(sku)).toMatchObject({ battery_size: 'aa', rechargeable: true })
    expect(await skusOf('filter.attribute=capacity_mah:2500,rechargeable:true')).toEqual(both)
  })

  it('are those of addresses and saved views, as its sorts and columns are', async () => {
    const { rows } = await sql<{ sku: string; name: string; campaign: number | null }>`select p.sku, s.name,
        (select t.price_minor::float8 from price_tier t where t.product_id = p.id and t.store = 'sv'
          and t.kind = 'campaign' and t.min_quantity = 1) as campaign
      from product p join store_product s on s.product_id = p.id and s.store = 'sv'
      join price_tier n on n.product_id = p.id and n.store = 'sv' and n.kind = 'normal' and n.min_quantity = 1
      order by p.sku limit 3`.execute(test.db)
    const skus = rows.map(({ sku }) => sku)
    const query = `filter.sku=${skus.join(',')}&filter.priced=yes&sort=-sku&columns=sku,name,campaign_price`
    expect(await skusOf(query)).toEqual(skus.toReversed())
    expect(await skusOf('sort=name&limit=200')).toEqual(
      expect.arrayContaining(await skusOf('sort=-available&limit=200')),
    )
    for (const wrong of ['priced=perhaps', 'discontinued=1', 'sku=', 'store=Sverige'])
      expect((await call('GET', `products?filter.${wrong}`)).status, wrong).toBe(400)
    await call('POST', 'views', { table: 'products', name: 'Tre', query: `filter.store=sv&${query}` })
    expect((await call('GET', 'views?table=products')).body).toMatchObject({
      views: [{ name: 'Tre', count: 3 }],
    })
    const exported = await app.inject({
      url: `/admin/api/products.csv?filter.store=sv&${query}`,
      headers: catalogue.headers,
    })
    expect(exported.body.split('\r\n')).toEqual([
      '\uFEFFsku;name;campaignPrice',
      ...rows
        .toReversed()
        .map(
          ({ sku, name, campaign }) =>
            `${sku};${name};${campaign === null ? '' : String(campaign / 100).replace('.', ',')}`,
        ),
      '',
    ])
  })

  it('tell apart what can be bought now', async () => {
    const [there, gone] = [await skusOf('filter.in_stock=yes'), await skusOf('filter.in_stock=no')]
    const all = await skusOf('limit=200')
    expect([...there, ...gone].toSorted()).toEqual(all.toSorted())
    expect(there.length).toBeGreaterThan(0)
    expect((await call('GET', 'products?filter.attribute=nonsense')).status).toBe(400)
  })
})
