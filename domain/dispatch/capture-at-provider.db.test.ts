import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  checkTraffic,
  openAtKustom,
  openKustom,
  startOfTime,
  type KustomWorld,
} from '../../modules/kustom/kustom.test-support.ts'
import { simulatedMerchant } from '../../sandbox/kustom/merchants.ts'
import { composePaymentProviders } from '../../server/compose.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { hasPublishedApis } from '../../test/published-api.ts'
import { testActor } from '../../test/test-actor.ts'
import { jobActor } from '../audit/actor.ts'
import { minor } from '../money/money.ts'
import { orderEvents, findOrderById } from '../orders/order-repository.server.ts'
import { finalizePayment } from '../payments/finalize-payment.server.ts'
import { latestPayments, paymentsOf } from '../payments/payment-list.server.ts'
import { performOperations, reconcileOperations } from '../payments/perform-operations.server.ts'
import { retryOperations } from '../payments/retry-operations.server.ts'
import { lockOwedMails } from '../order-mails/owed-mails.server.ts'
import type { OrderMailKind } from '../jobs/job-queue.ts'
import { testKeys } from '../../test/keyring.ts'
import { captureOrder } from './capture-order.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { refundOrder } from '../refunds/refund-order.server.ts'
import { shipOrder, type ShipServices } from './ship-order.server.ts'
import { toSku } from '../products/sku.ts'
import type { WarningLog } from '../log/warning-log.ts'

let test: TestDatabase
let world: KustomWorld
let services: ShipServices & { log: WarningLog }
/** Payment attempts with operations that are to be performed. */
let enqueued: number[]
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())
beforeEach(async () => {
  world = await openKustom()
  enqueued = []
  const clock = () => startOfTime
  const log = { warn: () => {}, info: () => {} }
  const { username, password } = simulatedMerchant('sv')
  const account = { keys: { username, password }, hosts: { url: world.url }, options: {} }
  services = {
    db: test.db,
    clock,
    log,
    providers: composePaymentProviders({ db: test.db, clock, log, accounts: { kustom: { sv: account } } }),
    jobs: {
      enqueue: async (_trx, name, data) => {
        if (name === 'payment-operation') enqueued.push((data as { attemptId: number }).attemptId)
      },
    },
  }
})
afterEach(() => world.stop())

const job = jobActor('payment-operation')

/** An order of two batteries at 150 kr and a delivery at 69 kr, authorized at Kustom. */
async function authorizedOrder() {
  const snapshot = snapshotOf('sv', { payment: 'klarna' })
  const providerOrderId = await openAtKustom(world, services.providers.sv.klarna!, snapshot)
  const order = await writtenOrder(test.db, snapshot, { providerOrderId })
  await world.shopper(providerOrderId, 'pay', { method: 'CARD' })
  const payment = { store: 'sv', provider: 'klarna', providerOrderId } as const
  expect(await finalizePayment(services, testActor, payment)).toMatchObject({ status: 'received' })
  return { ...order, payment, snapshot }
}

const ship = (number: string, trackingNumber: string, quantity?: number) =>
  shipOrder(services, testActor, {
    number,
    trackingNumber,
    ...(quantity !== undefined && { lines: [{ sku: toSku('SKU-1'), quantity }] }),
  })

/** Runs the enqueued jobs. */
async function performEnqueued(): Promise<string[]> {
  const answers: string[] = []
  for (const attemptId of enqueued.splice(0)) answers.push(await performOperations(services, job, attemptId))
  return answers
}

const atKustom = async (id: string) => (await world.call('GET', `/ordermanagement/v1/orders/${id}`)).body!

const operations = () =>
  test.db
    .selectFrom('payment_operation')
    .select(['kind', 'status', 'amount_minor', 'problem'])
    .orderBy('id', 'desc')
    .execute()

const attemptOf = (orderId: number) =>
  test.db
    .selectFrom('payment_attempt')
    .select(['status', 'captured_minor', 'refunded_minor'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()

const captures = 'POST /ordermanagement/v1/orders/:id/captures'
const fault = (given: object) => world.control('POST', 'faults', { provider: 'kustom', ...given })

/** A mail that the order owes; its content as it would be sent now, null where it is no longer owed. */
async function owedMail(orderId: number, kind: OrderMailKind) {
  const row = await test.db
    .selectFrom('order_mail')
    .select('not_before')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) return null
  const due = await test.db
    .transaction()
    .execute((trx) =>
      lockOwedMails(trx, { keys: testKeys, clock: () => startOfTime }, { orderId, kind, admission: 'now' }),
    )
  return { notBefore: row.not_before, mail: due?.mails[0] ?? null }
}

/** Makes operations old enough for the reconciliation. */
async function reconcile() {
  await test.db
    .updateTable('payment_operation')
    .set({ updated_at: new Date(0) })
    .where('status', 'in', ['sent', 'unknown'])
    .execute()
  return reconcileOperations(services, job)
}

describe('an order paid at Kustom', () => {
  it('is captured per shipment after the commit, with the shipped lines and the parcel', async () => {
    const { id, number, payment } = await authorizedOrder()
    await ship(number, 'P1', 1)
    expect(await atKustom(payment.providerOrderId)).toMatchObject({ captured_amount: 0 })
    expect((await operations())[0]).toMatchObject({ kind: 'capture', status: 'sent' })
    expect(await performEnqueued()).toEqual(['performed'])
    expect(await attemptOf(id)).toEqual({ status: 'authorized', captured_minor: 21_900, refunded_minor: 0 })
    // A late push reads a partly captured order; it must not count as captured whole.
    await finalizePayment(services, testActor, payment)
    expect(await attemptOf(id)).toMatchObject({ captured_minor: 21_900 })
    await ship(number, 'P2')
    // Only the last one lets the provider release the rest.
    const { rows } = await sql<{ isFinal: boolean | null }>`
      select (request->'isFinal')::boolean as "isFinal" from payment_operation order by id desc limit 2`.execute(
      test.db,
    )
    expect(rows).toEqual([{ isFinal: true }, { isFinal: null }])
    await performEnqueued()
    const order = await atKustom(payment.providerOrderId)
    expect(order).toMatchObject({
      status: 'CAPTURED',
      captured_amount: 36_900,
      remaining_authorized_amount: 0,
    })
    expect(order['captures']).toMatchObject([
      {
        captured_amount: 21_900,
        order_lines: [
          { reference: 'SKU-1', quantity: 1, total_amount: 15_000, total_discount_amount: 2_900 },
          { reference: 'budbee-home', total_amount: 6_900 },
        ],
        shipping_info: [
          {
            shipping_company: 'budbee',
            tracking_number: 'P1',
            tracking_uri: 'https://tracking.budbee.com/P1',
          },
        ],
      },
      { captured_amount: 15_000, order_lines: [{ quantity: 1, total_amount: 15_000 }] },
    ])
    expect(await attemptOf(id)).toMatchObject({ status: 'captured', captured_minor: 36_900 })
    const kinds = (await orderEvents(test.db, id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'captured')).toHaveLength(2)
    if (hasPublishedApis) expect(checkTraffic(await world.exchanges())).toEqual([])
  })

  it('is captured once where the answer was lost, and not twice where the job runs again', async () => {
    const { id, number, payment } = await authorizedOrder()
    await ship(number, 'P1')
    await fault({ kind: 'disconnect', route: captures, processed: true })
    enqueued.push(...enqueued)
    // The second job reads the record: the capture took effect.
    expect(await performEnqueued()).toEqual(['waiting', 'performed'])
    expect(await reconcile()).toEqual({ resolved: 0, waiting: 0 })
    expect(await atKustom(payment.providerOrderId)).toMatchObject({ captured_amount: 36_900 })
    expect((await operations())[0]).toMatchObject({ status: 'done', amount_minor: 36_900 })
    expect(await attemptOf(id)).toMatchObject({ status: 'captured', captured_minor: 36_900 })
  })

  it('is captured later where Kustom was down, and the reconciliation finds a job that was lost', async () => {
    const { number, payment } = await authorizedOrder()
    await ship(number, 'P1', 1)
    await fault({ kind: 'status', route: captures, status: 503 })
    expect(await performEnqueued()).toEqual(['waiting'])
    expect((await operations())[0]).toMatchObject({ status: 'unknown', problem: 'provider_unavailable' })
    await ship(number, 'P2')
    enqueued.length = 0
    expect(await reconcile()).toEqual({ resolved: 1, waiting: 0 })
    expect(await atKustom(payment.providerOrderId)).toMatchObject({ captured_amount: 36_900 })
  })

  it('keeps a refusal for staff: nothing more is sent, and the order’s history says so', async () => {
    const { id, number, payment } = await authorizedOrder()
    await world.call('POST', `/ordermanagement/v1/orders/${payment.providerOrderId}/cancel`)
    await ship(number, 'P1')
    expect(await performEnqueued()).toEqual(['performed'])
    expect((await operations())[0]).toMatchObject({ status: 'refused', problem: 'CAPTURE_NOT_ALLOWED' })
    expect(await reconcile()).toEqual({ resolved: 0, waiting: 0 })
    expect(await attemptOf(id)).toMatchObject({ captured_minor: 0 })
    expect((await orderEvents(test.db, id)).map(({ kind }) => kind)).toContain('capture-refused')
    // Staff have a day before the buyer gets a mail.
    expect(await owedMail(id, 'payment-problem')).toMatchObject({
      notBefore: new Date(startOfTime + 86_400_000),
      mail: { content: 'payment-problem', isShipped: true },
    })
  })

  it('that lost its authorization before shipment is reported to staff at once, and to the buyer a day later', async () => {
    const { id, number, payment } = await authorizedOrder()
    await world.call('POST', `/ordermanagement/v1/orders/${payment.providerOrderId}/cancel`)
    for (let reading = 0; reading < 2; reading++)
      expect(await finalizePayment(services, testActor, payment)).toMatchObject({ status: 'received' })
    const kinds = (await orderEvents(test.db, id)).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'payment-lost')).toHaveLength(1)
    expect(await owedMail(id, 'payment-problem')).toMatchObject({ mail: { isShipped: false } })
    expect(await captureOrder(services, testActor, number)).toMatchObject({ code: 'on_shipment' })
    await cancelOrder(services, testActor, number)
    expect((await owedMail(id, 'payment-problem'))?.mail).toBeNull()
  })

  it('is captured by a retry after the cause of a refusal is removed, and what is done is not repeated', async () => {
    const { id, number, payment } = await authorizedOrder()
    await ship(number, 'P1')
    const problem = { error_code: 'CAPTURE_NOT_ALLOWED', error_messages: ['Not now'], correlation_id: 'c' }
    await fault({ kind: 'status', route: captures, status: 403, body: JSON.stringify(problem) })
    await performEnqueued()
    expect(await attemptOf(id)).toMatchObject({ captured_minor: 0 })
    expect(await captureOrder(services, testActor, number)).toEqual({
      ok: true,
      retried: 1,
      amountMinor: null,
    })
    expect(await captureOrder(services, testActor, number)).toMatchObject({ code: 'waiting' })
    expect(await performEnqueued()).toEqual(['performed'])
    expect(await atKustom(payment.providerOrderId)).toMatchObject({ captured_amount: 36_900 })
    expect(await retryOperations(services, testActor, number)).toEqual({ ok: false, code: 'nothing_refused' })
    expect(await captureOrder(services, testActor, number)).toEqual({ ok: false, code: 'nothing_left' })
    expect((await owedMail(id, 'payment-problem'))?.mail).toBeNull()
    expect(await paymentsOf(test.db, number)).toMatchObject({
      payments: [{ orderNumber: number, provider: 'klarna', status: 'captured', capturedMinor: 36_900 }],
      operations: [{ kind: 'capture', status: 'done', problem: null, tries: 2 }],
    })
    const waiting = await latestPayments(test.db, { limit: 50, waiting: true })
    expect(waiting.map(({ orderNumber }) => orderNumber)).not.toContain(number)
  })

  it('is refunded after its capture, never beyond it, and Kustom shows the same sums', async () => {
    const { id, number, payment } = await authorizedOrder()
    const refund = (amount: number, key: string) =>
      refundOrder(services, testActor, {
        number,
        request: { lines: [{ uuid: 'l1', amountMinor: minor(amount) }] },
        reason: 'price_reduction',
        idempotencyKey: key,
      })
    expect(await refund(1_000, 'a')).toMatchObject({ ok: false, code: 'not_captured' })
    await ship(number, 'P1', 1)
    expect(await refund(25_000, 'b')).toMatchObject({ ok: false, code: 'not_captured' })
    expect(await refund(10_000, 'c')).toMatchObject({ ok: true, refund: { creditNote: null } })
    await performEnqueued()
    expect(await attemptOf(id)).toEqual({
      status: 'part_refunded',
      captured_minor: 21_900,
      refunded_minor: 10_000,
    })
    await ship(number, 'P2')
    await performEnqueued()
    expect(await atKustom(payment.providerOrderId)).toMatchObject({
      captured_amount: 36_900,
      refunded_amount: 10_000,
    })
    if (hasPublishedApis) expect(checkTraffic(await world.exchanges(), { onlyAnswers: true })).toEqual([])
  })

  it('has a correction for its buyer where an announced refund is refused, unless staff mend it', async () => {
    const { id, number } = await authorizedOrder()
    await ship(number, 'P1')
    await performEnqueued()
    const refund = await refundOrder(services, testActor, {
      number,
      request: { lines: [{ uuid: 'l1', amountMinor: minor(10_000) }] },
      reason: 'price_reduction',
      idempotencyKey: 'a',
    })
    expect(refund).toMatchObject({ ok: true })
    const problem = { error_code: 'REFUND_NOT_ALLOWED', error_messages: ['No'], correlation_id: 'c' }
    const route = 'POST /ordermanagement/v1/orders/:id/refunds'
    await fault({ kind: 'status', route, status: 403, body: JSON.stringify(problem) })
    await performEnqueued()
    expect((await orderEvents(test.db, id)).map(({ kind }) => kind)).toContain('refund-refused')
    expect(await owedMail(id, 'refund-problem-1')).toMatchObject({
      notBefore: new Date(startOfTime + 86_400_000),
      mail: { content: 'refund-problem', refund: { toProviderMinor: 10_000 } },
    })
    await retryOperations(services, testActor, number)
    await performEnqueued()
    expect((await owedMail(id, 'refund-problem-1'))?.mail).toBeNull()
  })

  it('that is cancelled releases its authorization after the commit', async () => {
    const { id, number, payment } = await authorizedOrder()
    expect(await cancelOrder(services, testActor, number)).toEqual({ ok: true, refund: null })
    expect(await atKustom(payment.providerOrderId)).toMatchObject({ status: 'AUTHORIZED' })
    await performEnqueued()
    expect(await atKustom(payment.providerOrderId)).toMatchObject({ status: 'CANCELLED' })
    expect(await attemptOf(id)).toMatchObject({ status: 'cancelled' })
    expect((await findOrderById(test.db, id))?.status).toBe('cancelled')
  })
})
