import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { claimPurchaseEvent } from './claim-purchase-event.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

it('[EVENT-03] only one of many concurrent receipt views pushes the purchase, and none with a wrong token', async () => {
  const order = await writtenOrder(test.db, snapshotOf('sv'))
  const { access_token: token } = await test.db
    .selectFrom('orders')
    .select('access_token')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const now = new Date()
  expect(await claimPurchaseEvent(test.db, 'de', token, now)).toBe(false)
  expect(await claimPurchaseEvent(test.db, 'sv', `${token}0`, now)).toBe(false)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => claimPurchaseEvent(test.db, 'sv', token, now)),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await claimPurchaseEvent(test.db, 'sv', token, now)).toBe(false)
})
