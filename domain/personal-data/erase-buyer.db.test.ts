import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testKeys } from '../../test/keyring.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { createAccount } from '../accounts/account-repository.server.ts'
import { jobActor } from '../audit/actor.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { moveOrder } from '../orders/move-order.server.ts'
import { storePolicies } from '../stores/stores.ts'
import { applyRetention } from './apply-retention.server.ts'
import { erasedAmong } from '../accounts/erased-address.server.ts'
import { eraseCustomer } from './erase-customer.server.ts'
import { eraseGuest } from './erase-guest.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())

let parcels = 0
const ship = async (number: string) =>
  shipOrder(paid.services, testActor, { number, trackingNumber: `E${++parcels}` })
async function delivered() {
  const order = await paid.order([line(await shop.addProduct({ price: 300, available: 5 }))])
  await ship(order.number)
  await moveOrder(paid.services, testActor, order.number, 'delivered')
  return order
}
it('erasing a customer removes the remarks of a checkout', async () => {
  const { id: accountId } = (await createAccount(shop.db, testActor, {
    store: 'sv',
    email: 'remarks@example.se',
    passwordHash: null,
    type: 'private',
  }))!
  const checkout = '0123456789abcdef0123456789abcdef'
  await sql`insert into checkout (id, store, items, coupon_codes, account_id, remarks, contact)
    values (${checkout}, 'sv', '[]', '{}', ${accountId}, '{"note": "Portkod 4711"}', '{"email": "a@example.se"}')`.execute(
    shop.db,
  )
  const now = new Date(shop.now.at)
  expect(await eraseCustomer(shop.db, testActor, { keys: testKeys, accountId, now })).toEqual({ ok: true })
  const { rows } = await sql`select remarks, contact from checkout where id = ${checkout}`.execute(shop.db)
  expect(rows).toEqual([{ remarks: null, contact: null }])
})

it('a guest whose invoice was credited in full can be erased, and one who owes a part cannot', async () => {
  const { id, number, lines } = await delivered()
  const email = 'solo@example.se'
  await sql`update orders set email = ${email}, account_id = null where id = ${id}`.execute(shop.db)
  const erase = () => eraseGuest(shop.db, testActor, { keys: testKeys, email, now: new Date(shop.now.at) })
  await paid.refund(number, { lines: [{ uuid: lines[0]!.uuid, quantity: 1 }] })
  expect(await erase()).toEqual({ ok: false, code: 'open_invoices' })
  await paid.refund(number, 'everything')
  expect(await erase()).toEqual({ ok: true })
})

it('who was erased is remembered for three years, and no longer once they order again', async () => {
  const { id, number } = await delivered()
  const email = 'again@example.se'
  await sql`update orders set email = ${email}, account_id = null where id = ${id}`.execute(shop.db)
  await paid.refund(number, 'everything')
  const now = new Date(shop.now.at)
  const erase = () => eraseGuest(shop.db, testActor, { keys: testKeys, email: 'Again@example.se', now })
  const erased = async () => [...(await erasedAmong(shop.db, testKeys, [email, 'other@example.se']))]
  expect(await erase()).toEqual({ ok: true })
  expect(await erased()).toEqual([email])
  const remembered = async () => (await sql`select from erased_address`.execute(shop.db)).rows.length
  const all = await remembered()

  // Before the order, which is then one that they placed since.
  await sql`update erased_address set erased_at = ${new Date(now.getTime() - 24 * 3_600_000)}`.execute(
    shop.db,
  )
  expect(await erased()).toEqual([])
  expect(await remembered()).toBe(all - 1)

  expect(await erase()).toEqual({ ok: true })
  const retainedUntil = (years: number) => ({
    db: shop.db,
    clock: () => Date.UTC(now.getUTCFullYear() + years, 5, 1),
  })
  await applyRetention(retainedUntil(3), jobActor('retention'))
  expect(await erased()).toEqual([email])
  await applyRetention(retainedUntil(4), jobActor('retention'))
  expect(await erased()).toEqual([])
})

it('an order is kept from the year of its last invoice, and while that is open', async () => {
  const started = shop.now.at
  const { bookkeepingYears } = storePolicies.sv
  shop.now.at = Date.UTC(2026, 11, 28, 9)
  const order = await paid.order([line(await shop.addProduct({ price: 300, available: 5 }))])
  shop.now.at = Date.UTC(2027, 0, 15, 9)
  await ship(order.number)
  await moveOrder(paid.services, testActor, order.number, 'delivered')
  shop.now.at = started
  const isErasedIn = async (year: number) => {
    const clock = () => Date.UTC(year, 0, 2)
    await applyRetention({ db: shop.db, clock }, jobActor('retention'))
    return (await findOrderByNumber(shop.db, order.number))!.snapshot.customer.firstName === ''
  }
  expect(await isErasedIn(2027 + bookkeepingYears)).toBe(false)
  expect(await isErasedIn(2028 + bookkeepingYears)).toBe(false)
  await sql`insert into invoice_payment (invoice_id, kind, amount_minor, paid_on, source, recorded_at)
    select id, 'payment', amount_minor, '2027-02-01', 'manual', now() from invoice where order_id = ${order.id}`.execute(
    shop.db,
  )
  expect(await isErasedIn(2027 + bookkeepingYears)).toBe(false)
  expect(await isErasedIn(2028 + bookkeepingYears)).toBe(true)
})
