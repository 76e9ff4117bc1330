/** Stock through the API of the back office: the table, counts, thresholds, the history and its undo. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StockPage } from '../../contract/admin/stock.ts'
import { toSku } from '../../domain/products/sku.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

async function stocked(sku: string, available: number) {
  const id = await shop.addProduct({ available })
  await shop.db
    .updateTable('product')
    .set({ sku: toSku(sku) })
    .where('id', '=', id)
    .execute()
  return id
}
const page = async (sku: string) => (await callAdmin(app, owner, 'GET', `stock/sv/${sku}`)).body as StockPage
const list = async (query: string, person = owner) =>
  (await callAdmin(app, person, 'GET', `stock?${query}`)).body as {
    rows: StockPage['stock'][]
    count: number
  }
const count = (sku: string, body: object) => callAdmin(app, owner, 'POST', `stock/sv/${sku}/count`, body)
const undo = (id: number) => callAdmin(app, owner, 'POST', `audit/${id}/undo`)
/** The time of the database, by which stock moves. */
async function databaseTime(): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(shop.db)
  // Whole milliseconds: what follows is later.
  await sql`select pg_sleep(0.005)`.execute(shop.db)
  return rows[0]!.now.toISOString()
}

it('lists on hand, reserved and available units, and the open orders', async () => {
  const id = await stocked('LIST-1', 20)
  await paidOrders(shop).order([line(id, 3)])
  await paidOrders(shop).order([line(id, 2)])
  expect((await list('filter.sku=LIST-1&filter.store=sv')).rows).toMatchObject([
    { onHand: 20, reserved: 5, available: 15, openOrders: 2, threshold: 5, ownThreshold: null },
  ])
  const norwegian = await signedInStaff(shop.db, { role: 'warehouse', stores: ['no'], now: shop.now.at })
  expect((await list('filter.sku=LIST-1&filter.store=sv', norwegian)).count).toBe(0)
  expect((await callAdmin(app, norwegian, 'GET', 'stock/sv/LIST-1')).status).toBe(403)
  expect((await callAdmin(app, norwegian, 'POST', 'stock/sv/LIST-1/count', { units: 1 })).status).toBe(403)
})

it('is listed with the filters, sorts and columns that addresses and saved views have', async () => {
  for (const [sku, available, incoming, at] of [
    ['KEPT-1', 2, 7, '2026-12-02T23:30Z'],
    ['KEPT-2', 9, 0, null],
    ['KEPT-3', 0, 3, '2026-12-01T12:00Z'],
  ] as const) {
    const id = await stocked(sku, available)
    await sql`update stock set incoming = ${incoming}, incoming_at = ${at}, discontinued = ${sku === 'KEPT-3'}
      where product_id = ${id} and store = 'sv'`.execute(shop.db)
  }
  const skus = async (query: string) =>
    (await list(`q=kept&filter.store=sv&${query}`)).rows.map(({ sku }) => sku)
  expect(await skus('')).toEqual(['KEPT-1', 'KEPT-2', 'KEPT-3'])
  expect(await skus('sort=-available')).toEqual(['KEPT-2', 'KEPT-1', 'KEPT-3'])
  // Rows without a day come last in both directions.
  expect(await skus('sort=incoming_on')).toEqual(['KEPT-3', 'KEPT-1', 'KEPT-2'])
  expect(await skus('sort=-incoming_on')).toEqual(['KEPT-1', 'KEPT-3', 'KEPT-2'])
  expect(await skus('filter.below=yes')).toEqual(['KEPT-1', 'KEPT-3'])
  expect(await skus('filter.below=yes&filter.discontinued=no&filter.incoming=yes')).toEqual(['KEPT-1'])
  expect(await skus('filter.short=yes')).toEqual([])
  expect(await skus('filter.sku=KEPT-3,KEPT-2')).toEqual(['KEPT-2', 'KEPT-3'])
  const pages = async (sort: string) => {
    const found: string[] = []
    let after = ''
    do {
      const { body } = await callAdmin(app, owner, 'GET', `stock?q=kept&sort=${sort}&limit=1${after}`)
      const { rows, next } = body as { rows: { sku: string; store: string }[]; next: string | null }
      found.push(...rows.map(({ sku, store }) => `${sku} ${store}`))
      after = next === null ? '' : `&after=${next}`
    } while (after !== '')
    return found
  }
  // A product that is stocked in several stores has a row, and a key, in each of them.
  const id = await stocked('KEPT-4', 5)
  await sql`insert into stock (product_id, store, available) values (${id}, 'no', 5)
    on conflict (product_id, store) do update set available = 5`.execute(shop.db)
  for (const sort of ['available', 'incoming_on']) {
    const all = await pages(sort)
    expect(all).toEqual(expect.arrayContaining(['KEPT-4 no', 'KEPT-4 sv', 'KEPT-1 sv']))
    expect(new Set(all).size).toBe(all.length)
  }

  const query = 'q=kept&filter.store=sv&filter.incoming=yes&columns=sku,on_hand,incoming_on,own_threshold'
  await callAdmin(app, owner, 'POST', 'views', { table: 'stock', name: 'Väntas', query })
  expect((await callAdmin(app, owner, 'GET', 'views?table=stock')).body).toMatchObject({
    views: [{ name: 'Väntas', count: 2 }],
  })
  const { headers } = owner
  const exported = await app.inject({ url: `/admin/api/stock.csv?${query}`, headers })
  // The day by the clock of the store.
  expect(exported.body.split('\r\n')).toEqual([
    '\uFEFFsku;onHand;incomingOn;ownThreshold',
    'KEPT-1;2;2026-12-03;',
    'KEPT-3;0;2026-12-01;',
    '',
  ])
})

it('lists the variants of a product with choices, and not the product, which has no stock of its own', async () => {
  const parent = await stocked('FAMILY', 0)
  const variant = await stocked('FAMILY-1', 4)
  await sql`update product set variation_attributes = '{colour}' where id = ${parent}`.execute(shop.db)
  await sql`update product set variant_of = ${parent} where id = ${variant}`.execute(shop.db)
  const { rows } = await list('q=family&filter.store=sv')
  expect(rows.map(({ sku }) => sku)).toEqual(['FAMILY-1'])
})

it('applies a count as of its time, with what was sold since, and undoes it beside later sales', async () => {
  const id = await stocked('COUNT-1', 20)
  const countedAt = await databaseTime()
  await paidOrders(shop).order([line(id, 3)])
  expect((await count('COUNT-1', { units: 18, countedAt, note: 'shelf B' })).body).toEqual({
    available: 15,
  })
  const earlier = new Date(Date.parse(countedAt) - 60_000).toISOString()
  expect(await count('COUNT-1', { units: 30, countedAt: earlier })).toMatchObject({
    status: 409,
    body: { code: 'counted_later' },
  })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  expect((await count('COUNT-1', { units: 30, countedAt: later })).body).toMatchObject({
    code: 'counted_in_future',
  })
  await paidOrders(shop).order([line(id, 1)])
  const { movements, timeline } = await page('COUNT-1')
  expect(movements.map(({ reason, delta, units }) => [reason, delta, units])).toEqual([
    ['sale', -1, 14],
    ['count', -2, 15],
    ['sale', -3, 17],
    ['opening', 20, 20],
  ])
  expect(movements[0]).toMatchObject({ isOrder: true, reference: expect.stringMatching(/^S\d+$/) })
  expect(timeline).toMatchObject([{ action: 'stock.count', canUndo: true, after: { available: 15 } }])
  expect((await undo(timeline[0]!.id)).status).toBe(200)
  expect((await undo(timeline[0]!.id)).body).toMatchObject({ code: 'changed_since' })
  expect((await page('COUNT-1')).stock.available).toBe(16)
})

it('undoes a count that found what was stored, and none that a later count has confirmed', async () => {
  await stocked('COUNT-2', 20)
  const available = async () => (await page('COUNT-2')).stock.available
  await count('COUNT-2', { units: 18 })
  const [first] = (await page('COUNT-2')).timeline
  await count('COUNT-2', { units: 18 })
  const [second] = (await page('COUNT-2')).timeline
  expect(await undo(first!.id)).toMatchObject({ status: 409, body: { code: 'changed_since' } })
  expect(await available()).toBe(18)
  expect((await undo(second!.id)).status).toBe(200)
  expect(await available()).toBe(18)
  expect((await undo(first!.id)).status).toBe(200)
  expect(await available()).toBe(20)
})

it('lists as short what is below its own threshold while orders wait, as the to-do counts', async () => {
  const id = await stocked('SHORT-1', 12)
  await paidOrders(shop).order([line(id, 1)])
  const short = async () => {
    const { rows } = await list('filter.short=yes&filter.store=sv')
    const todo = await callAdmin(app, owner, 'GET', 'todo?store=sv')
    const { tasks } = todo.body as { tasks: { name: string; table: string; count: number }[] }
    expect(tasks.find(({ name }) => name === 'stock_short')).toMatchObject({
      table: 'stock',
      count: rows.length,
    })
    return rows.map(({ sku }) => sku)
  }
  const set = (units: number | null, expected: number | null = null) =>
    callAdmin(app, owner, 'PUT', 'stock/sv/SHORT-1/threshold', { units, expected })
  expect(await short()).not.toContain('SHORT-1')
  expect((await set(20)).status).toBe(200)
  // Somebody else saw the usual threshold.
  expect(await set(30)).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', current: 20 } })
  expect(await short()).toContain('SHORT-1')
  const { stock, timeline } = await page('SHORT-1')
  expect(stock).toMatchObject({ threshold: 20, ownThreshold: 20 })
  expect(timeline[0]).toMatchObject({ action: 'stock.threshold', canUndo: true })
  expect((await undo(timeline[0]!.id)).status).toBe(200)
  expect(await short()).not.toContain('SHORT-1')
  expect((await page('SHORT-1')).stock.ownThreshold).toBeNull()
})
