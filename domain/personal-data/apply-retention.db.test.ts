import { planDelivery } from '../gift-cards/gift-card-delivery.server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { jobActor } from '../audit/actor.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { testDatabase } from '../../test/database.ts'
import { applyRetention } from './apply-retention.server.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const now = Date.UTC(2026, 10, 20, 9)
const apply = () => applyRetention({ db: database.db, clock: () => now }, jobActor('retention'))

async function order(store: 'sv' | 'no', placedAt: string, status: OrderStatus) {
  const shipping = { ...snapshotOf(store).shipping, customerNumber: '1234567890' }
  const giftRecipient = {
    name: 'Eva Ek',
    email: 'eva@example.se',
    deliverOn: '2018-12-31',
    greeting: 'Grattis',
  }
  const lines = snapshotOf(store).lines.map((line) => ({ ...line, giftRecipient }))
  const snapshot = snapshotOf(store, { placedAt, note: 'Ring på', payment: 'none', shipping, lines })
  const { id, number } = await writtenOrder(database.db, snapshot)
  await forceOrderStatus(database.db, number, status)
  await planDelivery(database.db, { orderId: id, lineUuid: 'l1', store, recipient: giftRecipient })
  return id
}
const stored = async (id: number) => {
  const { rows } = await sql<{
    email: string
    snapshot: OrderSnapshot
    erased_at: Date | null
    total_minor: number
  }>`
    select email, snapshot, erased_at, total_minor from orders where id = ${id}`.execute(database.db)
  return rows[0]!
}

it('erases what orders and declarations say of a person when the period of the store has ended', async () => {
  const { db } = database
  // Sweden keeps seven years after the year, Norway five.
  const kept = await order('sv', '2019-06-01T09:00:00Z', 'delivered')
  const old = await order('sv', '2018-12-30T09:00:00Z', 'delivered')
  const norwegian = await order('no', '2020-06-01T09:00:00Z', 'cancelled')
  const open = await order('sv', '2018-01-01T09:00:00Z', 'received')
  const unpaid = await order('sv', '2025-10-01T09:00:00Z', 'payment_failed')
  await sql`insert into custom_field_value (object, object_id, field, scope, value, changed_at)
    select 'order', id, 'contact', '', '"Anna"', now() from orders where id = any(${[kept, old]}::bigint[])`.execute(
    db,
  )

  expect(await apply()).toEqual({
    order: 2,
    'unpaid-order': 1,
  })
  expect((await sql`select object_id from custom_field_value`.execute(db)).rows).toEqual([
    { object_id: kept },
  ])
  expect((await stored(kept)).snapshot.customer.firstName).toBe('Anna')
  const { rows: named } = await sql<{ order_id: number }>`select order_id from gift_card_delivery
    where recipient_name = 'Eva Ek' and recipient_email = 'eva@example.se' and greeting = 'Grattis' order by 1`.execute(
    db,
  )
  expect(named.map(({ order_id: id }) => id)).toEqual([kept, open])
  expect((await stored(open)).erased_at).toBeNull()
  for (const id of [old, norwegian, unpaid]) {
    const { email, snapshot, total_minor } = await stored(id)
    expect(email).toBe('erased@erased.invalid')
    expect(JSON.stringify(snapshot)).not.toMatch(
      /Anna|Åberg|Storgatan|0701234567|anna@|Ring på|1234567890|Eva|eva@|Grattis/,
    )
    // The books still balance: goods, amounts and VAT stay.
    expect(snapshot.lines).toHaveLength(1)
    expect(total_minor).toBe(snapshot.totalMinor)
  }
  const audit = await sql<{ store: string; object_id: string; after: { count: number } }>`
    select store, object_id, after from audit_entry where action = 'retention.erase' order by id`.execute(db)
  expect(audit.rows).toContainEqual({ store: 'sv', object_id: 'order', after: { count: 1 } })
  expect(audit.rows).toContainEqual({ store: 'no', object_id: 'order', after: { count: 1 } })
  // Nothing is left to do.
  expect(await apply()).toEqual({})
  // Nothing else may change what an order promised.
  await expect(
    sql`update orders set snapshot = snapshot || '{"note": "x"}' where id = ${kept}`.execute(db),
  ).rejects.toThrow(/cannot be changed/)
})

it('deletes notices of stock when their days have ended, in every store alike', async () => {
  const { db } = database
  const days = (count: number) => new Date(now - count * 86_400_000)
  const { rows: products } = await sql<{ id: number }>`
    insert into product (sku, type) values ('RETAINED', 1) returning id`.execute(db)
  for (const [email, sentAt, expiresAt] of [
    ['mailed@example.se', days(31), days(20)],
    ['just-mailed@example.se', days(29), days(20)],
    ['ended@example.se', null, days(31)],
    ['waits@example.se', null, days(-5)],
  ] as const)
    await sql`insert into stock_notification (store, product_id, email, sent_at, expires_at)
      values ('sv', ${products[0]!.id}, ${email}, ${sentAt}, ${expiresAt})`.execute(db)
  expect(await apply()).toEqual({ 'notified-stock': 1, 'waiting-stock': 1 })
  const { rows: left } = await sql`select email from stock_notification order by email`.execute(db)
  expect(left).toEqual([{ email: 'just-mailed@example.se' }, { email: 'waits@example.se' }])
  expect(await apply()).toEqual({})
})
