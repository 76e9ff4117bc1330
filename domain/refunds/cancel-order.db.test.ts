import { minor } from '../money/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, plain, units } from '../../test/paid-order.ts'
import type { Mail } from '../../providers/mail/mailer.ts'
import { cancelOrder } from './cancel-order.server.ts'
import { markOrderPaid } from '../invoices/mark-order-paid.server.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())
beforeEach(() => void (shop.enqueued.length = 0))

describe('an order that is cancelled', () => {
  it('releases its stock, its codes and its gift cards and collects nothing', async () => {
    await sql`insert into coupon (code, terms, usage_limit) values ('EINMAL', '{"percentage_discount": 10}', 1)`.execute(
      shop.db,
    )
    const code = await paid.giveCard(5_000)
    const product = await shop.addProduct({ price: 100, available: 10 })
    const { id, number } = await paid.order([line(product, 4)], { coupons: ['EINMAL'], cards: [code] })
    expect((await shop.stockOf(product)).available).toBe(6)
    const calls = await Promise.all([
      cancelOrder(paid.services, testActor, number),
      cancelOrder(paid.services, testActor, number),
    ])
    expect(calls).toContainEqual({ ok: true, refund: null })
    expect(calls).toContainEqual({ ok: false, code: 'already_cancelled' })
    expect(await paid.status(number)).toBe('cancelled')
    expect((await shop.stockOf(product)).available).toBe(10)
    expect((await paid.cardOf(code)).balanceMinor).toBe(5_000)
    const { rows } = await sql<{ used: number }>`select used from coupon where code = 'EINMAL'`.execute(
      shop.db,
    )
    expect(rows).toEqual([{ used: 0 }])
    expect([await paid.papers(id), await paid.attemptOf(id)]).toMatchObject([[], { status: 'cancelled' }])
    expect(plain((await paid.mailOf(id, 'cancelled'))!.text)).toContain(
      '50 kr har satts tillbaka på presentkortet',
    )
    expect(await paid.refund(number, 'everything')).toMatchObject({ code: 'not_refundable' })
  })

  it('on invoice ends without an invoice, also where a part was refunded before', async () => {
    const product = await shop.addProduct({ price: 100 })
    const { id, number, lines } = await paid.order([line(product, 4)])
    await paid.refund(number, units(lines[0]!.uuid))
    expect(await cancelOrder(paid.services, testActor, number)).toEqual({ ok: true, refund: null })
    expect([await paid.papers(id), await paid.attemptOf(id)]).toMatchObject([
      [],
      { status: 'cancelled', captured: 0, refunded: 0 },
    ])
  })

  it('on invoice and paid in advance refunds it with a credit note, and is refused once it is shipped', async () => {
    const product = await shop.addProduct({ price: 100 })
    const { id, number, lines, snapshot } = await paid.order([line(product, 4)])
    await markOrderPaid(paid.services, testActor, number)
    await paid.refund(number, units(lines[0]!.uuid))
    const answer = await cancelOrder(paid.services, testActor, number)
    expect(answer).toMatchObject({
      ok: true,
      refund: { reason: 'cancelled', amountMinor: snapshot.totalMinor - 10_000 },
    })
    expect(await paid.attemptOf(id)).toMatchObject({ status: 'refunded', refunded: snapshot.totalMinor })
    expect((await paid.mailOf(id, 'cancelled'))!.text).toContain('Kreditfaktura')
    const sent = await paid.order([line(product)])
    await paid.force(sent.number, 'shipped')
    expect(await cancelOrder(paid.services, testActor, sent.number)).toEqual({ ok: false, code: 'too_late' })
    expect(await cancelOrder(paid.services, testActor, 'S1')).toEqual({ ok: false, code: 'unknown_order' })
  })
})

describe('gift cards bought on invoice', () => {
  const buy = async (quantity: number) =>
    paid.order([line(await shop.addProduct({ price: 300, type: 4, vat: 0, name: 'Presentkort' }), quantity)])
  const codesIn = (mail: Mail | null) => mail?.text.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/g) ?? []

  it('are sent when the invoice is paid, not before', async () => {
    const { id, number } = await buy(2)
    expect(shop.enqueued.map(({ data }) => data.kind)).toEqual(['confirmation'])
    expect(await paid.mailOf(id, 'gift-cards')).toBeNull()
    const answers = await Promise.all([
      markOrderPaid(paid.services, testActor, number),
      markOrderPaid(paid.services, testActor, number),
    ])
    expect(answers).toContainEqual({ ok: true, already: false, cards: true })
    expect(answers).toContainEqual({ ok: true, already: true, cards: false })
    expect(codesIn(await paid.mailOf(id, 'gift-cards'))).toHaveLength(2)
    expect(await markOrderPaid(paid.services, testActor, 'S1')).toEqual({ ok: false, code: 'unknown_order' })
  })

  it('must be refunded whole and unused, and are disabled by it; what was refunded before is never issued', async () => {
    const { id, number, lines } = await buy(3)
    const { uuid } = lines[0]!
    expect(await paid.refund(number, units(uuid))).toMatchObject({
      ok: true,
      refund: { amountMinor: 30_000, vatMinor: 0 },
    })
    await markOrderPaid(paid.services, testActor, number)
    const codes = codesIn(await paid.mailOf(id, 'gift-cards'))
    expect(codes).toHaveLength(2)
    await paid.order([line(await shop.addProduct({ price: 150 }))], { cards: codes.slice(0, 1) })
    expect(await paid.refund(number, { lines: [{ uuid, amountMinor: minor(100) }] })).toMatchObject({
      code: 'gift_card_part',
    })
    expect(await paid.refund(number, units(uuid, 2))).toMatchObject({ code: 'gift_card_used', uuid })
    expect((await paid.cardOf(codes[1]!)).disabledAt).toBeNull()
    expect(await cancelOrder(paid.services, testActor, number)).toMatchObject({ code: 'gift_card_used' })
    expect((await paid.refund(number, units(uuid))).ok).toBe(true)
    expect((await paid.cardOf(codes[1]!)).disabledAt).not.toBeNull()
  })

  it('are no longer sent once the order is cancelled', async () => {
    const { id, number } = await buy(1)
    await markOrderPaid(paid.services, testActor, number)
    expect((await cancelOrder(paid.services, testActor, number)).ok).toBe(true)
    expect(await paid.mailOf(id, 'gift-cards')).toBeNull()
    expect(await markOrderPaid(paid.services, testActor, number)).toEqual({ ok: false, code: 'not_owed' })
  })
})
