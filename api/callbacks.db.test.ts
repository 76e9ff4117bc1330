import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleCheckout } from '../domain/checkout/settle-checkout.server.ts'
import { processPaymentEvent } from '../domain/payments/payment-events.server.ts'
import { reconcileOrders } from '../domain/payments/reconcile-orders.server.ts'
import { stores } from '../domain/stores/stores.ts'
import type { OrderSnapshot } from '../domain/orders/order-snapshot.ts'
import { hasPublishedApis } from '../test/published-api.ts'
import { checkTraffic } from '../modules/kustom/kustom.test-support.ts'
import { kustomShop, type KustomShop } from '../test/kustom-shop.ts'
import { line, openCheckout } from '../test/order-shop.ts'
import { roomyLimits } from '../test/roomy-limits.ts'
import { testActor } from '../test/test-actor.ts'

let world: KustomShop
beforeAll(async () => {
  world = await kustomShop()
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  world.shop.enqueued.length = 0
  await world.control('POST', 'reset')
  await world.control('POST', 'clock', { isFrozen: true })
})

const anna = {
  email: 'anna.berg@example.se',
  given_name: 'Anna',
  family_name: 'Berg',
  street_address: 'Storgatan 1',
  postal_code: '12345',
  city: 'Luleå',
  phone: '0701234567',
}

async function openPayment(quantity = 2) {
  const product = await world.shop.addProduct({ available: 10 })
  const { id, total } = await openCheckout(world.shop, [line(product, quantity)])
  const payment = await world.openFrame(id)
  return { product, checkout: id, total, payment }
}

const enter = (payment: string, address: object = anna) =>
  world.shopper(payment, 'address', { address, customerType: 'person' })
const pay = (payment: string) => world.shopper(payment, 'pay', { method: 'CARD' })

/** Asks for the validation as the provider does, without a purchase after it. */
async function approve(
  checkout: string,
  payment: string,
  shipping: object = anna,
  store: 'sv' | 'de' = 'sv',
) {
  const opened = (await world.exchanges()).findLast(
    ({ direction, method, url }) =>
      direction === 'request' && method === 'POST' && url === '/checkout/v3/orders',
  )!
  const address = { ...anna, country: stores[store].countryCode.toLowerCase() }
  return fetch(callbackUrl('validation', `checkout=${checkout}&payment=${payment}`, store), {
    method: 'POST',
    body: JSON.stringify({
      ...(opened.request.body as object),
      billing_address: address,
      shipping_address: { ...shipping, country: address.country },
    }),
  })
}

async function ordersOf(checkout: string) {
  const { rows } = await sql<{
    number: string
    status: string
    attempt: string | null
    snapshot: OrderSnapshot
  }>`
    select o.number, o.status, a.status as attempt, o.snapshot from orders o
    left join payment_attempt a on a.order_id = o.id where o.checkout_id = ${checkout} order by o.id`.execute(
    world.shop.db,
  )
  return rows
}

const settle = (checkoutId: string, providerOrderId: string | null = null) =>
  settleCheckout(world.services, testActor, { store: stores.sv, checkoutId, providerOrderId })

const callbackUrl = (kind: string, query: string, store = 'sv') =>
  `${world.publicUrl}/callbacks/kustom/${store}/${kind}?${query}`

describe('a purchase in the provider’s frame', () => {
  it('[CHECKOUT-08] [CHECKOUT-11] writes its order before it is charged and settles it when the shopper returns', async () => {
    const { product, checkout, payment, total } = await openPayment()
    expect(await enter(payment)).toEqual({ kind: 'done' })
    const paid = await pay(payment)
    expect(paid).toMatchObject({ kind: 'completed' })
    expect(paid['redirectTo']).toBe(
      `${world.publicUrl}/sv/checkout/confirmation?checkout=${checkout}&payment=${payment}`,
    )
    const [order] = await ordersOf(checkout)
    expect(order).toMatchObject({ status: 'pending', attempt: 'pending' })
    expect(order!.snapshot).toMatchObject({
      payment: 'klarna',
      totalMinor: total * 100,
      customer: { email: 'anna.berg@example.se', firstName: 'Anna', type: 'private' },
      address: { street: 'Storgatan 1', postalCode: '12345', countryCode: 'SE' },
    })
    expect(await settle(checkout, payment)).toMatchObject({ ok: true, status: 'paid' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
    expect((await world.shop.stockOf(product)).available).toBe(8)
    expect(world.shop.enqueued.filter(({ name }) => name === 'order-mail')).toHaveLength(1)
  })

  it('[CHECKOUT-13] is completed by the push when the tab was closed, once, however often it comes', async () => {
    const { checkout, payment } = await openPayment()
    await enter(payment)
    await pay(payment)
    await world.control('POST', 'faults', { kind: 'doubled', provider: 'kustom', callback: 'push' })
    await world.control('POST', 'clock', { advanceMs: 120_000 })
    expect(await world.processEvents()).toEqual([])
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
    const [order] = await ordersOf(checkout)
    const payments = (await world.control('GET', 'payments')) as object[]
    expect(payments).toMatchObject([{ id: payment, reference: order!.number }])
    // Acknowledged: the provider stops.
    await world.control('POST', 'clock', { advanceMs: 48 * 3_600_000 })
    const pushes = (await world.exchanges()).filter(({ callback }) => callback === 'push')
    expect(pushes.map(({ response }) => response?.status)).toEqual([200, 200])
    expect(world.shop.enqueued.filter(({ name }) => name === 'order-mail')).toHaveLength(1)
  })

  it('is retried while the provider’s record is late or the provider is away, and is not lost', async () => {
    const { checkout, payment } = await openPayment()
    await enter(payment)
    await pay(payment)
    await world.control('POST', 'faults', [
      {
        kind: 'status',
        provider: 'kustom',
        route: 'GET /ordermanagement/v1/orders/:id',
        status: 503,
        count: 2,
      },
      {
        kind: 'status',
        provider: 'kustom',
        route: 'POST /ordermanagement/v1/orders/:id/acknowledge',
        status: 500,
      },
    ])
    await world.control('POST', 'callbacks', { provider: 'kustom', callback: 'push', payment })
    expect(await world.processEvents()).toEqual(['provider_unavailable'])
    expect(await settle(checkout, payment)).toEqual({ ok: true, status: 'pending' })
    expect(await world.processEvents()).toEqual(['not_acknowledged'])
    expect(await world.processEvents()).toEqual([])
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received' }])
  })

  it('of another amount than the order’s is held for a person', async () => {
    const { checkout, payment } = await openPayment()
    await enter(payment)
    await world.control('POST', 'faults', { kind: 'changed_amount', provider: 'kustom', byMinor: -100 })
    await pay(payment)
    expect(await settle(checkout, payment)).toMatchObject({ ok: true, status: 'paid' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'held', attempt: 'mismatch' }])
  })

  it('keeps one order when the provider asks twice, and replaces it when the shopper changed the address', async () => {
    const { product, checkout, payment } = await openPayment()
    await enter(payment)
    await world.control('POST', 'faults', { kind: 'doubled', provider: 'kustom', callback: 'validation' })
    // The answer of the second request counts; the purchase fails after the order was written.
    const ask = async (changes: object) => {
      const exchange = (await world.exchanges()).findLast(({ callback }) => callback === 'validation')!
      const body = { ...(exchange.request.body as object), ...changes }
      const response = await fetch(exchange.url, { method: 'POST', body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as { error_text?: string } }
    }
    expect(await pay(payment)).toMatchObject({ kind: 'completed' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'pending' }])
    const moved = { ...anna, street_address: 'Kungsgatan 5', country: 'se' }
    expect(await ask({ billing_address: moved, shipping_address: moved })).toMatchObject({ status: 200 })
    expect(await ordersOf(checkout)).toMatchObject([
      { status: 'payment_failed', attempt: null },
      { status: 'pending', attempt: 'pending', snapshot: { address: { street: 'Kungsgatan 5' } } },
    ])
    expect((await world.shop.stockOf(product)).available).toBe(8)
    // The provider approved the first address: the order that names another one is held.
    expect(await settle(checkout, payment)).toMatchObject({ ok: true, status: 'paid' })
    expect((await ordersOf(checkout))[1]).toMatchObject({ status: 'held', attempt: 'mismatch' })
  })

  it('is refused when cart, stock or address no longer fit, with a text in the store’s language', async () => {
    const { product, checkout, payment } = await openPayment()
    await enter(payment)
    await world.shop.call('POST', '/api/cart/sync', { items: [line(product, 5)], checkoutID: checkout })
    await sql`update checkout set items = jsonb_set(items, '{0,quantity}', '5') where id = ${checkout}`.execute(
      world.shop.db,
    )
    expect(await pay(payment)).toMatchObject({
      kind: 'refused',
      message: 'Totalsumman har ändrats. Kontrollera den och bekräfta igen.',
    })
    expect(await world.openFrame(checkout)).toBe(payment)
    await sql`update stock set available = 3 where product_id = ${product}`.execute(world.shop.db)
    expect((await pay(payment)).kind).toBe('refused')
    expect(await ordersOf(checkout)).toEqual([])
    const abroad = { ...anna, country: 'no' }
    expect(await enter(payment, abroad)).toEqual({
      kind: 'refused',
      message: 'Vi levererar bara inom Sverige.',
    })
  })

  it('is refused when the checkout was ordered in another tab', async () => {
    const { checkout, payment, total } = await openPayment()
    await enter(payment)
    const invoice = {
      customerType: 'private',
      email: anna.email,
      phone: anna.phone,
      firstName: 'Anna',
      lastName: 'Berg',
      identityNumber: '811228-9874',
      address: 'Storgatan 1',
      postalCode: '123 45',
      city: 'Luleå',
      shippingMethod: 'budbee-home',
      servicePoint: null,
      acceptTerms: true,
      total,
    }
    const placed = await world.shop.call('POST', `/api/checkout/${checkout}/complete`, invoice)
    expect(placed.status).toBe(200)
    expect((await pay(payment)).kind).toBe('refused')
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  it('goes through in both of two tabs that opened it at the same time', async () => {
    const product = await world.shop.addProduct({ available: 10 })
    const { id: checkout } = await openCheckout(world.shop, [line(product, 2)])
    const [first, second] = await Promise.all([world.openFrame(checkout), world.openFrame(checkout)])
    expect(first).toBe(second)
    await enter(first)
    expect(await pay(first)).toMatchObject({ kind: 'completed' })
    expect(await settle(checkout, first)).toMatchObject({ ok: true, status: 'paid' })
  })

  it('whose record is late is never given up', async () => {
    const { checkout, payment } = await openPayment()
    await enter(payment)
    await world.control('POST', 'faults', { kind: 'late_record', provider: 'kustom', delayMs: 3_600_000 })
    await pay(payment)
    world.shop.now.at += 3_600_000
    expect(await settle(checkout, payment)).toEqual({ ok: true, status: 'pending' })
    expect(await reconcileOrders(world.services, testActor)).toMatchObject({ released: 0 })
    await world.control('POST', 'clock', { advanceMs: 3_600_000 })
    expect(await settle(checkout, payment)).toMatchObject({ status: 'paid' })
  })

  it('[CHECKOUT-12] that was approved and left is ended at the provider, then the checkout can be paid again', async () => {
    const { product, checkout, payment } = await openPayment()
    expect((await approve(checkout, payment)).status).toBe(200)
    // A reload may be beside a purchase that goes on.
    expect(await settle(checkout)).toEqual({ ok: true, status: 'pending' })
    expect((await world.shop.stockOf(product)).available).toBe(8)
    world.shop.now.at += 61_000
    expect(await settle(checkout)).toEqual({ ok: true, status: 'open' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'payment_failed', attempt: 'cancelled' }])
    expect((await world.shop.stockOf(product)).available).toBe(10)
    // The frame of a tab that is still open cannot pay any more; the checkout opens another.
    expect((await pay(payment)).kind).toBe('gone')
    const again = await world.openFrame(checkout)
    expect(again).not.toBe(payment)
    await enter(again)
    await pay(again)
    expect(await settle(checkout, again)).toMatchObject({ status: 'paid' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'payment_failed' }, { status: 'received' }])
  })

  it('that was approved and left by a shopper who never comes back is released after an hour', async () => {
    const { product, checkout, payment } = await openPayment()
    await approve(checkout, payment)
    world.shop.now.at += 59 * 60_000
    await reconcileOrders(world.services, testActor)
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'pending' }])
    world.shop.now.at += 2 * 60_000
    await reconcileOrders(world.services, testActor)
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'payment_failed', attempt: 'cancelled' }])
    expect((await world.shop.stockOf(product)).available).toBe(10)
  })

  it('[CHECKOUT-13] asked about and reported many times at once is one order and one mail', async () => {
    const { product, checkout, payment } = await openPayment()
    const approved = await Promise.all(Array.from({ length: 8 }, () => approve(checkout, payment)))
    expect(approved.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    await enter(payment)
    await pay(payment)
    const push = () => fetch(callbackUrl('notification', `payment=${payment}`), { method: 'POST' })
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, push),
      ...Array.from({ length: 6 }, () => settle(checkout, payment)),
    ])
    expect(answers).toHaveLength(12)
    expect(await world.processEvents()).toEqual([])
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
    expect((await world.shop.stockOf(product)).available).toBe(8)
    expect(world.shop.enqueued.filter(({ name }) => name === 'order-mail')).toHaveLength(1)
  })

  it.skipIf(!hasPublishedApis)('sends and receives what Kustom publishes', async () => {
    const { payment } = await openPayment()
    await enter(payment)
    await pay(payment)
    expect(checkTraffic(await world.exchanges())).toEqual([])
  })
})

it('a purchase that a stranger claims to make in the frame cannot reserve more than the network’s limit', async () => {
  const { sv } = roomyLimits
  const few = await kustomShop({
    orderLimits: { ...roomyLimits, sv: { ...sv, unpaid: { buyer: Infinity, network: 2 } } },
  })
  const attempts = []
  for (let number = 1; number <= 3; number++) {
    const product = await few.shop.addProduct({ available: 5 })
    const { id } = await openCheckout(few.shop, [line(product, 1)])
    const payment = await few.openFrame(id)
    const { request } = (await few.exchanges()).findLast(
      ({ direction, method, url }) =>
        direction === 'request' && method === 'POST' && url === '/checkout/v3/orders',
    )!
    const address = { ...anna, email: `ny${number}@example.se`, country: 'se' }
    const claimed = await fetch(
      `${few.publicUrl}/callbacks/kustom/sv/validation?checkout=${id}&payment=${payment}`,
      {
        method: 'POST',
        body: JSON.stringify({
          ...(request.body as object),
          billing_address: address,
          shipping_address: address,
        }),
      },
    )
    attempts.push([claimed.status, (await few.shop.stockOf(product)).available])
    if (number === 3) expect(await claimed.text()).toContain('väntar på betalning')
  }
  expect(attempts).toEqual([
    [200, 4],
    [200, 4],
    [400, 5],
  ])
  await few.close()
})

describe('a callback', () => {
  it('of a payment that the shop did not open stores nothing and enqueues nothing', async () => {
    const strange = callbackUrl('notification', 'payment=strange')
    expect((await fetch(strange, { method: 'POST', body: Buffer.alloc(60_000, 7) })).status).toBe(404)
    const { payment } = await openPayment()
    const elsewhere = callbackUrl('notification', `payment=${payment}`, 'no')
    expect((await fetch(elsewhere, { method: 'POST' })).status).toBe(404)
    const { rows } = await sql`select 1 from payment_event
      where provider_order_id in ('strange', ${payment})`.execute(world.shop.db)
    expect(rows).toEqual([])
    expect(world.shop.enqueued).toEqual([])
    expect((await fetch(callbackUrl('notification', ''), { method: 'POST' })).status).toBe(400)
  })

  it('that is repeated with other content is one event with one job at a time, and its content is not stored', async () => {
    const { payment } = await openPayment()
    const push = (query: string, body: BodyInit) =>
      fetch(callbackUrl('notification', `payment=${payment}${query}`), { method: 'POST', body })
    for (let n = 1; n <= 3; n++) expect((await push(`&n=${n}`, Buffer.alloc(9_000, n))).status).toBe(200)
    const stored = async () =>
      (
        await sql`select query, headers, length(body) as bytes, deliveries, outcome from payment_event
          where provider_order_id = ${payment}`.execute(world.shop.db)
      ).rows
    expect(await stored()).toEqual([{ query: {}, headers: {}, bytes: 0, deliveries: 3, outcome: null }])
    expect(world.shop.enqueued.map(({ name }) => name)).toEqual(['payment-event'])
    await enter(payment)
    await pay(payment)
    expect(await world.processEvents()).toEqual([])
    expect((await push('', 'again')).status).toBe(200)
    expect(world.shop.enqueued.filter(({ name }) => name === 'payment-event')).toHaveLength(1)
    expect((await push('', Buffer.alloc(200_000))).status).toBe(413)
  })

  it('that comes while its event is processed has it processed again', async () => {
    const { payment } = await openPayment()
    await enter(payment)
    await pay(payment)
    const push = () => fetch(callbackUrl('notification', `payment=${payment}`), { method: 'POST' })
    await push()
    const { eventId } = world.shop.enqueued.find(({ name }) => name === 'payment-event')!.data as unknown as {
      eventId: number
    }
    const { klarna } = world.services.providers.sv
    const during = {
      ...klarna!,
      acknowledge: async (...given: Parameters<NonNullable<typeof klarna>['acknowledge'] & {}>) => {
        await push()
        return klarna!.acknowledge!(...given)
      },
    }
    const providers = { ...world.services.providers, sv: { ...world.services.providers.sv, klarna: during } }
    await expect(processPaymentEvent({ ...world.services, providers }, eventId)).rejects.toThrow(
      'reported_again',
    )
    expect(await world.processEvents()).toEqual([])
  })

  it('to any other address does not exist', async () => {
    for (const path of [
      'klarna/sv/notification',
      'kustom/fi/notification',
      'kustom/sv/secret',
      'stripe/sv/validation',
    ])
      expect((await fetch(`${world.publicUrl}/callbacks/${path}?payment=x`, { method: 'POST' })).status).toBe(
        404,
      )
  })

  it('that asks is refused for another checkout, in an unreadable body, and when it is too large', async () => {
    const { checkout, payment } = await openPayment()
    const other = await openPayment()
    await enter(payment)
    const ask = async (query: string, body: BodyInit) =>
      (await fetch(callbackUrl('validation', query), { method: 'POST', body })).status
    const order = {
      purchase_currency: 'SEK',
      order_amount: 1,
      order_lines: [],
      billing_address: { ...anna, country: 'se' },
    }
    expect(await ask(`payment=${payment}&checkout=${other.checkout}`, JSON.stringify(order))).toBe(400)
    expect(await ask(`payment=${payment}&checkout=${checkout}`, JSON.stringify(order))).toBe(400)
    expect(await ask(`payment=${payment}&checkout=${checkout}`, 'not json')).toBe(400)
    expect(await ask(`payment=${payment}&checkout=${checkout}`, Buffer.from([0xff, 0xfe, 0x00]))).toBe(400)
    expect(await ask(`payment=${payment}&checkout=${checkout}`, 'x'.repeat(600_000))).toBe(413)
    expect(await ordersOf(checkout)).toEqual([])
  })
})

it('[CHECKOUT-17] a payment of another checkout is not found by its id', async () => {
  const mine = await openPayment()
  const theirs = await openPayment()
  await enter(theirs.payment)
  await pay(theirs.payment)
  expect(await settle(mine.checkout, theirs.payment)).toEqual({ ok: false, code: 'checkout_not_found' })
  expect(await settle(mine.checkout)).toEqual({ ok: true, status: 'open' })
  expect(await settle('f'.repeat(32), theirs.payment)).toEqual({ ok: false, code: 'checkout_not_found' })
})

// Last: its order stays pending.
describe('a purchase with a separate delivery address', () => {
  it('sends the goods to the separate address of the frame, with the note that was left at the shop', async () => {
    const { checkout, payment } = await openPayment()
    await world.shop.call('PATCH', `/api/checkout/${checkout}`, { note: 'Ring på.' })
    const shipping = { ...anna, given_name: 'Bo', street_address: 'Hamngatan 9', postal_code: '41106' }
    expect((await approve(checkout, payment, shipping)).status).toBe(200)
    // Asked again with the same content, it keeps the order; with another address it writes another one.
    expect((await approve(checkout, payment, shipping)).status).toBe(200)
    const [order, ...others] = await ordersOf(checkout)
    expect(others).toEqual([])
    expect(order!.snapshot).toMatchObject({
      customer: { firstName: 'Anna', lastName: 'Berg' },
      address: { street: 'Storgatan 1', postalCode: '12345' },
      recipient: { firstName: 'Bo', street: 'Hamngatan 9', postalCode: '41106' },
      note: 'Ring på.',
    })
    expect((await approve(checkout, payment)).status).toBe(200)
    const orders = await ordersOf(checkout)
    expect(orders.map(({ status }) => status)).toEqual(['payment_failed', 'pending'])
    expect(orders[1]!.snapshot.recipient).toBeUndefined()
  })
})

it('[CHECKOUT-06] a purchase for a Packstation requires the Postnummer that was left at the shop', async () => {
  const { shop } = world
  const product = await shop.addProduct({ available: 10 })
  const { id } = await openCheckout(shop, [line(product, 2)], { store: 'de', shippingMethod: 'dhl-locker' })
  await shop.call('PATCH', `/api/checkout/${id}`, { servicePoint: 'nearest' }, 'de')
  const payment = await world.openFrame(id, 'de')
  const buyer = { ...anna, postal_code: '10115', phone: '+49 151 23456789' }
  const refused = await approve(id, payment, buyer, 'de')
  expect([refused.status, await ordersOf(id)]).toEqual([400, []])
  expect(await refused.text()).toContain('DHL-Postnummer')
  await shop.call('PATCH', `/api/checkout/${id}`, { postNumber: '1234567890' }, 'de')
  expect((await approve(id, payment, buyer, 'de')).status).toBe(200)
  expect(await ordersOf(id)).toMatchObject([
    { snapshot: { shipping: { methodId: 'dhl-locker', customerNumber: '1234567890' } } },
  ])
})
