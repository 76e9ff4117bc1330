/** What migration 0220 makes of the refunds and reservations of an earlier release. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { readOrderUnits } from '../shipments/order-units.server.ts'
import { refundsOf } from './refund-repository.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())

it('have the place that their shipments and times give, else are unclear; reservations follow', async () => {
  const product = await shop.addProduct({ price: 100, available: 100 })
  const placed = async (quantity: number) => {
    const { id, number, lines } = await paid.order([line(product, quantity)])
    const [{ uuid, sku }] = lines as [(typeof lines)[number]]
    const ship = (count: number) =>
      shipOrder(paid.services, testActor, {
        number,
        trackingNumber: `P-${number}-${count}`,
        lines: [{ sku, quantity: count }],
      })
    const refund = (count: number, open: number) => {
      shop.now.at += 60_000
      return paid.refund(number, { lines: [{ uuid, quantity: count, open }] })
    }
    return { id, uuid, ship, refund }
  }
  const [unsent, partly, sent] = [await placed(4), await placed(4), await placed(4)]
  await unsent.refund(3, 3)
  await partly.ship(1)
  await partly.refund(3, 3)
  const open = await placed(5)
  await open.ship(2)
  await open.refund(2, 2)
  await sent.ship(4)
  await sent.refund(2, 0)
  const orders = [unsent, partly, open, sent]
  const counts = () => Promise.all(orders.map(async ({ id }) => readOrderUnits(shop.db, id)))
  const [before, available] = [await counts(), (await shop.stockOf(product)).available]
  // As an earlier release left them: no place of the units, and everything of open orders still reserved.
  await shop.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from refund_unit`.execute(trx)
    await sql`update refund set parts = jsonb_set(parts, '{lines}', (
      select jsonb_agg(part - 'returned' - 'unshipped') from jsonb_array_elements(parts->'lines') as part))`.execute(
      trx,
    )
    await sql`update stock s set available = available - (select sum(released) from stock_reservation r
      where r.product_id = s.product_id and r.store = s.store and r.order_id = any(${[unsent.id, open.id]}::bigint[]))
      where product_id = ${product} and store = 'sv'`.execute(trx)
    await sql`update stock_reservation set consumed = 0, released = 0, status = 'reserved'
      where order_id = any(${[unsent.id, open.id]}::bigint[])`.execute(trx)
  })
  const migration = await readFile('db/migrations/0220-order-units.sql', 'utf8')
  await sql.raw(migration.slice(migration.indexOf('do $$'))).execute(shop.db)
  const { rows } = await sql<{ id: number; unclear: boolean }>`select order_id as id, is_unclear as unclear
    from refund_unit order by order_id`.execute(shop.db)
  // Of the open order some units had left and others had not. The others are as they were.
  expect(rows.filter(({ unclear }) => unclear).map(({ id }) => id)).toEqual([open.id])
  const after = await counts()
  expect([after[0], after[3]]).toEqual([before[0], before[3]])
  expect((await shop.stockOf(product)).available).toBe(available - 2)
  expect((await refundsOf(shop.db, unsent.id))[0]!.lines).toMatchObject([
    { quantity: 3, returned: 0, unshipped: { quantity: 3, amountMinor: 30_000 } },
  ])
})
