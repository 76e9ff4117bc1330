import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Mail } from '../../providers/mail/mailer.ts'
import { jobActor } from '../../domain/audit/actor.ts'
import { shipOrder } from '../../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../../domain/orders/move-order.server.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { testDatabase } from '../../test/database.ts'
import { testKeys } from '../../test/keyring.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { senderOf } from '../../test/send-templated.ts'
import { testActor } from '../../test/test-actor.ts'
import { cancellationMail } from './cancellation-mail-template.server.ts'
import { findCancellationByKey } from './contract-cancellation-repository.server.ts'
import { subscriptionShop, type SubscriptionShop } from './subscription-shop.test-support.ts'

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

it('what a subscription says of its customer and their address is erased three years after the year in which it ended', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const { db } = database
  const now = Date.UTC(2026, 10, 20, 9)
  const apply = () => applyRetention({ db, clock: () => now }, jobActor('retention'))
  await sql`insert into contract_cancellation (key, store, contract, name, email, kind, declared_at)
    values (gen_random_uuid(), 'de', 'D1', 'Eva', 'eva@example.de', 'ordinary', '2021-05-01')`.execute(db)
  const { rows: products } = await sql<{ id: number }>`
    insert into product (sku, type) values ('SUBSCRIBED', 1) returning id`.execute(db)
  const productId = products[0]!.id
  const { rows: accounts } = await sql<{ id: number }>`
    insert into account (store, email, type) values ('sv', 'anna@example.se', 'private') returning id`.execute(
    db,
  )
  const orderOf = async (store: 'sv' | 'no') =>
    (await writtenOrder(db, snapshotOf(store, { placedAt: '2024-10-01T09:00:00Z' }))).id
  const orders = { sv: await orderOf('sv'), no: await orderOf('no') }
  const subscriptions = [
    ['sv', 'LONG-ENDED', 'cancelled', '2022-12-31T12:00:00Z'],
    ['no', 'LONG-ENDED-NO', 'cancelled', '2022-12-31T12:00:00Z'],
    ['sv', 'ENDED', 'cancelled', '2023-01-01T12:00:00Z'],
    ['sv', 'PAUSED', 'paused', '2020-01-01T12:00:00Z'],
    ['sv', 'ACTIVE', 'active', '2020-01-01T12:00:00Z'],
  ] as const
  for (const [store, number, status, changedAt] of subscriptions) {
    const { customer, address } = snapshotOf(store)
    await sql`insert into subscription (number, account_id, store, order_id, line_uuid, product_id, sku, name,
        interval_name, quantity, promised_prices, status, status_changed_at, next_due_on, due_day, customer, address,
        recipient, shipping_method, service_point, started_at)
      values (${number}, ${accounts[0]!.id}, ${store}, ${orders[store]}, ${number}, ${productId}, 'SUBSCRIBED', 'Lampa',
        '1 month', 2, '[{"quantity": 1, "unitMinor": 9900}]', ${status}, ${changedAt}, '2026-12-01', 1,
        ${JSON.stringify(customer)}, ${JSON.stringify(address)}, '{"firstName": "Eva", "lastName": "Ek"}', 'home', 'PP1',
        '2019-06-01')`.execute(db)
  }

  expect(await apply()).toEqual({ cancellation: 1, subscription: 2 })
  const { rows: senders } = await sql`select name, email from contract_cancellation`.execute(db)
  expect(senders).toEqual([{ name: '–', email: 'erased@erased.invalid' }])
  const { rows } = await sql<{ number: string; text: string; quantity: number; promised: unknown }>`
    select number, s::text as text, quantity, promised_prices as promised from subscription s order by id`.execute(
    db,
  )
  const personal = /Anna|Åberg|Storgatan|anna@|Eva|PP1/
  expect(rows.filter(({ text }) => personal.test(text)).map(({ number }) => number)).toEqual([
    'ENDED',
    'PAUSED',
    'ACTIVE',
  ])
  // What was ordered, and at which price, stays.
  const unchanged = { quantity: 2, promised: [{ quantity: 1, unitMinor: 9900 }] }
  for (const row of rows) expect(row).toMatchObject(unchanged)
  const audit = await sql`select store, after from audit_entry
    where action = 'retention.erase' and object_id = 'subscription' order by store`.execute(db)
  expect(audit.rows).toHaveLength(2)
  expect(audit.rows).toContainEqual({ store: 'sv', after: { count: 1 } })
  expect(audit.rows).toContainEqual({ store: 'no', after: { count: 1 } })
  expect(await apply()).toEqual({})
})
