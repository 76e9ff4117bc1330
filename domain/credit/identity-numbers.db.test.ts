import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyring } from '../keys/keyring.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { markOrderPaid } from '../invoices/mark-order-paid.server.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testKeys } from '../../test/keyring.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { encryptIdentityNumbers, eraseSettledCredit } from './identity-numbers.server.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
  // Order events are dated by the database's clock; the shop's clock starts at the same time.
  shop.now.at = Date.now()
})
afterAll(() => shop.close())

const day = 86_400_000

async function order(form: object = {}) {
  const product = await shop.addProduct({ price: 500 })
  const { id, total } = await openCheckout(shop, [line(product)])
  const { status, body } = await shop.call('POST', `/api/checkout/${id}/complete`, {
    ...goodForm,
    ...form,
    total,
  })
  expect(status).toBe(200)
  return body.number as string
}

async function stored(number: string) {
  const { rows } = await sql<{
    plain: string | null
    encrypted: string | null
    kinds: string
    whole: string
  }>`
    select identity_number as plain, identity_number_encrypted as encrypted, row_to_json(o)::text as whole,
      coalesce((select string_agg(kind, ' ' order by kind) from credit_key where order_id = o.id), '') as kinds
    from orders o where number = ${number}`.execute(shop.db)
  return rows[0]!
}

it('are stored encrypted, and no column holds one in plain text', async () => {
  const row = await stored(await order())
  expect(row.plain).toBeNull()
  expect(testKeys.decrypt('identity-number', row.encrypted!)).toBe('8112289874')
  expect(row.whole).not.toContain('8112289874')
})

it('of a sole trader is a person’s and is masked when stored, while a company’s is not', async () => {
  const business = { customerType: 'business', companyName: 'Verkstan' }
  const trader = await stored(await order({ ...business, identityNumber: '811228-9874' }))
  expect(trader.whole).not.toContain('8112289874')
  expect(trader.whole).toContain('********74')
  const company = await stored(await order({ ...business, identityNumber: '556737-0431' }))
  expect(company.whole).toContain('5567370431')
})

it('of the previous release are encrypted, and those under a previous secret re-encrypted', async () => {
  const [plain, previous, lost] = [await order(), await order(), await order()]
  const old = createKeyring(['o'.repeat(32)])
  await sql`update orders set identity_number = '8112289874', identity_number_encrypted = null where number = ${plain}`.execute(
    shop.db,
  )
  for (const [number, keys] of [
    [previous, old],
    [lost, createKeyring(['l'.repeat(32)])],
  ] as const)
    await sql`update orders set identity_number_encrypted = ${keys.encrypt('identity-number', '8112289874')} where number = ${number}`.execute(
      shop.db,
    )
  const rotated = createKeyring(['x'.repeat(32), 'o'.repeat(32)])
  const before = await stored(lost)
  const count = await encryptIdentityNumbers({ db: shop.db, keys: rotated })
  expect(count).toBeGreaterThanOrEqual(2)
  expect(await encryptIdentityNumbers({ db: shop.db, keys: rotated })).toBe(0)
  const current = createKeyring(['x'.repeat(32)])
  for (const number of [plain, previous]) {
    const row = await stored(number)
    expect(row.plain).toBeNull()
    expect(current.decrypt('identity-number', row.encrypted!)).toBe('8112289874')
  }
  expect(await stored(lost)).toEqual(before)
})

it('are erased with their digests thirty days after the invoice is settled, networks after a week', async () => {
  const [open, settled, cancelled, refunded] = [await order(), await order(), await order(), await order()]
  await markOrderPaid(paid.services, testActor, settled)
  await cancelOrder(paid.services, testActor, cancelled)
  await paid.refund(refunded, 'everything')
  const erase = () => eraseSettledCredit({ db: shop.db, clock: () => shop.now.at })
  const kept = async (...numbers: string[]) =>
    Promise.all(
      numbers.map(async (number) => [
        (await stored(number)).encrypted !== null,
        (await stored(number)).kinds,
      ]),
    )
  await erase()
  expect(await kept(open)).toEqual([[true, 'address email identity network']])
  shop.now.at += 8 * day
  await erase()
  expect(await kept(open, settled)).toEqual(Array(2).fill([true, 'address email identity']))
  shop.now.at += 21 * day
  await erase()
  expect(await kept(open, settled, cancelled, refunded)).toEqual(
    Array(4).fill([true, 'address email identity']),
  )
  shop.now.at += 2 * day
  expect(await erase()).toBe(3)
  expect(await kept(settled, cancelled, refunded)).toEqual(Array(3).fill([false, '']))
  expect(await kept(open)).toEqual([[true, 'address email identity']])
  // An invoice that was never paid: three years.
  shop.now.at += 1096 * day
  await erase()
  expect(await kept(open)).toEqual([[false, '']])
})
