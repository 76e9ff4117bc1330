import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importProducts } from '../../catalogue-import/import-products.server.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, plain } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { listAudit } from '../audit/audit-repository.server.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'
import type { ProductId } from '../products/product-id.ts'
import { toSku, type Sku } from '../products/sku.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { setIncoming } from '../stock/stock-history.server.ts'
import { announceMovedDates } from './announce-moved-dates.server.ts'
import { changedDatesOf, tidyStockDateMoves } from './line-dates.server.ts'
import { shipOrder } from './ship-order.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
let folder: string
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
  folder = await mkdtemp(join(tmpdir(), 'anode-dates-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** Midnight of 30 November in Sweden. */
const orderedFor = '2026-11-29T23:00:00.000Z'

const awaited = (name = 'Lampa') =>
  shop.addProduct({ price: 100, name, available: 0, incoming: 5, incomingAt: orderedFor })

async function skuOf(id: ProductId): Promise<Sku> {
  const { rows } = await sql<{ sku: Sku }>`select sku from product where id = ${id}`.execute(shop.db)
  return rows[0]!.sku
}

/** Staff enter the day on which the unsold units of a product are expected; `units`: that many instead. */
async function expectOn(id: ProductId, date: string | null, units?: number) {
  const { incoming } = await shop.stockOf(id)
  const change = { sku: await skuOf(id), store: 'sv' as const, units: units ?? incoming, date }
  expect(await setIncoming(shop.db, testActor, change)).toMatchObject({ ok: true })
}

const announce = (pageSize?: number) =>
  announceMovedDates(
    { ...paid.services, log: { warn: (data) => expect.fail(JSON.stringify(data)) } },
    testActor,
    pageSize === undefined ? {} : { pageSize },
  )

/** Kinds of the mails about dates that an order owed so far. */
async function mailsOf(orderId: number): Promise<OrderMailKind[]> {
  const { rows } = await sql<{ kind: OrderMailKind }>`select kind from order_mail
    where order_id = ${orderId} and kind like 'date-moved-%' order by created_at, kind`.execute(shop.db)
  return rows.map(({ kind }) => kind)
}

const shownDates = async (orderId: number) =>
  [...(await changedDatesOf(shop.db, orderId)).values()].map((at) => at.toISOString())

it('one run informs the buyers of all orders, however many are read at once', async () => {
  const id = await awaited()
  const orders = []
  for (let count = 0; count < 3; count++) orders.push(await paid.order([line(id, 1)]))
  await expectOn(id, '2026-12-14')
  expect(await announce(1)).toBe(3)
  for (const order of orders) expect(await mailsOf(order.id)).toHaveLength(1)
})

it('a later date is reported once, with the former one, in the order and in its mail', async () => {
  const id = await awaited()
  const order = await paid.order([line(id, 2)])
  expect(await announce()).toBe(0)
  await expectOn(id, '2026-12-14')
  const mails = await Promise.all([announce(), announce(), announce()])
  expect(mails.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await announce()).toBe(0)
  const [kind] = await mailsOf(order.id)
  expect(await mailsOf(order.id)).toEqual([kind])
  expect(shop.enqueued).toContainEqual({ name: 'order-mail', data: { orderId: order.id, kind } })
  const mail = await paid.mailOf(order.id, kind!)
  expect(mail?.subject).toBe(`Nytt leveransdatum för order ${order.number}`)
  expect(plain(mail!.text)).toContain(
    '2 × Lampa: i lager hos oss 14 december 2026, tidigare 30 november 2026.\nBeräknad leverans 15–16 december 2026.',
  )
  expect(mail!.text).toContain('kan du avbeställa dem utan kostnad')
  expect(await paid.mailOf(order.id, kind!)).toBeNull()
  const tracked = await shop.call(
    'GET',
    `/api/track-order/${order.number}?email=${order.snapshot.customer.email}`,
  )
  expect(tracked.body.coming).toMatchObject([
    { quantity: 2, arrival: { from: '2026-12-15', to: '2026-12-16' } },
  ])
  const entries = await listAudit(shop.db, {
    objectKind: 'order',
    objectId: order.number,
    action: 'order.date-moved',
    limit: 2,
  })
  expect(entries).toMatchObject([{ after: { lines: [{ from: orderedFor }] } }])

  await expectOn(id, '2026-12-21')
  expect(await announce()).toBe(1)
  expect(plain((await paid.mailOf(order.id, (await mailsOf(order.id))[1]!))!.text)).toContain(
    'i lager hos oss 21 december 2026, tidigare 14 december 2026.',
  )
})

it('an earlier date is shown without a mail, and a later one is measured by what was announced', async () => {
  const id = await awaited()
  const order = await paid.order([line(id)])
  await expectOn(id, '2026-11-25')
  expect(await announce()).toBe(0)
  expect(await shownDates(order.id)).toEqual(['2026-11-24T23:00:00.000Z'])
  await expectOn(id, '2026-11-30')
  expect(await announce()).toBe(0)
  await sql`update stock set incoming_at = incoming_at + interval '20 hours' where product_id = ${id}`.execute(
    shop.db,
  )
  expect(await announce()).toBe(0)
  expect(await mailsOf(order.id)).toEqual([])
  await expectOn(id, '2026-12-01')
  expect(await announce()).toBe(1)
})

it('an import that moves the dates of two products of an order causes one mail for both', async () => {
  const [lamp, cable] = [await awaited(), await awaited('Kabel')]
  const order = await paid.order([line(lamp), line(cable, 2)])
  const later = await paid.order([line(lamp)])
  for (const id of [lamp, cable])
    await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
      values (${id}, 'sv', 'normal', 1, 10000)`.execute(shop.db)
  const rows = [
    [await skuOf(lamp), 'Lampa', '100.00 SEK', 'backorder', '3', '2026-12-14T00:00+01:00'],
    [await skuOf(cable), 'Kabel', '100.00 SEK', 'backorder', '3', '2026-12-16T00:00+01:00'],
  ]
  const head = ['id', 'title', 'price', 'availability', 'quantity', 'availability_date']
  const file = join(folder, 'feed.tsv')
  await writeFile(file, `${[head, ...rows].map((row) => row.join('\t')).join('\n')}\n`)
  expect(
    await importProducts(shop.db, testActor, { file, store: 'sv', reportDirectory: folder }),
  ).toMatchObject({ changed: 2, refused: 0 })
  expect(await announce()).toBe(2)
  const [kind, ...more] = await mailsOf(order.id)
  expect(more).toEqual([])
  const text = plain((await paid.mailOf(order.id, kind!))!.text)
  expect(text).toContain('1 × Lampa: i lager hos oss 14 december 2026')
  expect(text).toContain('2 × Kabel: i lager hos oss 16 december 2026')
  expect(await mailsOf(later.id)).toHaveLength(1)
})

it('another delivery, arrived goods and an unknown date are no delay, and orders placed since are not concerned', async () => {
  const id = await awaited()
  const order = await paid.order([line(id, 2)])
  await expectOn(id, '2027-01-15', 20)
  await sql`update stock set available = 3, incoming_at = '2027-02-01' where product_id = ${id}`.execute(
    shop.db,
  )
  await expectOn(id, null)
  expect(await announce()).toBe(0)
  expect(await shownDates(order.id)).toEqual([])

  const other = await awaited()
  const before = await paid.order([line(other)])
  await expectOn(other, '2026-12-14')
  const since = await paid.order([line(other)])
  expect(await announce()).toBe(1)
  expect(await mailsOf(before.id)).toHaveLength(1)
  expect(await shownDates(since.id)).toEqual([])
})

it('neither cancelled orders nor lines that have left get a mail, also where they leave before it is sent', async () => {
  const [lamp, cable] = [await awaited(), await awaited('Kabel')]
  const order = await paid.order([line(lamp), line(cable)])
  const cancelled = await paid.order([line(lamp)])
  await cancelOrder(paid.services, testActor, cancelled.number)
  const ship = (id: ProductId, trackingNumber: string) =>
    shipOrder(paid.services, testActor, {
      number: order.number,
      trackingNumber,
      lines: [{ sku: toSku(`SKU-${id}`), quantity: 1 }],
    })
  await ship(lamp, 'P1')
  await expectOn(lamp, '2026-12-14')
  expect(await announce()).toBe(0)
  await expectOn(cable, '2026-12-14')
  expect(await announce()).toBe(1)
  expect(await mailsOf(cancelled.id)).toEqual([])
  await ship(cable, 'P2')
  expect(await paid.mailOf(order.id, (await mailsOf(order.id))[0]!)).toBeNull()
  expect(await mailsOf(order.id)).toEqual([])
})

it('a set comes with the last of its parts', async () => {
  const [lamp, cable] = [await awaited(), await awaited('Kabel')]
  const set = await shop.addProduct({ price: 300, name: 'Set' })
  await sql`insert into set_part (set_id, product_id, quantity) values (${set}, ${lamp}, 1), (${set}, ${cable}, 2)`.execute(
    shop.db,
  )
  const order = await paid.order([line(set)])
  expect(order.lines[0]).toMatchObject({ estimatedAt: orderedFor })
  await expectOn(lamp, '2026-11-24')
  expect(await announce()).toBe(0)
  expect(await shownDates(order.id)).toEqual([orderedFor])
  await expectOn(cable, '2026-12-14')
  expect(await announce()).toBe(1)
})

it('moves are forgotten after two months', async () => {
  await sql`update stock_date_move set moved_at = now() - interval '61 days'`.execute(shop.db)
  await tidyStockDateMoves(shop.db)
  const { rows } = await sql`select from stock_date_move`.execute(shop.db)
  expect(rows).toHaveLength(0)
})
