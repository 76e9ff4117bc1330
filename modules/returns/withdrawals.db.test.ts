import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { daysLater, isoDay, localDay } from '../../domain/stores/local-time.ts'
import { latestWithdrawals, openWithdrawals, withdrawalsOf } from './withdrawal-repository.server.ts'
import { noteGoodsBack, rejectWithdrawal } from './handle-withdrawal.server.ts'
import { withdrawalRefundState } from './withdrawal.ts'
import { lockWaiters } from '../../test/lock-waiters.ts'
import { testActor } from '../../test/test-actor.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { withdrawalMail } from './withdrawal-mail-template.server.ts'
import { senderOf } from '../../test/send-templated.ts'
import { testKeys } from '../../test/keyring.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { orderShop } from '../../test/order-shop.ts'

const sendWithdrawalMail = senderOf('withdrawal-mail', withdrawalMail)

const shop = await orderShop()
afterAll(() => shop.close())

const declaration = (more: object = {}) => ({
  key: randomUUID(),
  order_number: 'S1',
  name: 'Anna Åberg',
  email: 'anna@example.se',
  goods: '',
  ...more,
})
const declare = (body: object, store: (typeof storeCodes)[number] = 'sv') =>
  shop.call('POST', '/api/withdrawals', body, store)
const mails = () => shop.enqueued.filter(({ name }) => name === 'withdrawal-mail').length

/** Sends the receipt of the latest declaration with that address: one failed attempt, then retries. */
async function receiptOf(email: string): Promise<Mail[]> {
  const { id } = (await latestWithdrawals(shop.db, 100)).find((declared) => declared.email === email)!
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => (sent.push(mail), { messageId: 'x' }) }
  const services = {
    db: shop.db,
    mailer,
    keys: testKeys,
    publicUrl: 'http://shop.example',
    clock: () => shop.now.at,
  }
  const away = { send: () => Promise.reject(new Error('away')) }
  await expect(sendWithdrawalMail({ ...services, mailer: away }, { withdrawalId: id })).rejects.toThrow(
    'away',
  )
  await sendWithdrawalMail(services, { withdrawalId: id })
  await sendWithdrawalMail(services, { withdrawalId: id })
  return sent
}

describe('a withdrawal from a contract (CRD Art. 11a)', () => {
  it('is stored with its order, enqueues one receipt, and is idempotent', async () => {
    const order = await writtenOrder(shop.db, snapshotOf('sv'))
    const { id } = (await findOrderByNumber(shop.db, order.number))!
    const body = declaration({
      order_number: ` ${order.number.toLowerCase()} `,
      email: 'Anna@Example.se ',
      goods: ' 1 × batteri ',
    })
    const before = mails()
    const answers = await Promise.all([declare(body), declare(body), declare(body)])
    shop.now.at += 60_000
    answers.push(await declare(body))
    for (const answer of answers)
      expect([answer.status, answer.body]).toEqual([
        200,
        { declared_at: '2026-11-20T09:00:00.000Z', email: 'anna@example.se' },
      ])
    expect(mails()).toBe(before + 1)
    expect(await withdrawalsOf(shop.db, id)).toMatchObject([
      { order: order.number, name: 'Anna Åberg', email: 'anna@example.se', goods: '1 × batteri' },
    ])
  })

  it('is valid, and gets the same response, if no order has that number and e-mail', async () => {
    const order = await writtenOrder(shop.db, snapshotOf('sv'))
    for (const [number, email] of [
      [order.number, 'someone@else.se'],
      ['S999999999', 'anna@example.se'],
      ['the one of Monday', 'anna@example.se'],
    ]) {
      const answer = await declare(declaration({ order_number: number, email }))
      expect(answer).toMatchObject({ status: 200, body: { email } })
      expect((await latestWithdrawals(shop.db, 1))[0]).toMatchObject({ orderNumber: number, order: null })
    }
  })

  it('is rejected with the name of the invalid field, and stores nothing', async () => {
    const before = (await latestWithdrawals(shop.db, 100)).length
    for (const [field, value] of [
      ['key', 'x'],
      ['order_number', '  '],
      ['order_number', 'S'.repeat(61)],
      ['name', ''],
      ['name', 'a\0b'],
      ['name', 'Vinn på evil.shop'],
      ['email', 'anna'],
      ['goods', 'x'.repeat(1001)],
      ['goods', 7],
    ] as const) {
      const answer = await declare(declaration({ [field]: value }))
      expect([field, answer.status, Object.keys(answer.body.errors)]).toEqual([field, 422, [field]])
    }
    expect(await latestWithdrawals(shop.db, 100)).toHaveLength(before)
  })

  it('is rate-limited for a network that sends many; resending the same one is not', async () => {
    const from = (body: object) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/withdrawals?locale=sv&sid=7',
        payload: body,
        remoteAddress: '192.0.2.50',
      })
    const first = declaration({ email: 'network@example.se' })
    const statuses = []
    for (let count = 0; count < 22; count++)
      statuses.push(
        (await from(count === 0 ? first : declaration({ email: `n${count}@example.se` }))).statusCode,
      )
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
    expect((await from(first)).statusCode).toBe(200)
    expect((await latestWithdrawals(shop.db, 100)).some(({ email }) => email === 'n21@example.se')).toBe(
      false,
    )
  })

  it('past the limit of its address is still valid: a buyer’s receipt is sent later, any other is not mailed', async () => {
    const snapshot = snapshotOf('sv')
    const email = 'flood@example.se'
    const order = await writtenOrder(shop.db, { ...snapshot, customer: { ...snapshot.customer, email } })
    const before = shop.enqueued.length
    let network = 0
    const send = async (number: string) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: '/api/withdrawals?locale=sv&sid=7',
        payload: declaration({ email, order_number: number, goods: `vara ${network}` }),
        remoteAddress: `198.51.100.${++network}`,
      })
      expect(answer.statusCode).toBe(200)
    }
    for (let count = 0; count < 10; count++) await send('S1')
    expect(shop.enqueued.slice(before)).toHaveLength(3)
    // Strangers' declarations do not delay the receipt of the buyer.
    for (let count = 0; count < 7; count++) await send(order.number)
    const options = shop.enqueued.slice(before + 3).map(({ options: given }) => given)
    expect(options.slice(0, 5)).toEqual(Array(5).fill(undefined))
    expect(options.slice(5)).toEqual(Array(2).fill({ startAfter: new Date(shop.now.at + 3_600_000) }))
    const kept = (await latestWithdrawals(shop.db, 100)).filter((declared) => declared.email === email)
    expect(kept).toHaveLength(17)
  })

  it('is confirmed to its buyer in the store’s language with its content and time of receipt, once', async () => {
    const said = {
      sv: 'frånträder mitt köp',
      no: 'går fra avtalen',
      de: 'widerrufe ich',
      da: 'fortrydelsesretten',
    }
    for (const store of storeCodes) {
      const snapshot = snapshotOf(store)
      const email = `${store}@example.se`
      const order = await writtenOrder(shop.db, { ...snapshot, customer: { ...snapshot.customer, email } })
      await declare(declaration({ order_number: order.number, email, goods: '<b>En</b> lampa' }), store)
      const sent = await receiptOf(email)
      expect(sent).toMatchObject([{ to: email, kind: 'withdrawal-receipt' }])
      for (const words of [said[store], order.number, 'Anna Åberg', '<b>En</b> lampa', '2026', '10'])
        expect(sent[0]!.text).toContain(words)
      expect(sent[0]!.html).not.toContain('<b>')
    }
  })

  it('is from chosen lines and quantities, of an order that shows until when, with its refund as a task', async () => {
    const email = 'rader@example.se'
    const base = snapshotOf('sv')
    const snapshot = { ...base, customer: { ...base.customer, email } }
    const order = await writtenOrder(shop.db, snapshot)
    const { id } = (await findOrderByNumber(shop.db, order.number))!
    const find = async (more: object = {}) =>
      (await shop.call('POST', '/api/withdrawals/order', { order_number: order.number, email, ...more })).body
        .order
    const [line] = base.lines
    const own = (await find()).lines.find(({ sku }: { sku: string }) => sku === line!.sku)
    expect(await find()).toMatchObject({ state: 'open', last_day: null })
    expect(await find({ email: 'annan@example.se' })).toBeNull()
    expect(await find({ order_number: 'S999999999' })).toBeNull()
    // Delivered on 20 November: the period ends with 4 December.
    await sql`update orders set delivered_at = '2026-11-20T09:00:00Z' where id = ${id}`.execute(shop.db)
    const at = shop.now.at
    expect(await find()).toMatchObject({ state: 'open', last_day: '2026-12-04' })
    shop.now.at = Date.parse('2026-12-04T22:59:59Z')
    expect(await find()).toMatchObject({ state: 'open' })
    shop.now.at += 1000
    expect(await find()).toMatchObject({ state: 'ended', last_day: '2026-12-04' })
    shop.now.at = at
    const send = (items: object[]) => declare(declaration({ order_number: order.number, email, items }))
    const refused = [
      await send([{ sku: own.sku, quantity: own.quantity + 1 }]),
      await send([{ sku: 'unknown', quantity: 1 }]),
      await send([
        { sku: own.sku, quantity: 1 },
        { sku: own.sku, quantity: 1 },
      ]),
    ]
    expect(refused.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual(
      refused.map(() => [422, ['items']]),
    )
    expect((await send([{ sku: own.sku, quantity: 1 }])).status).toBe(200)
    const [mail] = await receiptOf(email)
    expect(mail!.text).toContain(`1 × ${own.name}`)
    const task = async () => {
      const found = (await openWithdrawals(shop.db, 500)).find((each) => each.email === email)!
      const today = isoDay(localDay('Europe/Stockholm', shop.now.at))
      return { ...found, refund: withdrawalRefundState({ ...found, today }) }
    }
    const declared = isoDay(localDay('Europe/Stockholm', at))
    const due = isoDay(daysLater(localDay('Europe/Stockholm', at), 14))
    expect(due > declared).toBe(true)
    expect(await task()).toMatchObject({ refundDueOn: due, periodEndsOn: '2026-12-04', refund: 'due' })
    await sql`insert into shipment (order_id, number, amount_minor, is_last, actor_kind, shipped_at)
      values (${id}, 1, 0, true, 'staff', now())`.execute(shop.db)
    expect(await task()).toMatchObject({ refund: 'withheld' })
    await noteGoodsBack(shop.db, testActor, (await task()).id, new Date(shop.now.at))
    expect(await task()).toMatchObject({ refund: 'due' })
    shop.now.at += 15 * 86_400_000
    expect(await task()).toMatchObject({ refund: 'overdue' })
    shop.now.at = at
  })

  it('withdraws from units once, whichever keys its declarations have, and never refuses a repeated one', async () => {
    const email = 'igen@example.se'
    const base = snapshotOf('sv')
    const [line] = base.lines
    const lines = [{ ...line!, quantity: 3 }]
    const order = await writtenOrder(shop.db, { ...base, lines, customer: { ...base.customer, email } })
    const { id } = (await findOrderByNumber(shop.db, order.number))!
    const { sku, name } = line!
    const send = async (more: object) => {
      const { status, body } = await declare(declaration({ order_number: order.number, email, ...more }))
      expect(status).toBe(200)
      return body.declared_at as string
    }
    const find = async () =>
      (await shop.call('POST', '/api/withdrawals/order', { order_number: order.number, email })).body.order
    const kept = async () => (await withdrawalsOf(shop.db, id)).map(({ goods, items }) => goods || items)
    const two = { items: [{ sku, quantity: 2 }] }
    const before = mails()
    // At the same time it is one declaration. Later: the units that are left, then nothing is added.
    const sent = await shop.db.transaction().execute(async (holder) => {
      await sql`select 1 from orders where id = ${id} for update`.execute(holder)
      const started = [send(two), send(two)]
      await expect.poll(() => lockWaiters(shop.db)).toBe(started.length)
      return { started }
    })
    const [first, other] = await Promise.all(sent.started)
    expect(await kept()).toMatchObject([[{ sku, quantity: 2 }]])
    expect(await send(two)).toBe(first)
    shop.now.at += 60_000
    expect([await kept(), await find()]).toMatchObject([
      [[{ sku, quantity: 2 }], [{ sku, quantity: 1 }]],
      { lines: [], withdrawn: [{ sku, name, quantity: 3 }] },
    ])
    expect([other, await send(two), await send({})]).toEqual([first, first, first])
    expect(mails()).toBe(before + 2)
    // In the buyer's own words it is always stored.
    expect(await send({ goods: 'den tredje' })).not.toBe(first)
    expect(await kept()).toHaveLength(3)
    shop.now.at -= 60_000
  })

  it('of units that staff have rejected is made again, and the order does not say that they were withdrawn', async () => {
    const email = 'nekad@example.se'
    const base = snapshotOf('sv')
    const [line] = base.lines
    const order = await writtenOrder(shop.db, {
      ...base,
      lines: [line!],
      customer: { ...base.customer, email },
    })
    const { sku, quantity } = line!
    const sent = async () => {
      const { status, body } = await declare(declaration({ order_number: order.number, email }))
      expect(status).toBe(200)
      return body.declared_at as string
    }
    const found = async () =>
      (await shop.call('POST', '/api/withdrawals/order', { order_number: order.number, email })).body.order
    const first = await sent()
    expect(await found()).toMatchObject({ lines: [], withdrawn: [{ sku, quantity }] })
    const { id } = (await findOrderByNumber(shop.db, order.number))!
    const [kept] = await withdrawalsOf(shop.db, id)
    const services = { db: shop.db, jobs: { enqueue: async () => {} }, clock: () => shop.now.at }
    expect(await rejectWithdrawal(services, testActor, kept!.id, 'Förpackningen är öppnad.')).toMatchObject({
      ok: true,
    })
    expect(await found()).toMatchObject({ lines: [{ sku, quantity }], withdrawn: [] })
    shop.now.at += 60_000
    expect(await sent()).not.toBe(first)
    expect(await withdrawalsOf(shop.db, id)).toHaveLength(2)
    expect(await found()).toMatchObject({ lines: [], withdrawn: [{ sku, quantity }] })
    shop.now.at -= 60_000
  })

  it('of the rest of an order names what is left', async () => {
    const email = 'resten@example.se'
    const base = snapshotOf('sv')
    const [line] = base.lines
    const lines = [{ ...line!, quantity: 3 }]
    const order = await writtenOrder(shop.db, { ...base, lines, customer: { ...base.customer, email } })
    const { sku } = line!
    const send = (more: object) => declare(declaration({ order_number: order.number, email, ...more }))
    await send({ items: [{ sku, quantity: 1 }] })
    await send({})
    const { id } = (await findOrderByNumber(shop.db, order.number))!
    expect((await withdrawalsOf(shop.db, id)).map(({ items }) => items)).toMatchObject([
      [{ sku, quantity: 1 }],
      [{ sku, quantity: 2 }],
    ])
  })

  it('repeats to an address without a matching order only an order number', async () => {
    for (const [number, shown] of [
      ['X77', true],
      ['win at evil.shop', false],
      ['HTTPS://EVIL.SHOP', false],
    ] as const) {
      const email = `stranger-${randomUUID()}@example.se`
      await declare(
        declaration({
          order_number: number,
          email,
          name: 'Vinnare Nummer Ett',
          goods: 'Gå till http://evil.shop',
        }),
      )
      const [mail] = await receiptOf(email)
      expect(mail).toMatchObject({ to: email, kind: 'withdrawal-notice' })
      const all = `${mail!.subject} ${mail!.text} ${mail!.html}`
      expect(all).toContain('frånträder mitt köp')
      expect(mail!.text).toContain('20 november 2026')
      expect(all).not.toMatch(/evil|Vinnare|Gå till|stranger-/i)
      expect(mail!.text.includes(number)).toBe(shown)
    }
  })
})
