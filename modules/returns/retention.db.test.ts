import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { jobActor } from '../../domain/audit/actor.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import { testDatabase } from '../../test/database.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { insertCustomerPicture } from './customer-picture-repository.server.ts'

it('erases declarations, photos and comments when their period has ended, in every store alike', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const { db } = database
  const now = Date.UTC(2026, 10, 20, 9)
  const apply = () => applyRetention({ db, clock: () => now }, jobActor('retention'))
  const days = (count: number) => new Date(now - count * 86_400_000)
  await sql`insert into withdrawal (key, store, order_number, name, email, goods, declared_at, refund_due_on) values
    (gen_random_uuid(), 'sv', 'S1', 'Anna', 'anna@example.se', 'lampan', '2022-05-01', '2022-05-15'),
    (gen_random_uuid(), 'sv', 'S2', 'Bo', 'bo@example.se', '', '2023-05-01', '2023-05-15')`.execute(db)
  const ordered = async (store: 'sv' | 'no', placedAt: string) => {
    const { id, number } = await writtenOrder(db, snapshotOf(store, { placedAt, payment: 'none' }))
    await forceOrderStatus(db, number, 'delivered')
    await sql`insert into order_return (order_id, number, label_token, comment, registered_at)
      values (${id}, 1, md5(random()::text), 'Anna Åberg', now())`.execute(db)
    return id
  }
  // Sweden keeps orders seven years after the year.
  const old = await ordered('sv', '2018-12-30T09:00:00Z')
  const orders = [await ordered('sv', '2024-10-01T09:00:00Z'), await ordered('no', '2024-10-01T09:00:00Z')]
  for (const orderId of orders)
    for (const age of [366, 364])
      await insertCustomerPicture(db, {
        orderId,
        number: null,
        jpeg: Buffer.from(`photo ${age}`),
        at: days(age),
      })

  expect(await apply()).toEqual({ order: 1, withdrawal: 1, 'customer-picture': 2 })
  const { rows: declarations } = await sql`select email, goods from withdrawal order by declared_at`.execute(
    db,
  )
  expect(declarations).toEqual([
    { email: 'erased@erased.invalid', goods: '–' },
    { email: 'bo@example.se', goods: '' },
  ])
  const { rows: pictures } = await sql<{ text: string }>`
    select distinct convert_from(bytes, 'UTF8') as text from customer_picture`.execute(db)
  expect(pictures).toEqual([{ text: 'photo 364' }])
  const { rows: comments } = await sql<{ orderId: number }>`
    select order_id as "orderId" from order_return where comment <> '' order by order_id`.execute(db)
  expect(comments.map(({ orderId }) => orderId)).toEqual(orders)
  expect(orders).not.toContain(old)
  expect(await apply()).toEqual({})
})
