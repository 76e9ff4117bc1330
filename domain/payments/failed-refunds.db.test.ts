import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openStripe, startOfTime, type StripeWorld } from '../../modules/stripe/stripe.test-support.ts'
import { composePaymentProviders } from '../../server/compose.ts'
import { readPaymentAccounts } from '../../server/payment-settings.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { testActor } from '../../test/test-actor.ts'
import { jobActor } from '../audit/actor.ts'
import { checkBooks } from '../books/check-books.server.ts'
import { shipOrder, type ShipServices } from '../dispatch/ship-order.server.ts'
import { minor } from '../money/money.ts'
import { orderEvents } from '../orders/order-repository.server.ts'
import { refundOrder } from '../refunds/refund-order.server.ts'
import { reconcileRefunds } from './failed-refunds.server.ts'
import { finalizePayment } from './finalize-payment.server.ts'
import { basketOfOrder } from './payment-basket.ts'
import { processPaymentEvent, receivePaymentEvent } from './payment-events.server.ts'
import { latestPayments, paymentsOf } from './payment-list.server.ts'
import { performOperations } from './perform-operations.server.ts'
import { retryOperations } from './retry-operations.server.ts'
import type { WarningLog } from '../log/warning-log.ts'

let test: TestDatabase
let world: StripeWorld
let services: ShipServices & { log: WarningLog }
let enqueued: { name: string; data: object }[]
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(async () => {
  world = await openStripe()
  enqueued = []
  const clock = () => world.simulator.clock.now()
  const log = { warn: () => {}, info: () => {} }
  const { stripe } = readPaymentAccounts({}, world.simulator.url)
  services = {
    db: test.db,
    clock,
    log,
    providers: composePaymentProviders({
      db: test.db,
      clock,
      log,
      accounts: { stripe: { sv: stripe!.sv! } },
    }),
    jobs: { enqueue: async (_trx, name, data) => void enqueued.push({ name, data }) },
  }
})
afterEach(() => world.stop())

const job = jobActor('payment-operation')

let attempts = 0
/** An order of 369 kr whose money was captured, of a card whose refunds fail a minute later. */
async function capturedOrder() {
  const snapshot = snapshotOf('sv', { payment: 'stripe' })
  const stripe = services.providers.sv.stripe!
  const opened = await stripe.create({
    idempotencyKey: `attempt-${++attempts}`,
    checkoutId: 'checkout-1',
    order: null,
    basket: basketOfOrder(snapshot),
    urls: { terms: '', checkout: '', confirmation: '', notification: '', validation: '' },
    email: null,
    prefill: null,
  })
  if (!opened.ok) return expect.fail(opened.code)
  const { providerOrderId } = opened
  const order = await writtenOrder(test.db, snapshot, { providerOrderId })
  const { number, checkoutId, snapshotHash } = order
  await stripe.bindOrder!(providerOrderId, {
    number,
    checkoutId,
    snapshotHash,
    amountMinor: snapshot.totalMinor,
  })
  await world.sdk.paymentIntents.confirm(providerOrderId, { payment_method: 'pm_card_refundFail' })
  const payment = { store: 'sv', provider: 'stripe', providerOrderId } as const
  expect(await finalizePayment(services, testActor, payment)).toMatchObject({ status: 'received' })
  await shipOrder(services, testActor, { number, trackingNumber: 'P1' })
  await performEnqueued()
  return { ...order, payment }
}

async function performEnqueued(): Promise<void> {
  for (const { name, data } of enqueued.splice(0))
    if (name === 'payment-operation')
      await performOperations(services, job, (data as { attemptId: number }).attemptId)
}

/** Lets the simulator send what is due, and processes the webhooks of a type as the shop does. */
async function receiveWebhooks(afterMs: number, type: string): Promise<number> {
  world.received.length = 0
  await world.simulator.clock.advance(afterMs)
  const wanted = world.received.filter(({ event }) => event.type === type)
  for (const { headers, body } of wanted) {
    const request = { headers, query: {}, body }
    const address = { provider: 'stripe', store: 'sv' } as const
    expect(await receivePaymentEvent(services, address, request)).toEqual({ ok: true })
  }
  for (const { name, data } of enqueued.splice(0))
    if (name === 'payment-event') await processPaymentEvent(services, (data as { eventId: number }).eventId)
  return wanted.length
}

const books = () => checkBooks(test.db, { stores: ['sv'], atProviders: null })

it('a refund that fails after Stripe accepted it is seen by staff, and is sent again', async () => {
  const { id, number, payment } = await capturedOrder()
  const refunded = await refundOrder(services, testActor, {
    number,
    request: { lines: [{ uuid: 'l1', amountMinor: minor(10_000) }] },
    reason: 'price_reduction',
    idempotencyKey: 'a',
  })
  expect(refunded).toMatchObject({ ok: true })
  await performEnqueued()
  expect(await receiveWebhooks(1_000, 'refund.created')).toBe(1)
  expect((await paymentsOf(test.db, number)).payments).toMatchObject([
    { status: 'part_refunded', refundedMinor: 10_000 },
  ])

  expect(await receiveWebhooks(60_000, 'refund.failed')).toBe(1)
  const problem = 'refund_failed: expired_or_canceled_card'
  expect(await paymentsOf(test.db, number)).toMatchObject({
    payments: [{ status: 'captured', refundedMinor: 0 }],
    operations: [{ kind: 'capture' }, { kind: 'refund', status: 'refused', problem }],
  })
  expect(await latestPayments(test.db, { limit: 5, waiting: true })).toMatchObject([{ orderNumber: number }])
  const kinds = async () => (await orderEvents(test.db, id)).map(({ kind }) => kind)
  expect((await kinds()).filter((kind) => kind === 'refund-failed')).toHaveLength(1)
  const owed = await test.db
    .selectFrom('order_mail')
    .select('not_before')
    .where('order_id', '=', id)
    .where('kind', '=', 'refund-problem-1')
    .execute()
  expect(owed).toEqual([{ not_before: new Date(startOfTime + 61_000 + 86_400_000) }])
  expect(await books()).toMatchObject({
    differences: [],
    waiting: [{ check: 'operations-refused', problem: `the refund of 100.00 was refused (${problem})` }],
  })

  // The same failure read again changes nothing; a retry is a refund of its own at Stripe.
  await receiveWebhooks(0, 'refund.failed')
  expect(await retryOperations(services, testActor, number)).toEqual({ ok: true, retried: 1 })
  await performEnqueued()
  expect((await paymentsOf(test.db, number)).payments).toMatchObject([
    { status: 'part_refunded', refundedMinor: 10_000 },
  ])
  const { data } = await world.sdk.refunds.list({ payment_intent: payment.providerOrderId })
  expect(data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  expect(await books()).toMatchObject({ differences: [], waiting: [] })
  expect(await receiveWebhooks(0, 'refund.created')).toBe(1)
  expect((await paymentsOf(test.db, number)).payments).toMatchObject([{ refundedMinor: 10_000 }])

  // The card is still dead: the second refund fails as well.
  await receiveWebhooks(60_000, 'refund.failed')
  expect((await paymentsOf(test.db, number)).payments).toMatchObject([
    { status: 'captured', refundedMinor: 0 },
  ])
})

it('a refund whose failure was never reported is found by the reconciliation', async () => {
  const { number, payment } = await capturedOrder()
  const other = await capturedOrder()
  for (const each of [number, other.number])
    expect(
      await refundOrder(services, testActor, {
        number: each,
        request: { lines: [{ uuid: 'l1', amountMinor: minor(10_000) }] },
        reason: 'price_reduction',
        idempotencyKey: `lost-${each}`,
      }),
    ).toMatchObject({ ok: true })
  await performEnqueued()
  const reconcile = () => reconcileRefunds(services, jobActor('reconcile-orders'))
  const letHoursPass = async (hours: number) => {
    await world.simulator.clock.advance(hours * 3_600_000)
    await test.db
      .updateTable('payment_operation')
      .set({
        updated_at: sql`updated_at - make_interval(hours => ${hours})`,
        checked_at: sql`checked_at - make_interval(hours => ${hours})`,
      })
      .execute()
  }
  const refundsOf = async (order: string) => {
    const { operations } = await paymentsOf(test.db, order)
    return operations.filter(({ kind }) => kind === 'refund').map(({ status }) => status)
  }
  // The simulator's webhooks are not received. A refund is not compared before an hour has passed.
  expect(await reconcile()).toEqual({ failed: 0, waiting: 0 })
  await letHoursPass(2)
  const away = { kind: 'status', status: 503, route: 'GET /v1/refunds', payment: payment.providerOrderId }
  await world.fault({ ...away, count: 20 })
  expect(await reconcile()).toEqual({ failed: 1, waiting: 1 })
  expect(await reconcile()).toEqual({ failed: 0, waiting: 0 })
  await world.control('DELETE', 'faults')
  await letHoursPass(25)
  expect(await reconcile()).toEqual({ failed: 1, waiting: 0 })
  expect([await refundsOf(number), await refundsOf(other.number)]).toEqual([['refused'], ['refused']])
  expect(await reconcile()).toEqual({ failed: 0, waiting: 0 })
})
