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

it('erases what orders, declarations and subscribers say of a person when the period of the store has ended', async () => {
  const { db } = database
  // Sweden keeps seven years after the year, Norway five.
  const kept = await order('sv', '2019-06-01T09:00:00Z', 'delivered')
  const old = await order('sv', '2018-12-30T09:00:00Z', 'delivered')
  const norwegian = await order('no', '2020-06-01T09:00:00Z', 'cancelled')
  const open = await order('sv', '2018-01-01T09:00:00Z', 'received')
  const unpaid = await order('sv', '2025-10-01T09:00:00Z', 'payment_failed')
  await sql`insert into contract_cancellation (key, store, contract, name, email, kind, declared_at)
    values (gen_random_uuid(), 'de', 'D1', 'Eva', 'eva@example.de', 'ordinary', '2021-05-01')`.execute(db)

  await sql`insert into custom_field_value (object, object_id, field, scope, value, changed_at)
    select 'order', id, 'contact', '', '"Anna"', now() from orders where id = any(${[kept, old]}::bigint[])`.execute(
    db,
  )

  expect(await apply()).toEqual({
    order: 2,
    'unpaid-order': 1,
    cancellation: 1,
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

it('empties the customer and address of a subscription three years after the year in which it ended', async () => {
  const { db } = database
  const { rows: products } = await sql<{ id: number }>`
    insert into product (sku, type) values ('SUBSCRIBED', 1) returning id`.execute(db)
  const productId = products[0]!.id
  const { rows: accounts } = await sql<{ id: number }>`
    insert into account (store, email, type) values ('sv', 'anna@example.se', 'private') returning id`.execute(
    db,
  )
  const orders = {
    sv: await order('sv', '2024-10-01T09:00:00Z', 'delivered'),
    no: await order('no', '2024-10-01T09:00:00Z', 'delivered'),
  }
  const subscriptions = [
    ['sv', 'LONG-ENDED', 'cancelled', '2022-12-31T12:00:00Z'],
    ['no', 'LONG-ENDED-NO', 'cancelled', '2022-12-31T12:00:00Z'],
    ['sv', 'ENDED', 'cancelled', '2023-01-01T12:00:00Z'],
    ['sv', 'PAUSED', 'paused', '2020-01-01T12:00:00Z'],
    ['sv', 'ACTIVE', 'active', '2020-01-01T12:00:00Z'],
  ] as const
  for (const [store, number, status, changedAt] of subscriptions) {
    const { customer, address } = snapshotOf(store)
    await sql`insert into subscription (number, account_id, store, order_id, line_uuid, product_id, sku, name,
        interval_name, quantity, promised_prices, status, status_changed_at, next_due_on, due_day, customer, address,
        recipient, shipping_method, service_point, started_at)
      values (${number}, ${accounts[0]!.id}, ${store}, ${orders[store]}, ${number}, ${productId}, 'SUBSCRIBED', 'Lampa',
        '1 month', 2, '[{"quantity": 1, "unitMinor": 9900}]', ${status}, ${changedAt}, '2026-12-01', 1,
        ${JSON.stringify(customer)}, ${JSON.stringify(address)}, '{"firstName": "Eva", "lastName": "Ek"}', 'home', 'PP1',
        '2019-06-01')`.execute(db)
  }

  expect(await apply()).toEqual({ subscription: 2 })
  const { rows } = await sql<{ number: string; text: string; quantity: number; promised: unknown }>`
    select number, s::text as text, quantity, promised_prices as promised from subscription s order by id`.execute(
    db,
  )
  const personal = /Anna|Åberg|Storgatan|anna@|Eva|PP1/
  expect(rows.filter(({ text }) => personal.test(text)).map(({ number }) => number)).toEqual([
    'ENDED',
    'PAUSED',
    'ACTIVE',
  ])
  // What was ordered, and at which price, stays.
  const unchanged = { quantity: 2, promised: [{ quantity: 1, unitMinor: 9900 }] }
  for (const row of rows) expect(row).toMatchObject(unchanged)
  const audit = await sql`select store, after from audit_entry
    where action = 'retention.erase' and object_id = 'subscription' order by store`.execute(db)
  expect(audit.rows).toHaveLength(2)
  expect(audit.rows).toContainEqual({ store: 'sv', after: { count: 1 } })
  expect(audit.rows).toContainEqual({ store: 'no', after: { count: 1 } })
  expect(await apply()).toEqual({})
})
