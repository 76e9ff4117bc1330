import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settleCheckout } from '../domain/checkout/settle-checkout.server.ts'
import type { FinalizeServices } from '../domain/payments/finalize-payment.server.ts'
import { performOperations } from '../domain/payments/perform-operations.server.ts'
import { processPaymentEvent } from '../domain/payments/payment-events.server.ts'
import { shipOrder, type ShipServices } from '../domain/dispatch/ship-order.server.ts'
import { stores } from '../domain/stores/stores.ts'
import type { Exchange } from '../sandbox/simulator/request-log.ts'
import { startSimulator, type Simulator } from '../sandbox/simulator/simulator.ts'
import { createVirtualClock } from '../sandbox/simulator/virtual-clock.ts'
import { reconcileOrders } from '../domain/payments/reconcile-orders.server.ts'
import { cancelOrder } from '../domain/refunds/cancel-order.server.ts'
import { simulatedWalley } from '../sandbox/walley/simulator.ts'
import { checkTraffic, exampleShopper } from '../modules/walley/walley.test-support.ts'
import { readPaymentAccounts } from '../server/payment-settings.ts'
import { testServices } from '../test/composition.ts'
import { freePort } from '../test/free-port.ts'
import { line, openCheckout, orderShop, type OrderShop } from '../test/order-shop.ts'
import { testActor } from '../test/test-actor.ts'

/** The real API with the simulated Walley, whose clock is frozen. */
let shop: OrderShop
let simulator: Simulator
let services: FinalizeServices & ShipServices
let publicUrl: string

beforeAll(async () => {
  simulator = (await startSimulator({
    port: 0,
    providers: [simulatedWalley],
    root: process.cwd(),
    clock: createVirtualClock({ startMs: Date.UTC(2026, 10, 20, 9), isFrozen: true }),
  }))!
  const port = await freePort()
  publicUrl = `http://localhost:${port}`
  const payments = { walley: readPaymentAccounts({}, simulator.url).walley! }
  shop = await orderShop({ payments, publicUrl })
  await shop.app.listen({ port, host: 'localhost' })
  services = {
    ...testServices({ db: shop.db, clock: () => shop.now.at, payments, publicUrl }),
    jobs: {
      enqueue: async (_trx: unknown, name: string, data: object) =>
        void shop.enqueued.push({ name, data: data as OrderShop['enqueued'][number]['data'] }),
    },
  }
})

beforeEach(async () => {
  shop.enqueued.length = 0
  await control('POST', 'reset')
})

afterAll(async () => {
  await shop.close()
  await simulator.stop()
})

async function send<Answer>(method: string, url: string, body?: unknown): Promise<Answer> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return (await response.json()) as Answer
}

const control = (method: string, path: string, body?: unknown) =>
  send<unknown>(method, `${simulator.url}/control/${path}`, body)
const advance = (advanceMs: number) => control('POST', 'clock', { advanceMs })
const fault = (given: object) => control('POST', 'faults', { provider: 'walley', ...given })
const exchanges = async () => (await control('GET', 'requests')) as Exchange[]
const notifications = async () => (await exchanges()).filter(({ callback }) => callback === 'notification')

async function openPayment(quantity = 2) {
  const product = await shop.addProduct({ available: 10 })
  const { id: checkout, total } = await openCheckout(shop, [line(product, quantity)])
  const body = { provider: 'walley_b2c', customerType: 'private' }
  const opened = await shop.call('POST', `/api/checkout/${checkout}/payment`, body, 'sv')
  expect(opened.status).toBe(200)
  const payment: string = opened.body.order_id
  return { product, checkout, total, payment }
}

/** What the frame's page sends. */
const shopper = (payment: string, action: string, body: object) =>
  send<{ kind: string }>('POST', `${simulator.url}/walley/page/${payment.split('.')[1]}/${action}`, body)

const anna = { ...exampleShopper, mobilePhoneNumber: '0701234567', postalCode: '12345', city: 'Luleå' }

async function pay(payment: string, outcome = 'accept') {
  await shopper(payment, 'identify', anna)
  return shopper(payment, 'pay', { method: 'Card', outcome })
}

async function ordersOf(checkout: string) {
  const { rows } = await sql<{ number: string; status: string; attempt: string | null }>`
    select o.number, o.status, a.status as attempt from orders o
    left join payment_attempt a on a.order_id = o.id where o.checkout_id = ${checkout} order by o.id`.execute(
    shop.db,
  )
  return rows
}

/** Runs the enqueued payment events once; the codes of those that have to be repeated. */
async function processEvents(): Promise<string[]> {
  const delayed: string[] = []
  for (const job of shop.enqueued.splice(0)) {
    if (job.name !== 'payment-event') shop.enqueued.push(job)
    else
      await processPaymentEvent(services, (job.data as unknown as { eventId: number }).eventId).catch(
        (error: Error) => {
          delayed.push(error.message)
          shop.enqueued.push(job)
        },
      )
  }
  return delayed
}

const mails = () => shop.enqueued.filter(({ name }) => name === 'order-mail').length
const settle = (checkoutId: string, providerOrderId: string) =>
  settleCheckout(services, testActor, { store: stores.sv, checkoutId, providerOrderId })

describe('a purchase in Walley’s frame', () => {
  it('[CHECKOUT-08] [CHECKOUT-11] writes its order before it is charged, and Walley keeps its number', async () => {
    const { product, checkout, payment, total } = await openPayment()
    expect(await pay(payment)).toMatchObject({ kind: 'completed' })
    const [order] = await ordersOf(checkout)
    expect(order).toMatchObject({ status: 'pending', attempt: 'pending' })
    expect(await settle(checkout, payment)).toMatchObject({ ok: true, status: 'paid' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
    expect(await control('GET', 'payments')).toMatchObject([
      { reference: order!.number, amountMinor: total * 100, capturedMinor: 0 },
    ])
    expect((await shop.stockOf(product)).available).toBe(8)
    expect(mails()).toBe(1)
    expect(checkTraffic(await exchanges())).toEqual([])
  })

  it('[CHECKOUT-13] is completed once by notifications that are lost and doubled', async () => {
    const { checkout, payment } = await openPayment()
    await pay(payment)
    await fault({ kind: 'lost', callback: 'notification' })
    await advance(0)
    expect(await processEvents()).toEqual([])
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'pending' }])
    await fault({ kind: 'doubled', callback: 'notification' })
    await advance(5_000)
    expect(await processEvents()).toEqual([])
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
    await advance(48 * 3_600_000)
    expect((await notifications()).map(({ response }) => response?.status)).toEqual([undefined, 200, 200])
    expect(mails()).toBe(1)
  })

  it('is retried while order management does not know it or Walley is away, and is not lost', async () => {
    const { checkout, payment } = await openPayment()
    await fault({ kind: 'late_record', delayMs: 5_000 })
    await pay(payment)
    expect(await settle(checkout, payment)).toEqual({ ok: true, status: 'pending' })
    await fault({ kind: 'status', route: 'GET /checkouts/:id', status: 503 })
    await advance(0)
    expect(await processEvents()).toHaveLength(1)
    await advance(5_000)
    expect(await processEvents()).toEqual([])
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received' }])
  })

  it('on hold keeps the order held until Walley accepts it', async () => {
    const { checkout, payment } = await openPayment()
    await pay(payment, 'hold')
    await advance(0)
    await processEvents()
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'held', attempt: 'review' }])
    expect(mails()).toBe(0)
    await shopper(payment, 'decide', { isApproved: true })
    await advance(0)
    expect(await processEvents()).toEqual([])
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
    expect(mails()).toBe(1)
  })

  it('of another amount than the order’s is held for a person', async () => {
    const { checkout, payment } = await openPayment()
    await fault({ kind: 'changed_amount', byMinor: -100 })
    await pay(payment)
    await settle(checkout, payment)
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'held', attempt: 'mismatch' }])
  })

  it('[CHECKOUT-12] that is declined first is paid with the same order', async () => {
    const { product, checkout, payment } = await openPayment()
    expect(await pay(payment, 'decline')).toEqual({ kind: 'declined' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'pending' }])
    expect(await pay(payment)).toMatchObject({ kind: 'completed' })
    await settle(checkout, payment)
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'received', attempt: 'authorized' }])
    expect((await shop.stockOf(product)).available).toBe(8)
  })

  it('[CHECKOUT-12] that is left after a decline releases its stock, and may still be made', async () => {
    const returning = await openPayment()
    const leaving = await openPayment()
    for (const { payment } of [returning, leaving])
      expect(await pay(payment, 'decline')).toEqual({ kind: 'declined' })
    expect(await settle(returning.checkout, returning.payment)).toEqual({ ok: true, status: 'open' })
    shop.now.at += 61 * 60_000
    expect(await reconcileOrders(services, testActor)).toEqual({ settled: 0, released: 1, waiting: 0 })
    for (const { product, checkout, payment } of [returning, leaving]) {
      expect(await ordersOf(checkout)).toMatchObject([{ status: 'payment_failed', attempt: 'expired' }])
      expect((await shop.stockOf(product)).available).toBe(10)
      expect(await pay(payment)).toMatchObject({ kind: 'completed' })
      await settle(checkout, payment)
      expect(await ordersOf(checkout)).toMatchObject([
        { status: 'payment_failed', attempt: null },
        { status: 'received', attempt: 'authorized' },
      ])
      expect((await shop.stockOf(product)).available).toBe(8)
    }
  })

  it('is refused after staff cancelled its order', async () => {
    const { checkout, payment } = await openPayment()
    await pay(payment, 'decline')
    const [order] = await ordersOf(checkout)
    expect(await cancelOrder(services, testActor, order!.number)).toMatchObject({ ok: true })
    expect(await pay(payment)).toEqual({ kind: 'refused' })
    expect(await ordersOf(checkout)).toMatchObject([{ status: 'cancelled' }])
  })

  it('is refused when cart or stock no longer fit', async () => {
    const { product, checkout, payment } = await openPayment()
    await sql`update checkout set items = jsonb_set(items, '{0,quantity}', '5') where id = ${checkout}`.execute(
      shop.db,
    )
    expect(await pay(payment)).toEqual({ kind: 'refused' })
    await sql`update checkout set items = jsonb_set(items, '{0,quantity}', '2') where id = ${checkout}`.execute(
      shop.db,
    )
    await sql`update stock set available = 1 where product_id = ${product}`.execute(shop.db)
    expect(await pay(payment)).toEqual({ kind: 'refused' })
    expect(await ordersOf(checkout)).toEqual([])
  })

  it('is refused for the checkout of somebody else', async () => {
    const own = await openPayment()
    const other = await openPayment()
    await shopper(own.payment, 'identify', anna)
    const url = `${publicUrl}/callbacks/walley-b2c/sv`
    const forged = `checkout=${other.checkout}&payment=${own.payment}`
    expect((await fetch(`${url}/validation?${forged}`, { method: 'POST' })).status).toBe(409)
    expect((await fetch(`${url}/validation?checkout=${own.checkout}&payment=x`)).status).toBe(400)
    expect((await fetch(`${url}/notification?payment=../x`)).status).toBe(400)
    expect([...(await ordersOf(own.checkout)), ...(await ordersOf(other.checkout))]).toEqual([])
  })
})

it('an order paid with Walley is captured when it ships, once, although the answer was lost', async () => {
  const { checkout, payment, total } = await openPayment()
  await pay(payment)
  await settle(checkout, payment)
  const [order] = await ordersOf(checkout)
  expect((await shipOrder(services, testActor, { number: order!.number, trackingNumber: 'P1' })).ok).toBe(
    true,
  )
  const performEnqueued = async () => {
    const [job] = shop.enqueued.filter(({ name }) => name === 'payment-operation')
    return performOperations(services, testActor, (job!.data as unknown as { attemptId: number }).attemptId)
  }
  await fault({ kind: 'disconnect', route: 'POST /manage/orders/:id/capture', processed: true })
  expect(await performEnqueued()).toBe('waiting')
  await advance(2_000)
  expect(await performEnqueued()).toBe('performed')
  expect(await control('GET', 'payments')).toMatchObject([
    { status: 'Activated', capturedMinor: total * 100 },
  ])
  const { rows } = await sql`select status, captured_minor from payment_attempt
    where provider_order_id = ${payment}`.execute(shop.db)
  expect(rows).toEqual([{ status: 'captured', captured_minor: total * 100 }])
})
