/** Numbers of orders and invoices that continue those of a former shop. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { bookChecks } from '../books/check-books.server.ts'
import { issueInvoice } from '../invoices/issue-invoice.server.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff

beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner' })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

interface Numbers {
  row: { sample: string; nextOrder: number; nextInvoice: number }
  version: string
}
const read = async (store: string) => (await callAdmin(app, owner, 'GET', `numbers/${store}`)).body as Numbers
const change = async (store: string, values: object, person = owner) => {
  const { row, version } = await read(store)
  const { nextOrder, nextInvoice } = { ...row, ...values }
  return callAdmin(app, person, 'PUT', `numbers/${store}`, { values: { nextOrder, nextInvoice }, version })
}
const taken = async (store: string) =>
  (await sql<{ number: string }>`select next_order_number(${store}) as number`.execute(shop.db)).rows[0]!
    .number

it('a store continues the numbers of its former shop', async () => {
  const { row } = await read('sv')
  expect(await change('sv', { nextOrder: 2_000_001, nextInvoice: 5_001 })).toMatchObject({ status: 200 })
  expect((await read('sv')).row).toMatchObject({
    sample: 'S2000001',
    nextOrder: 2_000_001,
    nextInvoice: 5_001,
  })
  expect([await taken('sv'), await taken('sv')]).toEqual(['S2000001', 'S2000002'])
  expect((await read('no')).row.nextInvoice).toBe(1)
  const { rows } =
    await sql<object>`select before, after from audit_entry where action = 'numbers.continue'`.execute(
      shop.db,
    )
  expect(rows).toEqual([
    {
      before: { next_order: row.nextOrder, next_invoice: 1 },
      after: { next_order: 2_000_001, next_invoice: 5_001 },
    },
  ])
})

it('a number that an order has is refused, and a wrong choice is taken back until it has one', async () => {
  const placed = await writtenOrder(shop.db, snapshotOf('sv'))
  const { row } = await read('sv')
  expect(placed.number).toBe(`S${row.nextOrder - 1}`)
  expect(await change('sv', { nextOrder: row.nextOrder - 1 })).toMatchObject({
    status: 409,
    body: { code: 'order_number_taken' },
  })
  expect(await change('sv', { nextOrder: 90_000_000 })).toMatchObject({ status: 200 })
  expect(await change('sv', { nextOrder: row.nextOrder })).toMatchObject({ status: 200 })
  expect((await writtenOrder(shop.db, snapshotOf('sv'))).number).toBe(`S${row.nextOrder}`)
})

it('the first invoice has the number that was chosen, and from then on they go on without a gap', async () => {
  expect((await change('da', { nextInvoice: 777 })).status).toBe(200)
  const { id } = await writtenOrder(shop.db, snapshotOf('da'))
  const issue = (reasonKey: string) =>
    issueInvoice(shop.db, { orderId: id, kind: 'invoice', reasonKey, lines: [], issuedAt: 0 })
  expect([await issue('a'), await issue('b')]).toEqual([{ number: 777 }, { number: 778 }])
  expect(await change('da', { nextInvoice: 800 })).toMatchObject({
    status: 409,
    body: { code: 'invoices_issued' },
  })
  expect((await read('da')).row.nextInvoice).toBe(779)
  // Refused as a whole: the order's number stays as it was, too.
  const { nextOrder } = (await read('da')).row
  expect((await change('da', { nextInvoice: 800, nextOrder: nextOrder + 50 })).status).toBe(409)
  expect((await read('da')).row.nextOrder).toBe(nextOrder)
  const numbers = bookChecks.find(({ name }) => name === 'invoice-numbers')!
  const scope = { stores: ['sv', 'da'] as const, limit: 10 }
  expect((await numbers.find(scope as never).execute(shop.db)).rows).toEqual([])
})

it('the routine itself refuses what no order may get', async () => {
  for (const number of [1, 0, -5, 100_000_001, 5])
    await expect(
      sql`select continue_order_numbers('sv', ${number}::bigint)`.execute(shop.db),
    ).rejects.toThrow('cannot have the number')
  expect(await change('sv', { nextOrder: 1 })).toMatchObject({ status: 422 })
})

it('only who may change settings, and of their stores', async () => {
  const ofNorway = await signedInStaff(shop.db, { role: 'manager', stores: ['no'] })
  expect((await change('sv', { nextOrder: 3_000_000 }, ofNorway)).status).toBeGreaterThanOrEqual(403)
  const warehouse = await signedInStaff(shop.db, { role: 'warehouse' })
  expect((await change('sv', { nextOrder: 3_000_000 }, warehouse)).status).toBe(403)
})
