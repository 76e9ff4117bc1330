import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Mail } from '../../providers/mail/mailer.ts'
import { cancellationMail } from '../../server/jobs/mails/cancellation-mail.ts'
import { senderOf } from '../../test/send-templated.ts'
import { testKeys } from '../../test/keyring.ts'
import { line } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { subscriptionShop, type SubscriptionShop } from '../../test/subscription-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import { jobActor } from '../audit/actor.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { moveOrder } from '../orders/move-order.server.ts'
import { storePolicies } from '../stores/stores.ts'
import { findCancellationByKey } from '../subscriptions/contract-cancellation-repository.server.ts'
import { applyRetention } from './apply-retention.server.ts'
import { erasedAmong } from '../accounts/erased-address.server.ts'
import { eraseCustomer } from './erase-customer.server.ts'
import { eraseGuest } from './erase-guest.server.ts'

const sendCancellationMail = senderOf('cancellation-mail', cancellationMail)

let shop: SubscriptionShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await subscriptionShop()
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
/** Ships, delivers and pays it: nothing about it needs its buyer any more. */
async function endOrder(number: string): Promise<void> {
  await ship(number)
  await moveOrder(paid.services, testActor, number, 'delivered')
  await sql`update orders set paid_at = now() where number = ${number}`.execute(shop.db)
}

it('erasing a customer removes the recipient of a subscription and the remarks of a checkout', async () => {
  const { number, accountId, order } = await shop.subscribe(await shop.addSubscribable())
  await sql`update subscription set recipient = '{"firstName": "Gran", "lastName": "Berg"}' where number = ${number}`.execute(
    shop.db,
  )
  const checkout = '0123456789abcdef0123456789abcdef'
  await sql`insert into checkout (id, store, items, coupon_codes, account_id, remarks, contact)
    values (${checkout}, 'sv', '[]', '{}', ${accountId}, '{"note": "Portkod 4711"}', '{"email": "a@example.se"}')`.execute(
    shop.db,
  )
  await shop.change(number, { kind: 'cancel', reason: 'customer' })
  await endOrder(order)
  await shop.mails(number)
  expect(
    await eraseCustomer(shop.db, testActor, { keys: testKeys, accountId, now: new Date(shop.now.at) }),
  ).toEqual({
    ok: true,
  })
  const { rows } = await sql`select s.recipient, c.remarks from subscription s, checkout c
    where s.number = ${number} and c.id = ${checkout}`.execute(shop.db)
  expect(rows).toEqual([{ recipient: null, remarks: null }])
})

it('the mails that an erased customer is still owed are sent, and erase what they needed', async () => {
  const mailed = await shop.subscribe(await shop.addSubscribable())
  const unreachable = await shop.subscribe(await shop.addSubscribable())
  for (const { number, order, accountId } of [mailed, unreachable]) {
    await shop.change(number, { kind: 'cancel', reason: 'customer' })
    await endOrder(order)
    expect(
      await eraseCustomer(shop.db, testActor, { keys: testKeys, accountId, now: new Date(shop.now.at) }),
    ).toEqual({
      ok: true,
    })
  }
  const keptOf = async ({ number }: { number: string }) => (await shop.find(number)).customer
  expect((await shop.mails(mailed.number)).at(-1)).toMatchObject({
    to: 'anna.berg@example.se',
    subject: expect.stringContaining('är avslutad'),
  })
  expect(await keptOf(mailed)).toEqual({})
  // A mail that no server takes keeps the address for two weeks; nobody is written to afterwards.
  expect(await keptOf(unreachable)).toMatchObject({ email: 'anna.berg@example.se' })
  const afterDays = (days: number) => ({ db: shop.db, clock: () => shop.now.at + days * 86_400_000 })
  await applyRetention(afterDays(13), jobActor('retention'))
  expect(await keptOf(unreachable)).toMatchObject({ email: 'anna.berg@example.se' })
  await applyRetention(afterDays(15), jobActor('retention'))
  expect(await keptOf(unreachable)).toEqual({})
  expect(await shop.mails(unreachable.number)).toEqual([])
})

it('the receipt of a cancellation without login that an erased customer is still owed is sent, then its sender erased', async () => {
  const declared = async () => {
    const { number, accountId, order } = await shop.subscribe(await shop.addSubscribable())
    const email = 'anna.berg@example.se'
    await sql`update account set email = ${email} where id = ${accountId}`.execute(shop.db)
    const key = randomUUID()
    const payload = { key, contract: number, name: 'Anna Berg', email, reason: 'Flytt' }
    const url = '/api/contract-cancellations?locale=sv&sid=7'
    expect((await shop.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
    await endOrder(order)
    expect(
      await eraseCustomer(shop.db, testActor, { keys: testKeys, accountId, now: new Date(shop.now.at) }),
    ).toEqual({
      ok: true,
    })
    return { number, find: async () => (await findCancellationByKey(shop.db, key))! }
  }
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => (sent.push(mail), { messageId: 'x' }) }
  const services = { ...shop.services, keys: testKeys, mailer, publicUrl: 'http://shop.example' }
  const mailed = await declared()
  await sendCancellationMail(services, { cancellationId: (await mailed.find()).id })
  expect(sent).toMatchObject([{ to: 'anna.berg@example.se', text: expect.stringContaining(mailed.number) }])
  expect(sent[0]!.text).toContain('Flytt')
  const erased = { name: '–', email: 'erased@erased.invalid', reason: '', subscriptions: [mailed.number] }
  expect(await mailed.find()).toMatchObject(erased)
  // A receipt that no server takes keeps it for two weeks; nobody is written to afterwards.
  const unreachable = await declared()
  const afterDays = (days: number) => ({ db: shop.db, clock: () => shop.now.at + days * 86_400_000 })
  await applyRetention(afterDays(13), jobActor('retention'))
  expect(await unreachable.find()).toMatchObject({ email: 'anna.berg@example.se' })
  await applyRetention(afterDays(15), jobActor('retention'))
  expect(await unreachable.find()).toMatchObject({ ...erased, subscriptions: [unreachable.number] })
  await sendCancellationMail(services, { cancellationId: (await unreachable.find()).id })
  expect(sent).toHaveLength(1)
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
