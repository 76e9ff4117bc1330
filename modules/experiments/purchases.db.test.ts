import { afterAll, beforeAll, expect, it } from 'vitest'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import { experimentResults, startExperiment } from './experiment-repository.server.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
  await startExperiment(shop.db, testActor, {
    key: 'cart-suggestions',
    variants: [
      { key: 'four', weight: 1 },
      { key: 'two', weight: 1 },
    ],
    stores: ['sv'],
    startsAt: new Date(shop.now.at - 1000),
    endsAt: new Date(shop.now.at + 1000),
  })
})
afterAll(() => shop.close())

async function reportPurchase(token: string, body?: object) {
  const { status, body: answer } = await shop.call(
    'POST',
    `/api/orders/confirmation/${token}/purchase-event`,
    body,
  )
  return { status, answer: answer as object }
}

async function orderToken(): Promise<string> {
  const order = await writtenOrder(shop.db, snapshotOf('sv'))
  const { access_token: token } = await shop.db
    .selectFrom('orders')
    .select('access_token')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return token
}

it('[EVENT-11] an order counts once for the variants that its visit saw', async () => {
  const token = await orderToken()
  const body = { variants: [{ experiment: 'cart-suggestions', variant: 'four' }] }
  expect(await reportPurchase(token, body)).toEqual({ status: 200, answer: { is_first: true } })
  expect(await reportPurchase(token, body)).toEqual({ status: 200, answer: { is_first: false } })
  expect(await experimentResults(shop.db, 'cart-suggestions')).toEqual([
    { store: 'sv', variant: 'four', views: 0, orders: 1 },
  ])
})

it('[EVENT-03] [EVENT-11] a purchase is claimed without variants too, and refused with a text that cannot be', async () => {
  const token = await orderToken()
  for (const variants of [
    [{ experiment: 'a\u0000', variant: 'b' }],
    [{ experiment: 'x'.repeat(61), variant: 'b' }],
  ])
    expect(await reportPurchase(token, { variants })).toMatchObject({ status: 422 })
  expect(await reportPurchase(token)).toEqual({ status: 200, answer: { is_first: true } })
})
