import { minor, type Minor } from '../money/money.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testKeys } from '../../test/keyring.ts'
import { watchedQueries } from '../../test/watched-queries.ts'
import { roomyLimits } from '../../test/roomy-limits.ts'
import { applySettings } from '../stores/apply-settings.ts'
import { stores } from '../stores/stores.ts'
import { updateCheckoutCart } from './checkout-repository.server.ts'
import { placeOrder, type PlaceOrderInput } from './place-order.server.ts'
import type { QuotedTotal } from './quoted-total.server.ts'
import { createStockReader } from '../cart/cart-stock.server.ts'
import { createCarriers } from '../../providers/carriers/carriers.ts'
import { noCoupons } from './price-checkout.server.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
beforeAll(async () => {
  shop = await orderShop()
})
afterAll(() => shop.close())

const complete = (id: string, form: object) => shop.call('POST', `/api/checkout/${id}/complete`, form)

/** Writes the order without settling it. */
function place(
  checkoutId: string,
  provider: PlaceOrderInput['provider'],
  quoted: QuotedTotal,
  more: Partial<PlaceOrderInput> = {},
) {
  const { shippingMethod, servicePoint, ...form } = goodForm
  const services = {
    db: shop.db,
    catalogue: shop.catalogue,
    stock: createStockReader(shop.db),
    coupons: noCoupons,
    carriers: createCarriers(() => undefined, Date.now),
    keys: testKeys,
    orderLimits: roomyLimits,
    clock: () => shop.now.at,
  }
  return placeOrder(services, testActor, {
    store: stores.sv,
    checkoutId,
    form: { ...form, customerType: 'private' },
    shippingMethod,
    servicePoint,
    quoted,
    provider,
    ...more,
  })
}

describe('a closed store', () => {
  afterEach(() => applySettings('sv', {}))

  it('takes orders of staff and of people who preview it, and no others', async () => {
    const product = await shop.addProduct({ available: 2 })
    const { id, total } = await openCheckout(shop, [line(product)])
    const quoted = { totalMinor: minor(total * 100), payableMinor: null }
    applySettings('sv', { opening: { isOpenToShoppers: false } })
    expect(await place(id, 'invoice', quoted)).toEqual({ ok: false, code: 'store_closed' })
    expect((await shop.stockOf(product)).available).toBe(2)
    expect(await place(id, 'invoice', quoted, { whileClosed: true })).toMatchObject({ ok: true })
    // A repeated request answers the order that is there.
    expect(await place(id, 'invoice', quoted)).toMatchObject({ ok: true, placedNow: false })
  })
})

describe('many shoppers at once', () => {
  it('share ten units among fifty orders: ten get one, forty are refused, stock is zero', async () => {
    const product = await shop.addProduct({ available: 10 })
    const checkouts = await Promise.all(Array.from({ length: 50 }, () => openCheckout(shop, [line(product)])))
    const answers = await Promise.all(checkouts.map(({ id, total }) => complete(id, { ...goodForm, total })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const refused of answers.filter(({ status }) => status !== 200))
      expect(refused).toMatchObject({ status: 409, body: { code: 'lines_changed' } })
    expect(await shop.stockOf(product)).toMatchObject({ available: 0 })
    const { rows } = await sql<{ orders: number; reserved: number }>`
      select count(distinct o.id)::integer as orders, sum(r.quantity)::integer as reserved
      from stock_reservation r join orders o on o.id = r.order_id where r.product_id = ${product}`.execute(
      shop.db,
    )
    expect(rows[0]).toEqual({ orders: 10, reserved: 10 })
  })

  it('ordering the same products in opposite order never deadlock', async () => {
    const products = await Promise.all([1, 2, 3].map(() => shop.addProduct({ available: 500 })))
    const checkouts = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        openCheckout(
          shop,
          (index % 2 ? products : products.toReversed()).map((product) => line(product, 2)),
        ),
      ),
    )
    const answers = await Promise.all(checkouts.map(({ id, total }) => complete(id, { ...goodForm, total })))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    for (const product of products) expect(await shop.stockOf(product)).toMatchObject({ available: 440 })
  })
})

describe('stock', () => {
  it('[STOCK-04] is reserved in the pool that the status names, summed over lines and sets', async () => {
    const part = await shop.addProduct({ available: 20 })
    const set = await shop.addProduct({ type: 3 })
    await sql`insert into set_part values (${set}, ${part}, 4)`.execute(shop.db)
    const incoming = await shop.addProduct({ available: 0, incoming: 5 })
    const presale = await shop.addProduct({ available: 7, presale: 5, releaseAt: '2027-03-01T00:00:00Z' })
    const items = [line(set, 2), line(part, 1), line(part, 2), line(incoming, 2), line(presale, 3)]
    const { id, total } = await openCheckout(shop, items)
    expect((await complete(id, { ...goodForm, total })).status).toBe(200)
    expect(await shop.stockOf(part)).toMatchObject({ available: 9 })
    expect(await shop.stockOf(incoming)).toEqual({ available: 0, incoming: 3, presale: 0 })
    expect(await shop.stockOf(presale)).toEqual({ available: 7, incoming: 0, presale: 2 })
  })

  it('is unchanged by an order that could not be written', async () => {
    const [plenty, gone] = [await shop.addProduct(), await shop.addProduct({ available: 1 })]
    const { id, total } = await openCheckout(shop, [line(plenty), line(gone)])
    // Reserved between pricing and writing: the conditional update decides.
    await sql`create function take_last() returns trigger language plpgsql as $$ begin
      update stock set available = 0 where product_id = tg_argv[0]::integer; return new; end $$`.execute(
      shop.db,
    )
    await sql
      .raw(
        `create trigger take_last before insert on orders for each row execute function take_last('${gone}')`,
      )
      .execute(shop.db)
    try {
      expect(await complete(id, { ...goodForm, total })).toMatchObject({
        status: 409,
        body: { code: 'lines_changed' },
      })
    } finally {
      await sql`drop trigger take_last on orders`.execute(shop.db)
    }
    expect(await shop.stockOf(plenty)).toMatchObject({ available: 100 })
    const { rows } = await sql`select 1 from orders where checkout_id = ${id}`.execute(shop.db)
    expect(rows).toEqual([])
    expect(await shop.stockOf(gone)).toMatchObject({ available: 1 })
  })
})

describe('an order', () => {
  it('[CHECKOUT-14] whose settlement was aborted was never written, and the next request writes it', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    await sql`create function break_mail() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
      shop.db,
    )
    await sql`create trigger break_mail before insert on order_mail for each row execute function break_mail()`.execute(
      shop.db,
    )
    expect((await complete(id, { ...goodForm, total })).status).toBe(500)
    expect((await shop.call('GET', `/api/checkout/${id}`)).body.status).toBe('open')
    expect(await shop.stockOf(product)).toMatchObject({ available: 100 })
    await sql`drop trigger break_mail on order_mail`.execute(shop.db)
    const done = await complete(id, { ...goodForm, total })
    expect(done).toMatchObject({ status: 200, body: { status: 'paid' } })
    expect(await shop.stockOf(product)).toMatchObject({ available: 99 })
  })

  it('that is settled at once costs one version of its row, with both entries of its history', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    await sql`create function refuse_version() returns trigger language plpgsql as $$
      begin raise exception 'a second version of the row'; end $$`.execute(shop.db)
    await sql`create trigger refuse_version before update on orders for each row
      execute function refuse_version()`.execute(shop.db)
    try {
      expect(await complete(id, { ...goodForm, total })).toMatchObject({
        status: 200,
        body: { status: 'paid' },
      })
    } finally {
      await sql`drop trigger refuse_version on orders`.execute(shop.db)
    }
    const { rows } = await sql<{ status: string; isFinal: boolean; history: unknown }>`
      select o.status, o.finalized_at is not null as "isFinal", (select json_agg(array[e.kind, e.from_status, e.to_status]
        order by e.id) from order_event e where e.order_id = o.id) as history
      from orders o where o.checkout_id = ${id}`.execute(shop.db)
    expect(rows).toEqual([
      {
        status: 'received',
        isFinal: true,
        history: [
          ['placed', null, 'pending'],
          ['payment', 'pending', 'received'],
        ],
      },
    ])
  })

  it('is priced and written with three statements, its checkout opened with two, whatever it contains', async () => {
    const products = [await shop.addProduct(), await shop.addProduct()]
    const watched = watchedQueries(shop.db)
    const node = await orderShop({ db: watched.db, catalogue: shop.catalogue })
    const items = products.map((product) => line(product, 2))
    const counted = async <T>(request: Promise<T>) => {
      const before = watched.queries
      const answer = await request
      return { answer, queries: watched.queries - before }
    }
    const opening = { items, coupons: [], campaignData: null }
    expect(await counted(node.call('POST', '/api/checkout', opening))).toMatchObject({
      answer: { status: 201 },
      queries: 2,
    })
    const { id, total } = await openCheckout(node, items)
    const done = node.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total })
    expect(await counted(done)).toMatchObject({ answer: { body: { status: 'paid' } }, queries: 3 })
    await node.close()
  })

  it('that was left pending is settled by the next request, not written again', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const placed = await place(id, 'invoice', { totalMinor: minor(total * 100), payableMinor: null })
    expect(placed).toMatchObject({ ok: true, placedNow: true, order: { status: 'pending' } })
    expect((await shop.call('GET', `/api/checkout/${id}`)).body.status).toBe('pending')
    const done = await complete(id, { ...goodForm, total })
    expect(done.body).toMatchObject({ status: 'paid', number: placed.ok ? placed.order.number : '' })
    expect(await shop.stockOf(product)).toMatchObject({ available: 99 })
  })

  it('without a payment method is refused while an amount is due, whatever the shopper was shown', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const refusalOf = async (payableMinor: Minor | null) => {
      const placed = await place(id, 'none', { totalMinor: minor(total * 100), payableMinor })
      return placed.ok ? null : placed.code
    }
    expect(await refusalOf(null)).toBe('payment_unavailable')
    expect(await refusalOf(minor(0))).toBe('gift_card_changed')
    expect((await shop.call('GET', `/api/checkout/${id}`)).body.status).toBe('open')
    expect(await shop.stockOf(product)).toMatchObject({ available: 100 })
  })

  it('is not affected by changes to the cart after it was placed', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const { body } = await complete(id, { ...goodForm, total })
    expect(
      await updateCheckoutCart(shop.db, 'sv', id, {
        lines: [{ uuid: randomUUID(), productId: product, quantity: 99 }],
        couponCodes: [],
      }),
    ).toBe(false)
    const order = await shop.call('GET', `/api/orders/confirmation/${body.confirmation}`)
    expect(order.body.lines).toMatchObject([{ quantity: 1 }])
  })

  it('cannot have its promise changed by any database statement', async () => {
    const product = await shop.addProduct()
    const { id, total } = await openCheckout(shop, [line(product)])
    const { body } = await complete(id, { ...goodForm, total })
    for (const change of [
      `total_minor = 1`,
      `snapshot = '{}'`,
      `snapshot_hash = repeat('0', 64)`,
      `number = 'S1'`,
    ])
      await expect(
        sql.raw(`update orders set ${change} where number = '${body.number}'`).execute(shop.db),
      ).rejects.toThrow(/cannot be changed/)
    await expect(sql`update order_event set kind = 'x'`.execute(shop.db)).rejects.toThrow(/append-only/)
    await expect(sql`delete from order_event`.execute(shop.db)).rejects.toThrow(/append-only/)
  })

  it('fully paid by a code is not refused for the minimum order', async () => {
    const free = await orderShop()
    try {
      await sql`insert into coupon (code, terms) values ('ALLT', '{"percentage_discount": 100}')`.execute(
        free.db,
      )
      const product = await free.addProduct({ price: 1200 })
      const { id } = await openCheckout(free, [line(product)], { coupons: ['ALLT'] })
      const view = await free.call('GET', `/api/checkout/${id}`)
      expect(view.body).toMatchObject({
        sum: 0,
        shipping: 69,
        total: 69,
        applied_coupons: ['ALLT'],
        minimum: { reached: true },
      })
      const answer = await free.call('POST', `/api/checkout/${id}/complete`, { ...goodForm, total: 69 })
      expect(answer).toMatchObject({ status: 200, body: { status: 'paid' } })
    } finally {
      await free.close()
    }
  })
})
