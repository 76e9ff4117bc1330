import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import type { CustomerPageParts } from '../../contract/admin/customers.ts'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { adminApp, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { registerReturn } from './register-return.server.ts'

it('the page of a customer shows the latest returns, to those who may see returns', async () => {
  const shop = await orderShop()
  onTestFinished(() => shop.close())
  const orders = paidOrders(shop)
  const services = {
    ...testServices({ db: shop.db, clock: () => shop.now.at }),
    ...orders.services,
    catalogue: shop.catalogue,
  }
  const app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  onTestFinished(() => app.close())
  const email = 'stina@example.se'
  const customer = (await createAccount(shop.db, testActor, { store: 'sv', email, passwordHash: null }))!
  const product = await shop.addProduct({ available: 5, price: 200 })
  const order = await orders.order([line(product, 2)])
  await sql`update orders set account_id = ${customer.id} where number = ${order.number}`.execute(shop.db)
  await shipOrder(orders.services, testActor, { number: order.number, trackingNumber: 'PARCEL-1' })
  await moveOrder(orders.services, testActor, order.number, 'delivered')
  const registered = await registerReturn(services, testActor, order.number, {
    items: [{ sku: toSku(`SKU-${product}`), quantity: 2, reason: 'changed_mind' }],
    comment: '',
  })
  if (!registered.ok) throw new Error(registered.code)

  const returnsFor = async (stores: ('sv' | 'no')[]) => {
    const reader = await signedInStaff(shop.db, { role: 'service', stores, now: shop.now.at })
    const { status, body } = await callAdmin(app, reader, 'GET', `customers/${customer.id}`)
    return { status, returns: (body as CustomerPageParts).returns }
  }
  expect((await returnsFor(['sv'])).returns).toEqual([
    {
      id: registered.registered.id,
      store: 'sv',
      status: 'registered',
      registeredAt: new Date(shop.now.at).toISOString(),
      units: 2,
    },
  ])
  expect((await returnsFor(['sv', 'no'])).returns).toHaveLength(1)
  expect((await returnsFor(['no'])).status).toBe(403)
})
