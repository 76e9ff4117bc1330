import { minor, type Minor } from '../money/money.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders, plain, units } from '../../test/paid-order.ts'
import { testActor } from '../../test/test-actor.ts'
import { shipOrder } from '../dispatch/ship-order.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'

let shop: OrderShop
let paid: ReturnType<typeof paidOrders>
beforeAll(async () => {
  shop = await orderShop()
  paid = paidOrders(shop)
})
afterAll(() => shop.close())
beforeEach(() => void (shop.enqueued.length = 0))

describe('a refund of an order', () => {
  it('refunds the frozen share, with its VAT, a credit note, the history and a mail', async () => {
    await sql`insert into coupon (code, terms) values ('TIO', '{"percentage_discount": 10}') on conflict do nothing`.execute(
      shop.db,
    )
    const product = await shop.addProduct({ price: 200, name: 'Batteripaket' })
    const { id, number, lines } = await paid.order([line(product, 3)], { coupons: ['TIO'] })
    expect(await paid.papers(id)).toEqual([])
    await paid.ship(number)
    const answer = await paid.refund(number, units(lines[0]!.uuid, 2))
    expect(answer).toMatchObject({
      ok: true,
      refund: { number: 1, amountMinor: 36_000, vatMinor: 7_200, toGiftCardsMinor: 0 },
    })
    expect(await paid.papers(id)).toMatchObject([
      { kind: 'invoice' },
      { kind: 'credit_note', amount: 36_000, vat: 7_200 },
    ])
    expect(await paid.attemptOf(id)).toMatchObject({ status: 'part_refunded', refunded: 36_000 })
    expect(shop.enqueued.map(({ data }) => data)).toContainEqual({ orderId: id, kind: 'refund-1' })
    const mail = await paid.mailOf(id, 'refund-1')
    expect(mail?.subject).toContain(number)
    for (const words of [
      '2 × Batteripaket: 360 kr',
      'du har ångrat köpet',
      'moms 25 %: 72 kr',
      'räknas av på fakturan',
    ])
      expect(plain(mail!.text)).toContain(words)
    const { rows } = await sql<{
      data: object
    }>`select data from order_event where order_id = ${id} and kind = 'refund'`.execute(shop.db)
    expect(rows).toMatchObject([{ data: { refund: 1, amountMinor: 36_000, reason: 'withdrawal' } }])
    const receipt = await shop.call(
      'GET',
      `/api/orders/confirmation/${(await findOrderByNumber(shop.db, number))!.accessToken}`,
    )
    expect(receipt.body.refunds).toMatchObject([
      { amount: 360, vat_amount: 72, reason: 'withdrawal', lines: [{ quantity: 2, amount: 360 }] },
    ])
  })

  it('of everything equals what was paid, and nothing is left afterwards', async () => {
    const product = await shop.addProduct({ price: 333 })
    const { id, number, lines, snapshot } = await paid.order([line(product, 3)])
    await paid.ship(number)
    await paid.refund(number, units(lines[0]!.uuid))
    await paid.refund(number, {
      lines: [{ uuid: lines[0]!.uuid, amountMinor: minor(1_001) }],
      shipping: true,
    })
    const rest = await paid.refund(number, 'everything')
    expect(rest.ok).toBe(true)
    const credited = (await paid.papers(id)).filter(({ kind }) => kind === 'credit_note')
    expect(credited.reduce((sum, { amount }) => sum + amount, 0)).toBe(snapshot.totalMinor)
    expect(credited.reduce((sum, { vat }) => sum + vat, 0)).toBe(snapshot.vatMinor)
    expect(await paid.attemptOf(id)).toMatchObject({ status: 'refunded', refunded: snapshot.totalMinor })
    expect(await paid.refund(number, 'everything')).toMatchObject({ ok: false, code: 'nothing_to_refund' })
  })

  it('requested concurrently never exceeds what was paid, and no unit is refunded twice', async () => {
    const product = await shop.addProduct({ price: 100 })
    const { id, number, lines, snapshot } = await paid.order([line(product, 5)])
    await paid.ship(number)
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => paid.refund(number, units(lines[0]!.uuid))),
      ...Array.from({ length: 4 }, () => paid.refund(number, { lines: [], shipping: true })),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(6)
    const codes = answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))
    expect(codes.toSorted()).toEqual([
      ...Array(3).fill('nothing_to_refund'),
      ...Array(3).fill('too_many_units'),
    ])
    const credited = (await paid.papers(id)).filter(({ kind }) => kind === 'credit_note')
    expect(credited.reduce((sum, { amount }) => sum + amount, 0)).toBe(snapshot.totalMinor)
    const { rows } = await sql<{
      number: number
    }>`select number from invoice where store = 'sv' order by number`.execute(shop.db)
    expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1))
  })

  it('happens once under one key, however often and concurrently it is requested', async () => {
    const product = await shop.addProduct({ price: 100 })
    const { id, number, lines } = await paid.order([line(product, 5)])
    await paid.ship(number)
    const same = { idempotencyKey: 'once' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => paid.refund(number, units(lines[0]!.uuid), same)),
    )
    expect(answers.map((answer) => answer.ok && answer.refund.number)).toEqual([1, 1, 1, 1, 1])
    expect(await paid.papers(id)).toHaveLength(2)
    expect(await paid.refund(number, units(lines[0]!.uuid, 2), same)).toMatchObject({
      ok: false,
      code: 'key_reused',
    })
  })

  it('goes to the payment first and to the gift cards last, the last card first', async () => {
    const [first, second] = [await paid.giveCard(10_000), await paid.giveCard(12_000)]
    const product = await shop.addProduct({ price: 100 })
    const { number, lines, snapshot } = await paid.order([line(product, 3)], { cards: [first, second] })
    expect(snapshot.payableMinor).toBe(snapshot.totalMinor - 22_000)
    await paid.ship(number)
    expect(await paid.refund(number, units(lines[0]!.uuid, 2))).toMatchObject({
      refund: { toProviderMinor: snapshot.payableMinor, toGiftCardsMinor: 20_000 - snapshot.payableMinor! },
    })
    expect((await paid.cardOf(first)).balanceMinor).toBe(0)
    expect((await paid.cardOf(second)).balanceMinor).toBe(20_000 - snapshot.payableMinor!)
    await paid.refund(number, 'everything')
    expect([(await paid.cardOf(first)).balanceMinor, (await paid.cardOf(second)).balanceMinor]).toEqual([
      10_000, 12_000,
    ])
    const paidByCard = await paid.order([line(await shop.addProduct({ price: 110 }))], {
      cards: [await paid.giveCard(50_000)],
    })
    expect(paidByCard.snapshot.payment).toBe('none')
    const back = await paid.refund(paidByCard.number, 'everything')
    expect(back).toMatchObject({
      refund: { toProviderMinor: 0, toGiftCardsMinor: paidByCard.snapshot.totalMinor },
    })
    expect((await paid.mailOf(paidByCard.id, 'refund-1'))?.text).toContain('presentkortet …')
  })

  it('of a battery leaves its deposit, which is refunded separately', async () => {
    const battery = await shop.addProduct({ price: 89.9, vat: 19, starterBattery: true })
    const { id, number, lines } = await paid.order([line(battery)], { store: 'de' })
    await paid.ship(number)
    const deposit = lines.find(({ kind }) => kind === 'fee')!
    expect(deposit.totalMinor).toBe(750)
    const goods = await paid.refund(number, units(lines.find(({ kind }) => kind === 'goods')!.uuid))
    expect(goods).toMatchObject({ refund: { amountMinor: 8_990 } })
    expect(await paid.refund(number, units(deposit.uuid))).toMatchObject({
      refund: { amountMinor: 750, vatMinor: 120 },
    })
    expect(plain((await paid.mailOf(id, 'refund-2'))!.text)).toContain('7,50 €')
  })

  it('of a battery that has not left takes its deposit with it, whether a shipment has collected it or not', async () => {
    const [battery, lamp] = [
      await shop.addProduct({ price: 89.9, vat: 19, starterBattery: true, available: 9 }),
      await shop.addProduct({ price: 20, vat: 19, available: 9 }),
    ]
    const placed = async () => {
      const { number, lines } = await paid.order([line(battery, 2), line(lamp)], { store: 'de' })
      const [starter, other] = lines.filter(({ kind }) => kind === 'goods')
      return { number, starter: starter!, other: other! }
    }
    const before = await placed()
    expect(
      await paid.refund(before.number, units(before.starter.uuid), { reason: 'not_delivered' }),
    ).toMatchObject({ refund: { amountMinor: 8_990 + 750, uncollectedMinor: 8_990 + 750, creditNote: null } })
    // The rest is charged with one deposit.
    await paid.ship(before.number)
    expect(await paid.refund(before.number, 'everything')).toMatchObject({
      refund: { amountMinor: 8_990 + 750 + 2_000, toProviderMinor: 8_990 + 750 + 2_000 },
    })

    const part = await placed()
    const shipped = await shipOrder(paid.services, testActor, {
      number: part.number,
      lines: [{ sku: part.other.sku, quantity: 1 }],
      trackingNumber: 'LAMP-1',
    })
    expect(shipped.ok).toBe(true)
    // The first shipment has charged both deposits.
    expect(
      await paid.refund(part.number, units(part.starter.uuid, 2), { reason: 'not_delivered' }),
    ).toMatchObject({
      refund: {
        amountMinor: 17_980 + 1_500,
        uncollectedMinor: 17_980,
        toProviderMinor: 1_500,
        creditNote: expect.any(Number),
      },
    })
  })

  it('is refused for what is unknown, unpaid, cancelled or paid elsewhere, and writes nothing', async () => {
    const product = await shop.addProduct({ price: 100 })
    const { id, number, lines } = await paid.order([line(product)])
    expect(await paid.refund('S1', 'everything')).toMatchObject({ code: 'unknown_order' })
    expect(await paid.refund(number, units('nope'))).toMatchObject({ code: 'unknown_line' })
    for (const amountMinor of [-1, 1.5, Number.NaN, 1e21] as Minor[])
      expect((await paid.refund(number, { lines: [{ uuid: lines[0]!.uuid, amountMinor }] })).ok).toBe(false)
    await sql`update payment_attempt set provider = 'stripe' where order_id = ${id}`.execute(shop.db)
    expect(await paid.refund(number, 'everything')).toMatchObject({ code: 'provider_unsupported' })
    await paid.force(number, 'held')
    expect(await paid.refund(number, 'everything')).toMatchObject({ code: 'not_refundable' })
    expect([await paid.papers(id), shop.enqueued.filter(({ data }) => data.kind !== 'confirmation')]).toEqual(
      [[], []],
    )
    const insert = sql`insert into refund (order_id, number, idempotency_key, request, reason, parts, amount_minor,
      vat_minor, to_provider_minor, to_gift_cards_minor, credit_note, recorded_at)
      select id, 1, 'k', '{}', 'goodwill', '{}', total_minor + 1, 0, total_minor + 1, 0, 1, now() from orders where id = ${id}`
    await expect(insert.execute(shop.db)).rejects.toThrow(/more than was paid/)
  })
})
