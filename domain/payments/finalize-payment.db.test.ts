import { minor } from '../money/money.ts'
import { sql } from 'kysely'
import { jobActor, type Actor } from '../audit/actor.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { invoiceProviders } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { insertOrder } from '../orders/order-repository.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import { finalizePayment, type FinalizeServices } from './finalize-payment.server.ts'
import type { PaymentProvider, PaymentRecord, PaymentReference, ProviderProblem } from './payment-provider.ts'
import { paymentOfOrder } from './shown-payment.server.ts'
import { performOperations } from './perform-operations.server.ts'
import { releaseSuperseded } from './release-superseded.server.ts'
import { reconcileOrders } from './reconcile-orders.server.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let services: FinalizeServices
/** The provider's responses, by its id of the payment. */
const records = new Map<string, PaymentRecord | ProviderProblem>()
const warnings: object[] = []

beforeAll(async () => {
  shop = await orderShop()
  const klarna = {
    id: 'klarna',
    retrieve: async (id: string) => records.get(id) ?? { ok: false, code: 'unknown_payment' },
    cancel: async () => ({ ok: true, state: 'done', providerOperationId: 'released' }),
  } as unknown as PaymentProvider
  const own = { db: shop.db, clock: () => shop.now.at }
  services = {
    db: shop.db,
    clock: own.clock,
    jobs: {
      enqueue: async (_trx, name, data) =>
        void shop.enqueued.push({ name, data: data as OrderShop['enqueued'][number]['data'] }),
    },
    log: { warn: (data) => void warnings.push(data) },
    // One store has Kustom: the same id in another store is not a payment of its account.
    providers: { ...invoiceProviders(own), sv: { ...invoiceProviders(own).sv, klarna } },
  }
})
afterAll(() => shop.close())
beforeEach(() => {
  shop.enqueued.length = 0
  warnings.length = 0
})

const providerActor: Actor = { kind: 'provider', id: 'klarna', onBehalfOf: null, requestId: null }

let payments = 0
async function kustomOrder(more: Partial<PaymentRecord> = {}) {
  const product = await shop.addProduct({ available: 10 })
  const payment = `K${++payments}`
  const order = await writtenOrder(shop.db, snapshotOf('sv', { payment: 'klarna' }), {
    providerOrderId: payment,
    allocations: [{ productId: product, pool: 'available', quantity: 2 }],
  })
  const record: PaymentRecord = {
    ok: true,
    providerOrderId: payment,
    state: 'authorized',
    amountMinor: minor(36_900),
    currency: 'sek',
    snapshotHash: order.snapshotHash,
    orderNumber: order.number,
    ...more,
  }
  records.set(payment, record)
  return { ...order, payment, product, record }
}

const paymentOf = (provider: PaymentReference['provider'], providerOrderId: string): PaymentReference => ({
  store: 'sv',
  provider,
  providerOrderId,
})

const statusOf = async (orderId: number) => {
  const { rows } = await sql<{ order: string; attempt: string }>`select o.status as order, a.status as attempt
    from orders o join payment_attempt a on a.order_id = o.id where o.id = ${orderId}`.execute(shop.db)
  return rows[0]!
}

const attemptOf = async (orderId: number) => {
  const { rows } = await sql<{
    id: number
  }>`select id from payment_attempt where order_id = ${orderId}`.execute(shop.db)
  return rows[0]!.id
}

const operationsOf = async (orderId: number) => {
  const { rows } = await sql<{ kind: string; status: string }>`
    select p.kind, p.status from payment_operation p join payment_attempt a on a.id = p.attempt_id
    where a.order_id = ${orderId} order by p.id`.execute(shop.db)
  return rows
}

const availableOf = async (product: number) => (await shop.stockOf(product)).available

describe('a payment', () => {
  it('[ORDER-02] shows its buyer how it was paid: reserved, then charged in parts', async () => {
    const means = { kind: 'card', label: 'Visa •••• 4242' } as const
    const { id, payment } = await kustomOrder({ means })
    const shown = () => paymentOfOrder(shop.db, { id, snapshot: { payment: 'klarna' } })
    expect(await shown()).toMatchObject({ state: 'open', means: null })
    await finalizePayment(services, providerActor, paymentOf('klarna', payment))
    expect(await shown()).toEqual({
      provider: 'klarna',
      company: 'Kustom',
      means,
      state: 'reserved',
      chargedMinor: 0,
    })
    await sql`update payment_attempt set captured_minor = 10000 where order_id = ${id}`.execute(shop.db)
    expect(await shown()).toMatchObject({ state: 'part_charged', chargedMinor: 10_000 })
    await sql`update payment_attempt set status = 'captured', captured_minor = amount_minor
      where order_id = ${id}`.execute(shop.db)
    expect(await shown()).toMatchObject({ state: 'charged', chargedMinor: 36_900 })
  })

  it('[CHECKOUT-13] reported concurrently by redirect, callback and poller settles the order once and sends one mail', async () => {
    const order = await kustomOrder()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        finalizePayment(services, providerActor, paymentOf('klarna', order.payment)),
      ),
    )
    expect(answers.every((answer) => answer.ok && answer.status === 'received')).toBe(true)
    expect(await statusOf(order.id)).toEqual({ order: 'received', attempt: 'authorized' })
    expect(shop.enqueued).toHaveLength(1)
    const { rows } =
      await sql`select 1 from order_event where order_id = ${order.id} and kind = 'payment'`.execute(shop.db)
    expect(rows).toHaveLength(1)
  })

  it('with another amount, currency, hash or number holds the order for staff and keeps its stock', async () => {
    for (const wrong of [
      { amountMinor: minor(36_899) },
      { currency: 'NOK' },
      { snapshotHash: 'f'.repeat(64) },
      { orderNumber: 'S1' },
    ]) {
      const order = await kustomOrder(wrong)
      const answer = await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
      expect(answer).toMatchObject({ ok: true, status: 'held', problem: expect.any(String) })
      expect(await statusOf(order.id)).toEqual({ order: 'held', attempt: 'mismatch' })
      expect(await availableOf(order.product)).toBe(8)
      await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    }
    expect(warnings).toHaveLength(4)
    expect(shop.enqueued).toEqual([])
  })

  it('that failed releases the stock once and lets the shopper try again', async () => {
    const order = await kustomOrder({ state: 'failed' })
    await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    expect(await statusOf(order.id)).toEqual({ order: 'payment_failed', attempt: 'failed' })
    expect(await availableOf(order.product)).toBe(10)
    const { rows } = await sql`select version, order_id from checkout where id = ${order.checkoutId}`.execute(
      shop.db,
    )
    expect(rows[0]).toEqual({ version: 2, order_id: null })
  })

  it('that succeeds after it had failed holds the order instead of losing the payment', async () => {
    const order = await kustomOrder({ state: 'failed' })
    await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    records.set(order.payment, { ...order.record, state: 'authorized' })
    const answer = await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    expect(answer).toMatchObject({ ok: true, status: 'held', problem: 'paid_after_failure' })
    expect(await statusOf(order.id)).toEqual({ order: 'held', attempt: 'authorized' })
    // A repeated callback decides nothing: the stock was released when the payment failed.
    await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    expect(await statusOf(order.id)).toEqual({ order: 'held', attempt: 'authorized' })
  })

  it('is not undone by a late notification of an earlier state', async () => {
    const order = await kustomOrder({ state: 'captured' })
    await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    for (const state of ['pending', 'open', 'failed', 'authorized', 'review'] as const) {
      records.set(order.payment, { ...order.record, state })
      await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
      expect(await statusOf(order.id)).toEqual({ order: 'received', attempt: 'captured' })
    }
    expect(await availableOf(order.product)).toBe(8)
  })

  it('that was released is not authorized again by a record that was read before', async () => {
    const order = await kustomOrder()
    const settle = () => finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    await settle()
    await cancelOrder(services, testActor, order.number)
    await performOperations(services, testActor, await attemptOf(order.id))
    await settle()
    expect(await statusOf(order.id)).toEqual({ order: 'cancelled', attempt: 'cancelled' })
    expect(await operationsOf(order.id)).toEqual([{ kind: 'cancel', status: 'done' }])
  })

  it('that comes after staff cancelled its unpaid order is released', async () => {
    const order = await kustomOrder()
    await cancelOrder(services, testActor, order.number)
    const attempt = await attemptOf(order.id)
    await performOperations(services, testActor, attempt)
    expect(await statusOf(order.id)).toEqual({ order: 'cancelled', attempt: 'cancelled' })
    shop.enqueued.length = 0
    for (let times = 0; times < 2; times++)
      await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    expect(await statusOf(order.id)).toEqual({ order: 'cancelled', attempt: 'authorized' })
    expect(shop.enqueued).toMatchObject([{ name: 'payment-operation', data: { attemptId: attempt } }])
    await performOperations(services, testActor, attempt)
    await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    expect(await statusOf(order.id)).toEqual({ order: 'cancelled', attempt: 'cancelled' })
    expect(await operationsOf(order.id)).toHaveLength(2)
  })

  it('that is authorized late is released once another order of its checkout is paid, and never before', async () => {
    const late = await kustomOrder({ state: 'failed' })
    const settle = (payment: string) => finalizePayment(services, testActor, paymentOf('klarna', payment))
    await settle(late.payment)
    const second = await insertOrder(shop.db, {
      actor: testActor,
      checkoutId: late.checkoutId,
      checkoutVersion: 2,
      snapshot: snapshotOf('sv', { payment: 'klarna' }),
      identityNumberEncrypted: null,
      allocations: [],
      payment: { providerOrderId: `${late.payment}-2`, idempotencyKey: `${late.payment}-2` },
    })
    const { id, number, snapshotHash } = second!
    // The callback of the first payment comes while the second is open, then twice more.
    records.set(late.payment, { ...late.record, state: 'authorized' })
    await settle(late.payment)
    expect(await statusOf(late.id)).toEqual({ order: 'payment_failed', attempt: 'authorized' })
    const release = () => releaseSuperseded(services, jobActor('reconcile-orders'))
    expect(await release()).toEqual([])
    const paid = { ...late.record, providerOrderId: `${late.payment}-2`, snapshotHash, orderNumber: number }
    records.set(paid.providerOrderId, { ...paid, state: 'authorized' })
    expect(await settle(paid.providerOrderId)).toMatchObject({ ok: true, status: 'received' })
    await settle(late.payment)
    expect(await release()).toEqual([late.number])
    expect(await release()).toEqual([])
    await performOperations(services, testActor, await attemptOf(late.id))
    await settle(late.payment)
    expect(await release()).toEqual([])
    expect(await statusOf(late.id)).toEqual({ order: 'payment_failed', attempt: 'cancelled' })
    expect(await operationsOf(late.id)).toEqual([{ kind: 'cancel', status: 'done' }])
    expect(await statusOf(id)).toEqual({ order: 'received', attempt: 'authorized' })
    expect(await operationsOf(id)).toEqual([])
    const { rows } = await sql`select actor_kind, actor_id, reason from audit_entry
      where action = 'payment.release' and object_id = ${String(await attemptOf(late.id))}`.execute(shop.db)
    expect(rows).toEqual([{ actor_kind: 'job', actor_id: 'reconcile-orders', reason: 'superseded' }])
  })

  it('that is unknown here changes nothing, and an unavailable provider is asked again later', async () => {
    records.set('K-strange', {
      ok: true,
      providerOrderId: 'K-strange',
      state: 'authorized',
      amountMinor: minor(1),
      currency: 'SEK',
      snapshotHash: null,
      orderNumber: null,
    })
    expect(await finalizePayment(services, testActor, paymentOf('klarna', 'K-strange'))).toEqual({
      ok: false,
      code: 'unknown_payment',
    })
    expect(await finalizePayment(services, testActor, paymentOf('klarna', ''))).toEqual({
      ok: false,
      code: 'unknown_payment',
    })
    const order = await kustomOrder()
    // The account of another store cannot settle it, not even one that answers for the id.
    services.providers.no.klarna = services.providers.sv.klarna!
    expect(
      await finalizePayment(services, testActor, { ...paymentOf('klarna', order.payment), store: 'no' }),
    ).toEqual({ ok: false, code: 'unknown_payment' })
    delete services.providers.no.klarna
    // A process that does not have the provider knows nothing of its payments, and gives no order up.
    const { klarna: _, ...others } = services.providers.sv
    const without = { ...services, providers: { ...services.providers, sv: others } }
    expect(await finalizePayment(without, testActor, paymentOf('klarna', order.payment))).toEqual({
      ok: false,
      code: 'provider_unavailable',
    })
    records.set(order.payment, { ok: false, code: 'provider_unavailable' })
    expect(await finalizePayment(services, testActor, paymentOf('klarna', order.payment))).toEqual({
      ok: false,
      code: 'provider_unavailable',
    })
    expect(await statusOf(order.id)).toEqual({ order: 'pending', attempt: 'pending' })
  })

  it('never deadlocks with staff who work on the same order', async () => {
    for (let round = 0; round < 12; round++) {
      const { id, number, payment } = await kustomOrder({ state: round % 2 === 0 ? 'authorized' : 'failed' })
      const work = Array.from({ length: 6 }, () => [
        finalizePayment(services, providerActor, paymentOf('klarna', payment)),
        shop.db.transaction().execute((trx) => lockOrder(trx, number)),
      ])
      const answers = await Promise.all(work.flat())
      expect(answers.every((answer) => answer !== null)).toBe(true)
      expect((await statusOf(id)).order).toBe(round % 2 === 0 ? 'received' : 'payment_failed')
    }
  })

  it('never allows a second paid attempt or a second active order', async () => {
    const order = await kustomOrder()
    await finalizePayment(services, testActor, paymentOf('klarna', order.payment))
    const copy = (columns: string) =>
      sql
        .raw(`insert into payment_attempt (checkout_id, order_id, provider, provider_order_id, store, customer_type, amount_minor, currency, snapshot_hash, status, idempotency_key)
        select checkout_id, order_id, provider, ${columns} from payment_attempt where order_id = ${order.id}`)
        .execute(shop.db)
    await expect(
      copy(`provider_order_id, store, customer_type, amount_minor, currency, snapshot_hash, 'pending', 'k1'`),
    ).rejects.toThrow(/unique/)
    await expect(
      copy(`'other', store, customer_type, amount_minor, currency, snapshot_hash, 'captured', 'k2'`),
    ).rejects.toThrow(/paid_once/)
    await expect(
      sql`insert into orders (number, store, checkout_id, checkout_version, access_token, snapshot, snapshot_hash, currency, total_minor, vat_minor, email, payment_provider, placed_at)
      select 'X1', store, checkout_id, 2, repeat('a', 32), snapshot, snapshot_hash, currency, total_minor, vat_minor, email, payment_provider, placed_at from orders where id = ${order.id}`.execute(
        shop.db,
      ),
    ).rejects.toThrow(/live_per_checkout/)
  })
})

describe('our own invoice', () => {
  const invoiceOrder = (snapshot: OrderSnapshot) => writtenOrder(shop.db, snapshot)

  it('is approved up to the limit and held for staff above it', async () => {
    const small = await invoiceOrder(snapshotOf('sv'))
    expect(
      await finalizePayment(services, testActor, paymentOf('invoice', small.providerOrderId)),
    ).toMatchObject({
      status: 'received',
    })
    const base = snapshotOf('sv')
    const line = { ...base.lines[0]!, totalMinor: minor(2_600_000), vatMinor: minor(520_000) }
    const large = await invoiceOrder({ ...base, lines: [line], totalMinor: minor(2_606_900) })
    expect(
      await finalizePayment(services, testActor, paymentOf('invoice', large.providerOrderId)),
    ).toMatchObject({
      status: 'held',
      problem: null,
    })
  })

  it('of an order whose lines do not add up to its total is held', async () => {
    const order = await invoiceOrder(snapshotOf('sv', { totalMinor: minor(36_901) }))
    expect(
      await finalizePayment(services, testActor, paymentOf('invoice', order.providerOrderId)),
    ).toMatchObject({
      status: 'held',
      problem: 'amount',
    })
  })

  it('[CHECKOUT-13] an order with a zero total is settled without a provider', async () => {
    const base = snapshotOf('sv')
    const free = await invoiceOrder({
      ...base,
      payment: 'none',
      lines: [{ ...base.lines[0]!, totalMinor: minor(0), vatMinor: minor(0) }],
      shipping: { ...base.shipping, priceMinor: minor(0), vatMinor: minor(0) },
      totalMinor: minor(0),
      sumMinor: minor(0),
      vatMinor: minor(0),
      vatPerRate: [],
    })
    expect(await finalizePayment(services, testActor, paymentOf('none', free.providerOrderId))).toMatchObject(
      {
        ok: true,
        status: 'received',
      },
    )
  })
})

describe('an order stuck in pending', () => {
  it('is settled when the provider has the payment, kept while it may arrive, and given up when it is unknown there', async () => {
    await sql`update orders set status = 'cancelled' where status = 'pending'`.execute(shop.db)
    const paid = await kustomOrder()
    const waiting = await kustomOrder({ state: 'pending' })
    const away = await kustomOrder()
    records.set(away.payment, { ok: false, code: 'provider_unavailable' })
    const unknown = await kustomOrder()
    records.delete(unknown.payment)
    const before = shop.now.at
    shop.now.at += 2 * 60 * 60_000
    try {
      expect(await reconcileOrders(services, testActor)).toEqual({ settled: 1, released: 1, waiting: 2 })
    } finally {
      shop.now.at = before
    }
    expect((await statusOf(paid.id)).order).toBe('received')
    expect((await statusOf(waiting.id)).order).toBe('pending')
    expect((await statusOf(away.id)).order).toBe('pending')
    expect(await statusOf(unknown.id)).toEqual({ order: 'payment_failed', attempt: 'expired' })
    expect(await availableOf(unknown.product)).toBe(10)
  })

  it('waits while its provider is unavailable, which a run notices after three of its orders', async () => {
    await sql`update orders set status = 'cancelled' where status = 'pending'`.execute(shop.db)
    const asked: string[] = []
    const { klarna } = services.providers.sv
    const away = {
      ...klarna,
      retrieve: async (id: string) => {
        asked.push(id)
        return { ok: false, code: 'provider_unavailable' }
      },
    } as unknown as PaymentProvider
    for (let count = 0; count < 5; count++) await kustomOrder()
    const providers = { ...services.providers, sv: { ...services.providers.sv, klarna: away } }
    const before = shop.now.at
    shop.now.at += 2 * 60 * 60_000
    try {
      expect(await reconcileOrders({ ...services, providers }, testActor)).toEqual({
        settled: 0,
        released: 0,
        waiting: 5,
      })
      expect(asked).toHaveLength(3)
      expect(await reconcileOrders(services, testActor)).toMatchObject({ settled: 5 })
    } finally {
      shop.now.at = before
    }
  })
})
