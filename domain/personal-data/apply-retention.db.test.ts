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
  const snapshot = snapshotOf(store, { placedAt, note: 'Ring på', payment: 'none' })
  const { id, number } = await writtenOrder(database.db, snapshot)
  await forceOrderStatus(database.db, number, status)
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
  await sql`insert into withdrawal (key, store, order_number, name, email, goods, declared_at, refund_due_on) values
    (gen_random_uuid(), 'sv', 'S1', 'Anna', 'anna@example.se', 'lampan', '2022-05-01', '2022-05-15'),
    (gen_random_uuid(), 'sv', 'S2', 'Bo', 'bo@example.se', '', '2023-05-01', '2023-05-15')`.execute(db)
  await sql`insert into contract_cancellation (key, store, contract, name, email, kind, declared_at)
    values (gen_random_uuid(), 'de', 'D1', 'Eva', 'eva@example.de', 'ordinary', '2021-05-01')`.execute(db)
  await sql`insert into newsletter_subscriber (store, email, subscribed_at, confirmed_at, unsubscribed_at) values
    ('sv', 'gone@example.se', '2020-01-01', '2020-01-01', '2021-01-01'),
    ('sv', 'here@example.se', '2020-01-01', '2020-01-01', null)`.execute(db)

  expect(await apply()).toEqual({
    order: 2,
    'unpaid-order': 1,
    withdrawal: 1,
    cancellation: 1,
    newsletter: 1,
  })
  expect((await stored(kept)).snapshot.customer.firstName).toBe('Anna')
  expect((await stored(open)).erased_at).toBeNull()
  for (const id of [old, norwegian, unpaid]) {
    const { email, snapshot, total_minor } = await stored(id)
    expect(email).toBe('erased@erased.invalid')
    expect(JSON.stringify(snapshot)).not.toMatch(/Anna|Åberg|Storgatan|0701234567|anna@|Ring på/)
    // The books still balance: goods, amounts and VAT stay.
    expect(snapshot.lines).toHaveLength(1)
    expect(total_minor).toBe(snapshot.totalMinor)
  }
  const { rows } = await sql`select email from withdrawal order by declared_at`.execute(db)
  expect(rows).toEqual([{ email: 'erased@erased.invalid' }, { email: 'bo@example.se' }])
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
