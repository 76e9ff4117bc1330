import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { storePolicies } from '../../domain/stores/stores.ts'
import {
  adminApp,
  apiKeyOf,
  callAdmin,
  signedInStaff,
  type Sender,
  type TestStaff,
} from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { registerReturn } from './register-return.server.ts'

let shop: OrderShop
let app: FastifyInstance
let orders: ReturnType<typeof paidOrders>
let karin: TestStaff
let lena: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  const signIn = () => signedInStaff(shop.db, { role: 'service', now: shop.now.at })
  karin = await signIn()
  lena = await signIn()
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const keyOf = (person: TestStaff) =>
  apiKeyOf(shop.db, person, { permissions: ['order:refund', 'return:handle'], now: shop.now.at })

it('limits of refunds let one person refund a return only when a colleague has received or inspected the goods', async () => {
  const dear = await shop.addProduct({
    available: 5,
    price: toMajor(storePolicies.sv.refundApprovalAboveMinor!) + 100,
  })
  const { number } = await orders.order([line(dear)])
  await shipOrder(orders.services, testActor, { number, trackingNumber: 'PARCEL-1' })
  await moveOrder(orders.services, testActor, number, 'delivered')
  const items = [
    { sku: toSku(`SKU-${dear}`), quantity: 1, reason: 'changed_mind' as const, isDamaged: false },
  ]
  const services = {
    ...testServices({ db: shop.db, clock: () => shop.now.at }),
    ...orders.services,
    catalogue: shop.catalogue,
  }
  const registered = await registerReturn(services, testActor, number, { items, comment: '' })
  if (!registered.ok) throw new Error(registered.code)
  const act = (person: Sender, action: string) =>
    callAdmin(app, person, 'POST', `returns/${registered.registered.id}/actions`, { action })
  expect((await act(karin, 'receive')).status).toBe(200)
  expect(await act(karin, 'refund')).toMatchObject({ status: 409, body: { code: 'approval_required' } })
  // The key of a colleague is no second person.
  expect((await act(await keyOf(lena), 'inspect')).status).toBe(200)
  expect(await act(karin, 'refund')).toMatchObject({ status: 409, body: { code: 'approval_required' } })
  expect(await act(lena, 'refund')).toMatchObject({ status: 200, body: { refund: 1 } })
})
