import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount, verifyEmail } from '../../domain/accounts/account-repository.server.ts'
import {
  formerOrdersOfAccount,
  joinFormerOrders,
  saveFormerOrders,
} from '../../domain/former-orders/former-order-repository.server.ts'
import type { FormerOrder } from '../../domain/former-orders/former-order.ts'
import { minor } from '../../domain/money/money.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

const order: FormerOrder = {
  number: '#1001',
  placedAt: new Date('2025-10-26T00:30:00Z'),
  email: 'anna@example.se',
  currency: 'SEK',
  totalMinor: minor(17_650),
  subtotalMinor: null,
  shippingMinor: null,
  taxMinor: null,
  discountMinor: null,
  discountCode: null,
  refundedMinor: null,
  payment: 'paid',
  fulfilment: null,
  isCancelled: false,
  lines: [
    { sku: 'L-1', name: 'Lampa', quantity: 2, unitMinor: minor(5_000) },
    { sku: null, name: 'Kabel', quantity: 1, unitMinor: null },
  ],
}

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let customer: number
beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  const account = { store: 'sv', email: 'anna@example.se', passwordHash: null } as const
  customer = (await createAccount(shop.db, testActor, account))!.id
  await verifyEmail(shop.db, customer, shop.now.at)
  const orders = [order, { ...order, number: '#1002', email: null }]
  await saveFormerOrders(shop.db, testActor, { store: 'sv', orders, now: new Date(shop.now.at) })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const get = async (path: string, person = owner) => {
  const { status, body } = await callAdmin(app, person, 'GET', path)
  return { status, body: body as { rows: unknown[]; hits: { kind: string; title: string; id: string }[] } }
}

it('orders of a former shop are listed, and found by number and address', async () => {
  const listed = {
    number: '#1001',
    email: 'anna@example.se',
    total: '176.50 SEK',
    payment: 'paid',
    fulfilment: null,
  }
  expect((await get('former-orders?q=anna')).body.rows).toMatchObject([listed])
  for (const text of ['1001', '%231001']) {
    const { hits } = (await get(`search?q=${text}`)).body
    expect(hits).toMatchObject([{ kind: 'former_order', title: '#1001', detail: 'anna@example.se' }])
    const { body } = await callAdmin(app, owner, 'GET', `former-orders/${hits[0]!.id}`)
    expect(JSON.stringify(body)).toContain('2 × Lampa (L-1) à 50.00 SEK","1 × Kabel"')
    expect(body).toMatchObject({ row: { customer, shipping: null, products: [] } })
  }
})

it('are on the page of the customer whose address it was, within what the reader may see', async () => {
  expect((await get(`customers/${customer}`)).body).toMatchObject({
    formerOrders: [{ number: '#1001', total: 176.5, currency: 'SEK', isConfirmed: true }],
  })
  const norwegian = await signedInStaff(shop.db, { role: 'service', stores: ['no'], now: shop.now.at })
  expect((await get('former-orders', norwegian)).body.rows).toEqual([])
  expect((await get('search?q=1001', norwegian)).body.hits).toEqual([])
  const catalogue = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at })
  expect((await get('former-orders', catalogue)).status).toBe(403)
})

it('staff see those of an address that the customer has not confirmed, marked; the customer sees none', async () => {
  const email = 'berit@example.se'
  const account = { store: 'sv', email, passwordHash: null } as const
  const id = (await createAccount(shop.db, testActor, account))!.id
  const now = new Date(shop.now.at)
  await saveFormerOrders(shop.db, testActor, {
    store: 'sv',
    orders: [{ ...order, number: '#2001', email }],
    now,
  })
  const seen = async (person = owner) => (await callAdmin(app, person, 'GET', `customers/${id}`)).body
  expect(await seen()).toMatchObject({ formerOrders: [{ number: '#2001', isConfirmed: false }] })
  const ofCustomer = () => formerOrdersOfAccount(shop.db, { accountId: id, stores: storeCodes, limit: 10 })
  expect(await ofCustomer()).toEqual([])
  await verifyEmail(shop.db, id, shop.now.at)
  await joinFormerOrders(shop.db, id)
  expect(await seen()).toMatchObject({ formerOrders: [{ number: '#2001', isConfirmed: true }] })
  expect(await ofCustomer()).toMatchObject([{ number: '#2001' }])
})

it('the list of customers counts orders of the former shop', async () => {
  const { rows } = (await get('customers?q=anna')).body
  expect(rows).toMatchObject([{ id: customer, orders: 0, formerOrders: 1 }])
})

it('a number that is typed whole comes before customers whose address begins with it', async () => {
  const email = '1001.cecilia@example.se'
  await createAccount(shop.db, testActor, { store: 'sv', email, passwordHash: null })
  for (const text of ['1001', '%231001'])
    expect((await get(`search?q=${text}`)).body.hits.map(({ kind }) => kind)).toEqual([
      'former_order',
      'customer',
    ])
})
