import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { lockWaiters } from '../../test/lock-waiters.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { smallCatalogue } from '../../test/small-catalogue.ts'
import { oweMail } from '../mail/mail-outbox.server.ts'
import { eraseAroundOrders } from './erase-around-orders.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

it('an erasure waits for a mail that is being sent, and then removes what it was about', async () => {
  const { db } = test
  const ids = await smallCatalogue(db)
  const email = 'anna@example.se'
  await sql`insert into price_notice (product_id, store, email, price_minor, confirmed_at, expires_at)
    values (${ids['NC-AA4']!}, 'sv', ${email}, 100, now(), now() + interval '1 day')`.execute(db)
  await oweMail(db, { template: 'price-notice-mail', data: {}, recipient: email })
  let erasure = Promise.resolve()
  // As a node sends a mail: its row first, then the request.
  await db.transaction().execute(async (trx) => {
    await sql`select from mail_outbox for update`.execute(trx)
    erasure = db
      .transaction()
      .execute((erasing) =>
        eraseAroundOrders(erasing, { accountId: null, orderIds: [], email, now: new Date() }),
      )
    await vi.waitFor(async () => expect(await lockWaiters(db)).toBe(1))
    await sql`select from price_notice for update`.execute(trx)
  })
  await erasure
  const { rows } =
    await sql`select email as address from price_notice union all select recipient from mail_outbox`.execute(
      db,
    )
  expect(rows).toEqual([])
})
