import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import type { StoreCode } from '../stores/stores.ts'
import { claimPurchaseEvent } from './claim-purchase-event.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

async function orderToken(): Promise<string> {
  const order = await writtenOrder(test.db, snapshotOf('sv'))
  const { access_token: token } = await test.db
    .selectFrom('orders')
    .select('access_token')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return token
}

it('[EVENT-03] only one of many concurrent receipt views pushes the purchase, and none with a wrong token', async () => {
  const token = await orderToken()
  const now = new Date()
  let recorded = 0
  const claim = (store: StoreCode, accessToken: string) =>
    claimPurchaseEvent(test.db, { store, now }, accessToken, async () => void recorded++)
  expect(await claim('de', token)).toBe(false)
  expect(await claim('sv', `${token}0`)).toBe(false)
  const answers = await Promise.all(Array.from({ length: 20 }, () => claim('sv', token)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await claim('sv', token)).toBe(false)
  expect(recorded).toBe(1)
})

it('[EVENT-03] a claim whose record fails is no claim', async () => {
  const token = await orderToken()
  const at = { store: 'sv', now: new Date() } as const
  const failing = claimPurchaseEvent(test.db, at, token, () => Promise.reject(new Error('no disk')))
  await expect(failing).rejects.toThrow('no disk')
  expect(await claimPurchaseEvent(test.db, at, token, async () => {})).toBe(true)
})
