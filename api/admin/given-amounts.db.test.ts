/** Amounts in requests, at every route that takes one: with more than two decimals or out of range they are refused. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { testServices } from '../../test/composition.ts'
import { goodForm, line } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

const wrongAmounts = [12.345, 0.1 + 0.2, 1e15]

const shop = await accountShop()
let admin: FastifyInstance
let owner: TestStaff
beforeAll(async () => {
  const services = testServices({ db: shop.db, clock: () => shop.now.at })
  admin = await adminApp(services, { jobs: paidOrders(shop).services.jobs, catalogue: shop.catalogue })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await admin.close()
  await shop.close()
})

const sku = 'sku-1'
const tiers = (price: number) => [{ quantity: 1, price }]
const prices = (price: number) => ({ normal: tiers(price), campaign: null })
const refund = (amount: number) => ({
  request: { lines: [{ uuid: 'x', amount }], shipping: false },
  reason: 'goodwill',
  idempotencyKey: 'one-refund',
})
const order = (total: number) => ({
  store: 'sv',
  lines: [{ sku, quantity: 1 }],
  key: '00000000-0000-4000-8000-000000000001',
  customer: {
    type: 'private',
    email: 'anna@example.se',
    phone: '070-123 45 67',
    firstName: 'Anna',
    lastName: 'Berg',
    street: 'Storgatan 1',
    postalCode: '123 45',
    city: 'Luleå',
  },
  shippingMethod: 'budbee-home',
  payment: 'link',
  total,
})
const bulk = (amount: number) => ({
  target: { products: [{ store: 'sv', sku }] },
  adjustment: { field: 'normal', by: { how: 'set', amount }, rounds: false },
})
const typed = (after: number, before: number) => ({
  changes: [{ store: 'sv', sku, prices: prices(after), expected: prices(before) }],
})

it.each<[string, 'POST' | 'PUT', string, (amount: number) => object, string]>([
  ['a refund', 'POST', 'orders/S1/refunds', refund, 'request.lines[0].amount'],
  ['its preview', 'POST', 'orders/S1/refund-preview', refund, 'request.lines[0].amount'],
  ['its request', 'POST', 'orders/S1/refund-requests', refund, 'request.lines[0].amount'],
  ['an order by staff', 'POST', 'orders', order, 'total'],
  [
    'prices',
    'PUT',
    `products/sv/${sku}/prices`,
    (a) => ({ prices: prices(a), expected: prices(1) }),
    'prices.normal[0].price',
  ],
  [
    'the prices that were seen',
    'PUT',
    `products/sv/${sku}/prices`,
    (a) => ({ prices: prices(1), expected: prices(a) }),
    'expected.normal[0].price',
  ],
  ['costs', 'PUT', `products/${sku}/costs`, (a) => ({ costs: { SEK: a }, expected: {} }), 'costs.SEK'],
  [
    'the costs that were seen',
    'PUT',
    `products/${sku}/costs`,
    (a) => ({ costs: {}, expected: { SEK: a } }),
    'expected.SEK',
  ],
  [
    'a smallest order',
    'PUT',
    'settings/sv',
    (minimum) => ({ section: 'orders', value: { minimum }, version: 0 }),
    'value.minimum',
  ],
])(
  '[DEF-01] %s with an amount that is none is refused on its field',
  async (_what, method, path, body, field) => {
    for (const wrong of wrongAmounts) {
      const answer = await callAdmin(admin, owner, method, path, body(wrong))
      expect([wrong, answer]).toMatchObject([wrong, { status: 422, body: { code: 'invalid_fields' } }])
      expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
    }
  },
)

it.each<[string, (amount: number) => object, object, string]>([
  ['of many products', bulk, { count: 1 }, 'adjustment.by.amount'],
  ['as typed', (amount) => typed(amount, 1), {}, 'changes[0].prices.normal[0].price'],
  ['from what was seen', (amount) => typed(1, amount), {}, 'changes[0].expected.normal[0].price'],
])(
  '[DEF-01] a change of prices %s to what is no amount is refused on its field',
  async (_what, body, started, field) => {
    for (const [path, more] of [
      ['price-changes/preview', {}],
      ['price-changes', started],
    ] as const) {
      for (const wrong of wrongAmounts) {
        const answer = await callAdmin(admin, owner, 'POST', path, { ...body(wrong), ...more })
        expect([path, wrong, answer.status]).toEqual([path, wrong, 422])
        expect(Object.keys((answer.body as { fields: object }).fields)).toEqual([field])
      }
      expect((await callAdmin(admin, owner, 'POST', path, { ...body(2), ...more })).status).not.toBe(422)
    }
  },
)

it('[DEF-01, ROLE-07] a limit of approval that is no amount is refused on its field, and 401 without a session', async () => {
  const { email } = await shop.someAccount()
  const headers = bearer((await shop.loggedIn(email)).access_token)
  for (const wrong of wrongAmounts)
    for (const [method, path] of [
      ['PATCH', 'company/people/1'],
      ['POST', 'company/invitations'],
    ] as const) {
      const body = { role: 'buyer', email: 'a@example.se', approval_above: wrong }
      expect((await shop.ask(path, { method, body })).status).toBe(401)
      const answer = await shop.ask(path, { method, body, headers })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['approval_above']])
    }
})

it('[DEF-01] a quoted total that is no amount is refused on its field', async () => {
  const opened = await shop.post('checkout', { items: [line(await shop.addProduct())] })
  for (const wrong of wrongAmounts) {
    const answer = await shop.post(`checkout/${opened.body.id}/complete`, { ...goodForm, total: wrong })
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['total']])
  }
})
