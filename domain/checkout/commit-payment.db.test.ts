import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import type { FinalizeServices } from '../payments/finalize-payment.server.ts'
import { reconcileOrders } from '../payments/reconcile-orders.server.ts'
import type { PaymentProvider, PaymentRequest, PaymentState } from '../payments/payment-provider.ts'
import { stores } from '../stores/stores.ts'
import { testServices } from '../../test/composition.ts'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import { settleCheckout } from './settle-checkout.server.ts'
import { commitPayment, type CommitPaymentServices } from './commit-payment.server.ts'
import { openPayment, type OpenPaymentServices } from './open-payment.server.ts'
import { orderLimits } from './order-limits.ts'
import { tidyUnpaidOrderKeys } from './unpaid-orders.server.ts'

type BoundOrder = Parameters<NonNullable<PaymentProvider['bindOrder']>>[1]

let shop: OrderShop
let services: CommitPaymentServices & OpenPaymentServices & FinalizeServices
/** What the provider was asked to collect, by its id of the payment. */
const payments = new Map<string, { request: PaymentRequest; order?: BoundOrder; state: PaymentState }>()
let isAway = false
/** The bank asks the shopper to confirm. */
let isAuthenticating = false

/** A provider with its fields in our own form, in memory: one payment per idempotency key. */
const stripe: PaymentProvider = {
  id: 'stripe',
  async create(request) {
    if (isAway) return { ok: false, code: 'provider_unavailable' }
    const id = `pi_${request.idempotencyKey}`
    payments.set(id, { request, state: payments.get(id)?.state ?? 'open' })
    return opened(id)
  },
  async update(id, request) {
    const payment = payments.get(id)!
    if (payment.state !== 'open') return { ok: false, code: 'read_only' }
    payment.request = request
    return opened(id)
  },
  async bindOrder(id, order) {
    if (isAway) return { ok: false, code: 'provider_unavailable' }
    const payment = payments.get(id)!
    if (payment.state !== 'open') return { ok: false, code: 'read_only' }
    payment.order = order
    return opened(id)
  },
  async retrieve(id) {
    const payment = payments.get(id)
    if (!payment) return { ok: false, code: 'unknown_payment' }
    const { request, order, state } = payment
    return {
      ok: true,
      providerOrderId: id,
      state,
      amountMinor: request.basket.totalMinor,
      currency: request.basket.currency,
      snapshotHash: order?.snapshotHash ?? null,
      orderNumber: order?.number ?? null,
      isIdle: state === 'open' && !isAuthenticating,
    }
  },
  async cancel(id) {
    const payment = payments.get(id)!
    if (payment.state !== 'open') return { ok: false, code: 'refused', reason: 'paid' }
    payment.state = 'cancelled'
    return { ok: true, providerOperationId: id, state: 'done' }
  },
  capture: () => Promise.reject(new Error('not in this test')),
  refund: () => Promise.reject(new Error('not in this test')),
}

const opened = (id: string) =>
  ({
    ok: true,
    providerOrderId: id,
    embed: { kind: 'html', html: `<p>${id}</p>` },
    expiresAt: null,
  }) as const

beforeAll(async () => {
  shop = await orderShop()
  const composed = testServices({ db: shop.db, clock: () => shop.now.at })
  services = {
    ...composed,
    catalogue: shop.catalogue,
    jobs: {
      enqueue: async (_trx, name, data) =>
        void shop.enqueued.push({ name, data: data as OrderShop['enqueued'][number]['data'] }),
    },
    providers: { ...composed.providers, sv: { ...composed.providers.sv, stripe } },
  }
})
afterAll(() => shop.close())
beforeEach(() => {
  isAway = false
  isAuthenticating = false
  payments.clear()
})

interface Buyer {
  email?: string
  /** Of the request that opens the payment, and of the one that commits it. */
  networks?: [opens: string | null, commits: string | null]
  used?: typeof services
}

async function checkout({ email = goodForm.email, networks = [null, null], used = services }: Buyer = {}) {
  const product = await shop.addProduct({ available: 5 })
  const { id, total } = await openCheckout(shop, [line(product, 2)])
  const open = (means: 'card' | 'swish' | null = null) =>
    openPayment(used, testActor, {
      means,
      store: stores.sv,
      checkoutId: id,
      provider: 'stripe',
      customerType: 'private',
      network: networks[0],
    })
  const commit = (form = {}, means: 'card' | 'swish' | null = null) =>
    commitPayment(used, testActor, {
      means,
      store: stores.sv,
      checkoutId: id,
      network: networks[1],
      form: { ...goodForm, customerType: 'private', email, ...form },
      shippingMethod: goodForm.shippingMethod,
      servicePoint: null,
      quoted: { totalMinor: minor(Math.round(total * 100)), payableMinor: null },
      provider: 'stripe',
    })
  const settle = (providerOrderId: string | null = null) =>
    settleCheckout(services, testActor, { store: stores.sv, checkoutId: id, providerOrderId })
  return { product, id, open, commit, settle }
}

async function ordersOf(checkoutId: string) {
  const { rows } = await sql<{ status: string; attempt: string }>`select o.status, a.status as attempt
    from orders o join payment_attempt a on a.order_id = o.id where o.checkout_id = ${checkoutId}
    order by o.id`.execute(shop.db)
  return rows
}

it('[CHECKOUT-14] the order is written once, however often it is asked for, and bound to the open payment', async () => {
  const { id, open, commit, settle } = await checkout()
  expect(await commit()).toEqual({ ok: false, code: 'payment_unavailable' })
  const { providerOrderId } = orThrow(await open())
  const { request } = payments.get(providerOrderId)!
  expect(request.order).toBeNull()
  expect(request.urls.confirmation).toContain(`/sv/checkout/confirmation?checkout=${id}&payment={payment}`)
  const committed = orThrow(await commit())
  expect(committed.providerOrderId).toBe(providerOrderId)
  expect(payments.get(providerOrderId)!.order).toMatchObject({
    checkoutId: id,
    number: committed.number,
    amountMinor: request.basket.totalMinor,
  })
  expect(await commit()).toEqual(committed)
  expect([payments.size, await ordersOf(id)]).toEqual([1, [{ status: 'pending', attempt: 'pending' }]])
  payments.get(providerOrderId)!.state = 'authorized'
  expect(await commit()).toEqual({ ok: false, code: 'payment_in_progress' })
  expect(await settle(providerOrderId)).toMatchObject({ ok: true, status: 'paid' })
  expect(await ordersOf(id)).toEqual([{ status: 'received', attempt: 'authorized' }])
})

it('an order whose payment could not be bound is bound later, or given up with its stock', async () => {
  const { product, id, open, commit } = await checkout()
  const { providerOrderId } = orThrow(await open())
  isAway = true
  expect(await commit()).toEqual({ ok: false, code: 'payment_unavailable' })
  isAway = false
  expect(await commit()).toMatchObject({ ok: true })
  expect(await ordersOf(id)).toHaveLength(1)

  const other = await checkout()
  await other.open()
  isAway = true
  await other.commit()
  isAway = false
  shop.now.at += 61_000
  expect(await other.settle()).toEqual({ ok: true, status: 'open' })
  expect(await ordersOf(other.id)).toEqual([{ status: 'payment_failed', attempt: 'cancelled' }])
  expect((await shop.stockOf(product)).available).toBe(3)
  expect((await shop.stockOf(other.product)).available).toBe(5)
  expect(payments.get(providerOrderId)!.state).toBe('open')
})

it('[CHECKOUT-12] a shopper who comes back unpaid can pay again; the payment before is ended at its provider', async () => {
  const { product, id, open, commit, settle } = await checkout()
  await open()
  const first = orThrow(await commit())
  // A reload beside a purchase that goes on ends nothing.
  expect(await settle()).toEqual({ ok: true, status: 'pending' })
  expect(await settle(first.providerOrderId)).toEqual({ ok: true, status: 'open' })
  expect(payments.get(first.providerOrderId)!.state).toBe('cancelled')
  expect((await shop.stockOf(product)).available).toBe(5)
  await open()
  const second = orThrow(await commit())
  expect(second.number).not.toBe(first.number)
  payments.get(second.providerOrderId)!.state = 'captured'
  expect(await settle(second.providerOrderId)).toMatchObject({ status: 'paid' })
  expect(await ordersOf(id)).toEqual([
    { status: 'payment_failed', attempt: 'cancelled' },
    { status: 'received', attempt: 'captured' },
  ])
})

function orThrow<Answer extends { ok: boolean }>(answer: Answer): Extract<Answer, { ok: true }> {
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer as Extract<Answer, { ok: true }>
}

describe('unpaid orders that keep stock', () => {
  const limited = (used = services) => ({ ...used, orderLimits })
  const { buyer: mostOfBuyer, network: mostOfNetwork } = orderLimits.sv.unpaid
  const refused = { ok: false, code: 'too_many_unpaid' }
  let names = 0
  const someEmail = () => `gaest${++names}@example.se`
  const networkOf = (number: number): [string, string] => [`198.51.100.${number}`, `198.51.100.${number}`]
  /** Opens and commits a payment as often as said, at once. */
  async function flood(count: number, buyerOf: (index: number) => Buyer) {
    const all = []
    for (let index = 0; index < count; index++)
      all.push(await checkout({ ...buyerOf(index), used: limited() }))
    for (const { open } of all) orThrow(await open())
    const answers = await Promise.all(all.map(({ commit }) => commit()))
    const accepted = all.filter((_, index) => answers[index]!.ok)
    return { all, accepted, rejected: answers.filter(({ ok }) => !ok) }
  }

  it('are limited per guest, whatever network and suffix of the mailbox, until one is given up', async () => {
    const email = (index: number) => `anna.unpaid+${index}@example.se`
    const { all, accepted, rejected } = await flood(mostOfBuyer + 2, (index) => ({
      email: email(index),
      networks: networkOf(index),
    }))
    expect(accepted).toHaveLength(mostOfBuyer)
    expect(rejected).toEqual([refused, refused])
    const [first, second] = accepted
    const waiting = all.find((each) => !accepted.includes(each))!
    expect((await shop.stockOf(waiting.product)).available).toBe(5)
    // The order of the same checkout is replaced, however often its form is changed.
    for (const firstName of ['Anna', 'Ann', 'Annika']) orThrow(await first!.commit({ firstName }))
    expect(await waiting.commit()).toEqual(refused)
    shop.now.at += 61 * 60_000
    await reconcileOrders(services, testActor)
    expect(await ordersOf(second!.id)).toMatchObject([{ status: 'payment_failed' }])
    expect((await waiting.commit()).ok).toBe(true)
  })

  it('are limited per network, which is also known when the provider asks for the order', async () => {
    const fromHere = await flood(mostOfNetwork, () => ({
      email: someEmail(),
      networks: ['203.0.113.90', '203.0.113.90'],
    }))
    expect(fromHere.rejected).toEqual([])
    const asked = await flood(2, () => ({ email: someEmail(), networks: ['203.0.113.90', null] }))
    expect(asked.rejected).toEqual([refused, refused])
    const elsewhere = await flood(1, () => ({ email: someEmail(), networks: ['203.0.113.91', null] }))
    expect(elsewhere.rejected).toEqual([])
  })

  it('leave no digest once they are paid or given up, or were never placed', async () => {
    const kept = async (id: string) =>
      (
        await sql<{
          kind: string
        }>`select kind from unpaid_order_key k join payment_attempt a on a.id = k.attempt_id
          where a.checkout_id = ${id} order by kind`.execute(shop.db)
      ).rows.map(({ kind }) => kind)
    const networks = networkOf(77)
    const [pending, paid, left] = [
      await checkout({ email: someEmail(), networks, used: limited() }),
      await checkout({ email: someEmail(), networks, used: limited() }),
      await checkout({ email: someEmail(), networks, used: limited() }),
    ]
    for (const { open } of [pending, paid, left]) orThrow(await open())
    for (const { commit } of [pending, paid]) orThrow(await commit())
    for (const [id, payment] of payments)
      if (payment.request.checkoutId === paid.id) {
        payment.state = 'authorized'
        expect(await paid.settle(id)).toMatchObject({ status: 'paid' })
      }
    await tidyUnpaidOrderKeys(shop.db)
    expect(await Promise.all([pending.id, paid.id, left.id].map(kept))).toEqual([
      ['email', 'network'],
      [],
      ['network'],
    ])
    await sql`update payment_attempt set updated_at = now() - interval '8 days'
      where checkout_id = ${left.id}`.execute(shop.db)
    await tidyUnpaidOrderKeys(shop.db)
    expect(await kept(left.id)).toEqual([])
  })
})

it('[CHECKOUT-08] each choice of a provider opens a payment of its own, which is used again', async () => {
  const { open, commit } = await checkout()
  const card = orThrow(await open('card')).providerOrderId
  const swish = orThrow(await open('swish')).providerOrderId
  expect(swish).not.toBe(card)
  expect([card, swish].map((id) => payments.get(id)!.request.means)).toEqual(['card', 'swish'])
  expect(orThrow(await open('card')).providerOrderId).toBe(card)
  expect(orThrow(await commit({}, 'card')).providerOrderId).toBe(card)
  expect(await open('swish')).toMatchObject({ ok: true })
})

it('[CHECKOUT-12] after a declined payment the shopper may choose another; one that is in flight is left alone', async () => {
  const { id, open, commit } = await checkout()
  const card = orThrow(await open('card')).providerOrderId
  orThrow(await commit({}, 'card'))
  isAuthenticating = true
  expect(await open('swish')).toEqual({ ok: false, code: 'payment_in_progress' })
  isAuthenticating = false
  orThrow(await open('swish'))
  expect(payments.get(card)!.state).toBe('cancelled')
  const paid = orThrow(await commit({}, 'swish'))
  expect(paid.providerOrderId).not.toBe(card)
  expect(await ordersOf(id)).toEqual([
    { status: 'payment_failed', attempt: 'cancelled' },
    { status: 'pending', attempt: 'pending' },
  ])
})
