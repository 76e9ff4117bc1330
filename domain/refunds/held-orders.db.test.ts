import { sql } from 'kysely'
import { jobActor } from '../audit/actor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCoupon } from '../../test/coupon-fixture.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, plain } from '../../test/paid-order.ts'
import { shownPayment } from '../payments/shown-payment.ts'
import { storeCodes } from '../stores/stores.ts'
import { approveOrder } from '../orders/approve-order.server.ts'
import { findOrderByNumber, heldOrders, orderEvents } from '../orders/order-repository.server.ts'
import { expireHeldOrders, rejectOrder } from './reject-order.server.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())

const log = { warn: () => {} }
const mailsOf = (orderId: number) =>
  shop.enqueued.filter(({ data }) => data.orderId === orderId).map(({ data }) => data.kind)

/** An order above the limit of automatic approval. */
async function heldOrder(options: Parameters<typeof paid.order>[1] = {}) {
  const product = await shop.addProduct({ price: 13_000, available: 5 })
  const order = await paid.order([line(product, 2)], options)
  expect(order.status).toBe('held')
  return { ...order, product }
}

describe('an order that is held', () => {
  it('is confirmed as received to its buyer and is listed first among those that wait longest', async () => {
    const order = await heldOrder()
    expect(mailsOf(order.id)).toEqual(['held'])
    const mail = await paid.mailOf(order.id, 'held')
    expect(mail).toMatchObject({ subject: `Vi har fått din order ${order.number}` })
    expect(mail!.text).toContain('inom 4 dagar')
    expect((await heldOrders(shop.db, 10)).find(({ number }) => number === order.number)).toMatchObject({
      attempt_status: 'review',
      payment_provider: 'invoice',
      total_minor: order.snapshot.totalMinor,
    })
    await rejectOrder(paid.services, testActor, order.number, 'other')
  })

  it('is approved once: received, confirmed by mail, its stock kept', async () => {
    const order = await heldOrder()
    const answers = [
      ...(await Promise.all([1, 2].map(() => approveOrder(paid.services, testActor, order.number)))),
      await approveOrder(paid.services, testActor, order.number),
    ]
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(answers.filter((answer) => answer.ok && !answer.already)).toHaveLength(1)
    expect(await paid.status(order.number)).toBe('received')
    expect(await paid.attemptOf(order.id)).toMatchObject({ status: 'authorized' })
    expect(mailsOf(order.id)).toEqual(['held', 'confirmation'])
    expect((await orderEvents(shop.db, order.id)).at(-1)).toMatchObject({
      kind: 'approved',
      fromStatus: 'held',
      toStatus: 'received',
      actor: 'staff',
    })
    expect(await shop.stockOf(order.product)).toMatchObject({ available: 3 })
    expect(await rejectOrder(paid.services, testActor, order.number, 'other')).toEqual({
      ok: false,
      code: 'not_held',
      status: 'received',
    })
    expect(await paid.papers(order.id)).toEqual([])
  })

  it('is rejected once: stock and gift cards are released, the buyer is notified politely', async () => {
    const code = await paid.giveCard(50_000)
    const order = await heldOrder({ cards: [code] })
    expect((await paid.cardOf(code)).balanceMinor).toBe(0)
    const answers = [
      ...(await Promise.all([1, 2].map(() => rejectOrder(paid.services, testActor, order.number, 'credit')))),
      await rejectOrder(paid.services, testActor, order.number, 'credit'),
    ]
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(answers.filter((answer) => answer.ok && !answer.already)).toHaveLength(1)
    expect(await paid.status(order.number)).toBe('cancelled')
    expect(await shop.stockOf(order.product)).toMatchObject({ available: 5 })
    expect((await paid.cardOf(code)).balanceMinor).toBe(50_000)
    expect(mailsOf(order.id)).toEqual(['held', 'rejected'])
    const mail = await paid.mailOf(order.id, 'rejected')
    expect(plain(mail!.text)).toContain('500 kr har satts tillbaka på presentkortet')
    expect(mail!.text).not.toContain('credit')
    expect((await orderEvents(shop.db, order.id)).at(-1)).toMatchObject({
      kind: 'rejected',
      data: { reason: 'credit' },
    })
    expect(await approveOrder(paid.services, testActor, order.number)).toMatchObject({ code: 'not_held' })
    // A mail that the order no longer owes is not sent.
    expect(await paid.mailOf(order.id, 'held')).toBeNull()
  })

  it('expires after the store’s days: stock, coupon and gift card are released, the buyer is notified once', async () => {
    const code = await paid.giveCard(20_000)
    const coupon = await addCoupon(shop.db, { percentage_discount: 2 }, { usageLimit: 1 })
    const order = await heldOrder({ cards: [code], coupons: [coupon] })
    expect(await usesOf(coupon)).toBe(1)
    const services = { ...paid.services, log }
    shop.now.at += 4 * 86_400_000 - 1000
    expect(await expireHeldOrders(services, jobActor('reconcile-orders'))).toEqual([])
    shop.now.at += 2000
    const expired = await Promise.all([
      expireHeldOrders(services, jobActor('reconcile-orders')),
      expireHeldOrders(services, jobActor('reconcile-orders')),
    ])
    expect(expired.flat()).toEqual([order.number])
    expect(await paid.status(order.number)).toBe('cancelled')
    expect(await shop.stockOf(order.product)).toMatchObject({ available: 5 })
    expect((await paid.cardOf(code)).balanceMinor).toBe(20_000)
    expect(await usesOf(coupon)).toBe(0)
    expect(mailsOf(order.id)).toEqual(['held', 'expired'])
    expect((await paid.mailOf(order.id, 'expired'))!.text).toContain('inom 4 dagar')
    expect((await orderEvents(shop.db, order.id)).at(-1)).toMatchObject({ kind: 'expired', actor: 'system' })
  })

  it('whose payment does not match cannot be approved, and one paid at a provider does not expire', async () => {
    const mismatch = await heldOrder()
    await sql`update payment_attempt set status = 'mismatch' where order_id = ${mismatch.id}`.execute(shop.db)
    expect(await approveOrder(paid.services, testActor, mismatch.number)).toMatchObject({
      code: 'payment_mismatch',
    })
    const klarna = await heldOrder()
    await sql`update payment_attempt set provider = 'klarna' where order_id = ${klarna.id}`.execute(shop.db)
    await sql`update orders set payment_provider = 'klarna' where id = ${klarna.id}`.execute(shop.db)
    expect(await approveOrder(paid.services, testActor, klarna.number)).toMatchObject({
      code: 'provider_decides',
    })
    shop.now.at += 5 * 86_400_000
    expect(await expireHeldOrders({ ...paid.services, log }, testActor)).toEqual([mismatch.number])
    expect(await paid.status(klarna.number)).toBe('held')
  })

  it('that was paid after it had failed reserves its stock again, or is refused where it is sold out', async () => {
    const order = await heldOrder()
    await sql`update payment_attempt set provider = 'klarna', status = 'authorized' where order_id = ${order.id}`.execute(
      shop.db,
    )
    await sql`select release_stock(${order.id})`.execute(shop.db)
    await sql`update stock set available = 1 where product_id = ${order.product}`.execute(shop.db)
    expect(await approveOrder(paid.services, testActor, order.number)).toEqual({
      ok: false,
      code: 'out_of_stock',
      productId: order.product,
    })
    expect(await paid.status(order.number)).toBe('held')
    await sql`update stock set available = 3 where product_id = ${order.product}`.execute(shop.db)
    expect(await approveOrder(paid.services, testActor, order.number)).toEqual({ ok: true, already: false })
    expect(await shop.stockOf(order.product)).toMatchObject({ available: 1 })
    expect((await findOrderByNumber(shop.db, order.number))!.paidAt).not.toBeNull()
  })

  it('has its mails in every store’s language', async () => {
    const { heldOrderMail } = await import('../../providers/mail/held-order-mail.ts')
    const { snapshotOf } = await import('../../test/order-fixture.ts')
    const texts = storeCodes.flatMap((store) =>
      (['held', 'rejected', 'expired'] as const).map((kind) => {
        const order = { number: 'S1', snapshot: snapshotOf(store), payment: shownPayment('klarna', null) }
        const { subject, text } = heldOrderMail(order, kind)
        expect([subject, text]).toEqual([expect.stringContaining('S1'), expect.stringContaining('S1')])
        return `${subject}\n${text}`
      }),
    )
    expect(new Set(texts).size).toBe(12)
  })
})

async function usesOf(coupon: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select used from coupon where code = ${coupon}`.execute(
    shop.db,
  )
  return rows[0]!.used
}
