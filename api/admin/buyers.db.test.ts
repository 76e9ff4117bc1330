/** The personal data of buyers without an account. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let orders: ReturnType<typeof paidOrders>

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const placed = async () => orders.order([line(await shop.addProduct({ available: 5 }))])
const buyer = (number: string, action: 'export' | 'erase', person = owner) =>
  callAdmin(app, person, 'POST', `orders/${number}/buyer/${action}`)
const refusing = async () => {
  const { rows } = await sql<{
    email: string
  }>`select email from mail_refusal order by email`.execute(shop.db)
  return rows.map(({ email }) => email)
}

it('are exported and erased by the address of an order; orders stay for the books', async () => {
  const { id, number, snapshot } = await placed()
  const { email } = snapshot.customer
  await sql`insert into mail_refusal (store, email, topic, refused_at)
    values ('sv', ${email}, 'reviews', now()), ('sv', 'other@example.se', 'reviews', now())`.execute(shop.db)
  const early = await signedInStaff(shop.db, { role: 'owner', steppedUp: false, now: shop.now.at })
  expect((await buyer(number, 'export', early)).body).toMatchObject({ code: 'step_up_required' })
  expect((await buyer(number, 'export')).body).toMatchObject({
    account: [],
    orders: [{ number }],
    refused_mails: [{ store: 'sv' }],
  })

  expect((await buyer(number, 'erase')).body).toMatchObject({ code: 'open_orders' })
  await orders.force(number, 'delivered')
  expect((await buyer(number, 'erase')).body).toMatchObject({ code: 'open_invoices' })
  expect(await refusing()).toHaveLength(2)
  await sql`update orders set paid_at = now() where id = ${id}`.execute(shop.db)
  expect((await buyer(number, 'erase')).status).toBe(200)
  expect(await refusing()).toEqual(['other@example.se'])
  const { rows: kept } = await sql`select identity_number_encrypted as identity, email from orders
    where id = ${id}`.execute(shop.db)
  expect(kept).toEqual([{ identity: null, email }])
  const { body } = await callAdmin(app, owner, 'GET', `audit?filter.object=order:${number}`)
  const actions = (body as { rows: { action: string }[] }).rows.map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['guest.erase', 'guest.export']))
})

it('need the permission in every store in which the address has ordered', async () => {
  const swedish = await signedInStaff(shop.db, { role: 'owner', stores: ['sv'], now: shop.now.at })
  const { number } = await placed()
  expect((await buyer(number, 'export', swedish)).status).toBe(200)
  const german = await orders.order([line(await shop.addProduct({ available: 5 }))], { store: 'de' })
  for (const action of ['export', 'erase'] as const)
    expect(await buyer(number, action, swedish)).toMatchObject({
      status: 403,
      body: { code: 'store_not_permitted', store: 'de' },
    })
  expect((await buyer(number, 'export')).body).toMatchObject({
    orders: expect.arrayContaining([expect.objectContaining({ number: german.number })]),
  })
})

it('are not those of a customer, whose account is erased instead', async () => {
  const { number, snapshot } = await placed()
  const { email } = snapshot.customer
  await createAccount(shop.db, testActor, { store: 'sv', passwordHash: null, type: 'private', email })
  expect((await buyer(number, 'erase')).body).toMatchObject({ code: 'has_account' })
})
