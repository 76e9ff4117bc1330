import { minor } from '../money/money.ts'
import { composeInvoiceRenderer } from '../../server/compose.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockWaiters } from '../../test/lock-waiters.ts'
import { testKeys } from '../../test/keyring.ts'
import { orderMail } from '../../server/jobs/mails/order-mail.ts'
import { senderOf } from '../../test/send-templated.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { forceOrderStatus } from '../../test/force-order-status.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { paymentOfOrder } from '../payments/shown-payment.server.ts'
import { orderMailRows } from '../../providers/mail/order-mail-rows.ts'
import { orderMailText } from '../../providers/mail/order-mail-text.ts'
import { listAudit } from '../audit/audit-repository.server.ts'
import { markOrderPaid } from '../invoices/mark-order-paid.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { randomCardCode, readCardCode } from './gift-card-code.server.ts'
import {
  findGiftCardByCode,
  giftCardEntries,
  insertGiftCard,
  returnToGiftCards,
} from './gift-card-repository.server.ts'
import { testActor } from '../../test/test-actor.ts'

const sendOrderMail = senderOf('order-mail', orderMail)

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

async function giveCard(amountMinor: number, store: StoreCode = 'sv'): Promise<string> {
  const code = randomCardCode()
  await insertGiftCard(shop.db, testKeys, {
    code,
    store,
    currency: store === 'de' ? 'EUR' : 'SEK',
    amountMinor: minor(amountMinor),
  })
  return code
}
const cardOf = async (code: string) => (await findGiftCardByCode(shop.db, testKeys, readCardCode(code)!))!
const balanceOf = async (code: string) => (await cardOf(code)).balanceMinor
const put = (id: string, giftCardCodes: string[]) =>
  shop.call('PATCH', `/api/checkout/${id}`, { giftCardCodes })
const complete = (id: string, form: object) => shop.call('POST', `/api/checkout/${id}/complete`, form)
const move = (number: string, status: OrderStatus) => forceOrderStatus(shop.db, number, status)

async function checkout(price: number, ...codes: string[]) {
  const product = await shop.addProduct({ price })
  const opened = await openCheckout(shop, [line(product)])
  return { ...opened, view: await put(opened.id, codes) }
}

/**
 * Starts calls that charge a card and blocks all of them until each has been priced and is about to charge
 * it.
 */
async function raceForCard<T>(code: string, start: () => Promise<T>[]): Promise<T[]> {
  const { id } = await cardOf(code)
  const calls = await shop.db.transaction().execute(async (holder) => {
    await sql`select 1 from gift_card where id = ${id} for update`.execute(holder)
    const started = start()
    await expect.poll(() => lockWaiters(shop.db), { timeout: 15_000 }).toBe(started.length)
    return { started }
  })
  return Promise.all(calls.started)
}

describe('paying with a gift card', () => {
  it('covers part of the total, leaves the price and its VAT unchanged, and the provider collects the rest', async () => {
    const code = await giveCard(15_000)
    const { id, total, view } = await checkout(500, code.toLowerCase().replaceAll('-', ' '))
    expect(view.body).toMatchObject({
      total,
      sum: 500,
      amount_due: total - 150,
      rejected_gift_cards: [],
      gift_cards: [{ hint: code.slice(-4), balance: 150, amount: 150 }],
    })
    const before = await openCheckout(shop, [line(await shop.addProduct({ price: 500 }))])
    expect(view.body.vat_amount).toBe((await shop.call('GET', `/api/checkout/${before.id}`)).body.vat_amount)
    expect(await balanceOf(code)).toBe(15_000)
    const done = await complete(id, { ...goodForm, total })
    expect(done).toMatchObject({ status: 200, body: { status: 'paid' } })
    expect(await balanceOf(code)).toBe(0)
    const { rows } = await sql<{
      amount_minor: number
      total_minor: number
    }>`select a.amount_minor, o.total_minor
      from orders o join payment_attempt a on a.order_id = o.id where o.number = ${done.body.number}`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ amount_minor: (total - 150) * 100, total_minor: total * 100 }])
    const { body } = await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
    expect(body).toMatchObject({
      total,
      payable: total - 150,
      gift_cards: [{ amount: 150 }],
      payment: 'invoice',
    })
    expect(JSON.stringify(body)).not.toContain(code.slice(0, 9))
  })

  it('needs no provider and no identity number where the cards cover the total', async () => {
    const [small, large] = [await giveCard(10_000), await giveCard(90_000)]
    const { id, total, view } = await checkout(500, small, large)
    expect(view.body).toMatchObject({ amount_due: 0, gift_cards: [{ amount: 100 }, { amount: total - 100 }] })
    const done = await complete(id, { ...goodForm, identityNumber: '', total })
    expect(done).toMatchObject({ status: 200, body: { status: 'paid' } })
    const { body } = await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
    expect([body.payment, body.payable]).toEqual(['none', 0])
    expect([await balanceOf(small), await balanceOf(large)]).toEqual([0, 100_000 - total * 100])
    const entries = await giftCardEntries(shop.db, (await cardOf(large)).id)
    expect(entries).toMatchObject([
      { kind: 'issued', amountMinor: 90_000 },
      { kind: 'spent', amountMinor: -(total - 100) * 100, orderNumber: done.body.number },
    ])
  })

  it('never spends what a concurrent order spends', async () => {
    const code = await giveCard(100_000)
    const opened = await Promise.all(Array.from({ length: 6 }, () => checkout(331, code)))
    const answers = await raceForCard(code, () =>
      opened.map(({ id, total }) => complete(id, { ...goodForm, total })),
    )
    const paid = answers.filter((answer) => answer.status === 200)
    expect(paid).toHaveLength(2)
    expect(answers.filter((answer) => answer.status !== 200)).toSatisfy((refused: typeof answers) =>
      refused.every(({ status, body }) => status === 409 && body.code === 'gift_card_changed'),
    )
    expect(await balanceOf(code)).toBe(100_000 - 2 * 40_000)
    const left = opened[answers.findIndex((answer) => answer.status === 409)]!
    expect((await complete(left.id, { ...goodForm, total: left.total })).status).toBe(200)
    expect(await balanceOf(code)).toBe(0)
  })

  it('emptied after the shopper saw the total leaves no debt that was not shown', async () => {
    const code = await giveCard(60_000)
    const [first, second, silent] = [
      await checkout(500, code),
      await checkout(500, code),
      await checkout(500, code),
    ]
    expect([first, second, silent].map(({ view }) => view.body.amount_due)).toEqual([0, 0, 0])
    const { total } = first
    await complete(first.id, { ...goodForm, total, amount_due: 0 })
    const left = await balanceOf(code)
    const refused = { status: 409, body: { code: 'gift_card_changed' } }
    expect(await complete(second.id, { ...goodForm, total, amount_due: 0 })).toMatchObject(refused)
    const shown = await shop.call('GET', `/api/checkout/${second.id}`)
    expect(shown.body.amount_due).toBe(total - left / 100)
    const agreed = { ...goodForm, total, amount_due: shown.body.amount_due }
    expect((await complete(second.id, agreed)).status).toBe(200)
    expect(await balanceOf(code)).toBe(0)
    // A client that does not send the shown amount is refused once where a card can no longer pay.
    expect(await complete(silent.id, { ...goodForm, identityNumber: '', total })).toMatchObject(refused)
    expect((await complete(silent.id, { ...goodForm, total })).status).toBe(200)
  })

  it('is reversed once when the order fails', async () => {
    const code = await giveCard(100_000)
    const { id, total } = await checkout(500, code)
    const { body } = await complete(id, { ...goodForm, total })
    expect(await balanceOf(code)).toBe(100_000 - total * 100)
    await move(body.number, 'cancelled')
    await move(body.number, 'payment_failed')
    expect(await balanceOf(code)).toBe(100_000)
    await move(body.number, 'held')
    expect(await balanceOf(code)).toBe(100_000 - total * 100)
  })

  it('can be refunded in part, never more than was charged', async () => {
    const code = await giveCard(20_000)
    const { id, total } = await checkout(500, code)
    const { body } = await complete(id, { ...goodForm, total })
    const { rows } = await sql<{ id: number }>`select id from orders where number = ${body.number}`.execute(
      shop.db,
    )
    const back = (amountMinor: number) =>
      shop.db.transaction().execute((trx) => returnToGiftCards(trx, rows[0]!.id, minor(amountMinor)))
    expect(await back(5_000)).toBe(0)
    expect(await balanceOf(code)).toBe(5_000)
    expect(await back(30_000)).toBe(15_000)
    expect(await balanceOf(code)).toBe(20_000)
    await move(body.number, 'cancelled')
    expect(await balanceOf(code)).toBe(20_000)
  })

  it('reports why a typed code cannot pay, keeps valid ones, and removes cards on request', async () => {
    const [good, empty, german, ended] = [
      await giveCard(5_000),
      await giveCard(100),
      await giveCard(5_000, 'de'),
      await giveCard(5_000),
    ]
    await sql`insert into gift_card_entry (gift_card_id, kind, amount_minor) values (${(await cardOf(empty)).id}, 'spent', -100)`.execute(
      shop.db,
    )
    await sql`update gift_card set disabled_at = now() where id = ${(await cardOf(ended)).id}`.execute(
      shop.db,
    )
    const wrong = ['', 'nonsense', '__proto__', '🎁', 'A'.repeat(16), empty, german, ended]
    const { id, view } = await checkout(500, good, ...wrong)
    expect(view.status).toBe(200)
    expect(view.body.rejected_gift_cards.map(({ reason }: { reason: string }) => reason)).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'empty',
      'wrong_store',
      'disabled',
    ])
    const [kept] = view.body.gift_cards
    expect(view.body.gift_cards).toHaveLength(1)
    const second = await giveCard(700)
    expect((await put(id, [kept.id, second, good])).body.gift_cards).toHaveLength(2)
    const more = await Promise.all(Array.from({ length: 6 }, () => giveCard(100)))
    const six = (await put(id, more)).body
    expect([six.gift_cards.length, six.rejected_gift_cards]).toEqual([
      5,
      [{ code: `…${more[5]!.slice(-4)}`, reason: 'too_many' }],
    ])
    expect((await put(id, [])).body).toMatchObject({ gift_cards: [] })
    expect(
      (
        await put(
          id,
          Array.from({ length: 11 }, () => 'A'),
        )
      ).status,
    ).toBe(422)
    expect((await shop.call('PATCH', `/api/checkout/${id}`, { city: 'Umeå' })).body.gift_cards).toEqual([])
  })
})

describe('an order of gift cards only', () => {
  it('needs no delivery, costs none, and announces that the codes are sent once the invoice is paid', async () => {
    const giftCard = await shop.addProduct({ price: 200, type: 4, vat: 0 })
    const { body } = await shop.call('POST', '/api/checkout', { items: [line(giftCard)] })
    expect(body).toMatchObject({ needs_delivery: false, shipping: 0, total: 200, payable: true })
    const methods = await shop.call('GET', `/api/shipping-methods?postalCode=12345&checkout=${body.id}`)
    expect(methods.body).toMatchObject([{ id: 'email', price: 0, carrier: null, needs_service_point: false }])
    const done = await complete(body.id, { ...goodForm, shippingMethod: '', total: 200 })
    expect(done).toMatchObject({ status: 200, body: { status: 'paid' } })
    const receipt = await shop.call('GET', `/api/orders/confirmation/${done.body.confirmation}`)
    expect(receipt.body).toMatchObject({ total: 200, shipping: { id: 'email', price: 0, carrier: null } })
    const order = (await findOrderByNumber(shop.db, done.body.number))!
    const payment = await paymentOfOrder(shop.db, order)
    const mail = orderMailText(orderMailRows({ ...order, payment }, 'http://shop.example', true))
    expect(mail).toContain('Presentkortets kod skickas med e-post när fakturan är betald.')
    expect(mail).not.toContain('Frakt')
    const mixed = await openCheckout(shop, [line(giftCard), line(await shop.addProduct())])
    expect((await shop.call('GET', `/api/checkout/${mixed.id}`)).body.needs_delivery).toBe(true)
  })
})

describe('a sold gift card', () => {
  const mails: Mail[] = []
  const mailing = () => ({
    db: shop.db,
    keys: testKeys,
    publicUrl: 'http://shop.example',
    renderInvoice: composeInvoiceRenderer(),
    clock: () => shop.now.at,
    jobs: {
      enqueue: async (_trx: unknown, name: string, data: OrderShop['enqueued'][number]['data']) =>
        void shop.enqueued.push({ name, data }),
    },
    mailer: { send: async (mail: Mail) => (mails.push(mail), { messageId: 'm' }) },
  })

  it('carries no VAT and accepts no coupon; its codes are mailed once the order is paid, and can be used at once', async () => {
    const giftCard = await shop.addProduct({ price: 200, type: 4, vat: 0, name: 'Presentkort 200 kr' })
    await sql`insert into coupon (code, terms) values ('HALF', '{"percentage_discount": 50}')`.execute(
      shop.db,
    )
    const { id, total } = await openCheckout(shop, [line(giftCard, 2)], { coupons: ['HALF'] })
    const view = await shop.call('GET', `/api/checkout/${id}`)
    expect(view.body.sum).toBe(400)
    shop.enqueued.length = 0
    const done = await complete(id, { ...goodForm, total })
    expect(shop.enqueued.map(({ data }) => data.kind)).toEqual(['confirmation'])
    const { orderId } = shop.enqueued[0]!.data
    await markOrderPaid(mailing(), testActor, done.body.number)
    expect(shop.enqueued.map(({ data }) => data.kind)).toEqual(['confirmation', 'gift-cards'])
    expect(await sendOrderMail(mailing(), { orderId, kind: 'gift-cards' })).toBe('sent')
    expect(await sendOrderMail(mailing(), { orderId, kind: 'gift-cards' })).toBe('not_owed')
    expect(mails).toHaveLength(1)
    const latest = { objectKind: 'order', objectId: done.body.number, limit: 1 }
    expect(await listAudit(shop.db, latest)).toMatchObject([
      { action: 'gift_card.issue', actor: { kind: 'job', id: 'order-mail' }, after: { cards: 2 } },
    ])
    const codes = mails[0]!.text.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g)!
    expect(new Set(codes).size).toBe(2)
    for (const code of codes) expect(mails[0]!.html).toContain(code)
    for (const code of codes)
      expect(await cardOf(code)).toMatchObject({ balanceMinor: 20_000, currency: 'SEK', store: 'sv' })
    const { view: paid } = await checkout(500, ...codes.slice(0, 1))
    expect(paid.body.gift_cards).toMatchObject([{ balance: 200, amount: 200 }])
    // Interrupted after sending, the job produces the same codes and issues none twice.
    await sql`update order_mail set sent_at = null where order_id = ${orderId} and kind = 'gift-cards'`.execute(
      shop.db,
    )
    await sendOrderMail(mailing(), { orderId, kind: 'gift-cards' })
    expect(mails[1]!.text).toBe(mails[0]!.text)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::integer as n from gift_card where order_id = ${orderId}`.execute(shop.db)
    expect(rows[0]!.n).toBe(2)
    await move(done.body.number, 'cancelled')
    expect((await checkout(500, ...codes.slice(0, 1))).view.body.rejected_gift_cards).toMatchObject([
      { reason: 'disabled' },
    ])
  })

  it('is not announced by orders without one', async () => {
    const { id, total } = await checkout(500)
    shop.enqueued.length = 0
    await complete(id, { ...goodForm, total })
    expect(shop.enqueued.map(({ data }) => data.kind)).toEqual(['confirmation'])
  })

  it('leaves no code in the database, only digests and last characters', async () => {
    const code = await giveCard(100)
    const { rows } = await sql<{
      kept: string
    }>`select string_agg(g::text, ' ') as kept from gift_card g`.execute(shop.db)
    expect(rows[0]!.kept).not.toContain(readCardCode(code))
    await expect(sql`update gift_card_entry set amount_minor = 1`.execute(shop.db)).rejects.toThrow(
      /append-only/,
    )
    await expect(
      sql`insert into gift_card_entry (gift_card_id, kind, amount_minor) select id, 'spent', -200 from gift_card where hint = ${code.slice(-4)}`.execute(
        shop.db,
      ),
    ).rejects.toThrow(/check/)
  })
})
