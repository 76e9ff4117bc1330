/** Payments on a provider's own page, with a provider in memory: what becomes of those whose answer is lost. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { goodForm, line, openCheckout, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testActor } from '../../test/test-actor.ts'
import { minor } from '../money/money.ts'
import { finalizePayment } from '../payments/finalize-payment.server.ts'
import type { PaymentProvider, PaymentRequest, PaymentState } from '../payments/payment-provider.ts'
import { latestPayments } from '../payments/payment-list.server.ts'
import { readUnclaimed } from '../payments/read-unclaimed.server.ts'
import { applySettings } from '../stores/apply-settings.ts'
import { stores } from '../stores/stores.ts'
import { readTodo } from '../todo/todo.server.ts'
import { endUnansweredPayments } from './end-unanswered-payments.server.ts'
import { openAttempt } from './open-attempt.server.ts'
import { openPayment } from './open-payment.server.ts'
import { redirectPayment, type RedirectServices } from './redirect-payment.server.ts'
import { settleCheckout } from './settle-checkout.server.ts'

let shop: OrderShop
let services: RedirectServices
let answers: 'well' | 'lost' | 'refused' | 'busy' | 'never' | 'unread' | 'unknown' | 'broken' | 'later'
/** What the provider was asked to open, by keys. */
const asked: string[] = []
/** What a question costs, in milliseconds. */
let costs = 0
const payments = new Map<string, { request: PaymentRequest; state: PaymentState }>()

/** Opens a payment once for each key. `lost`: it is opened, and the answer does not arrive. */
const provider: PaymentProvider = {
  id: 'stripe',
  async create(request) {
    asked.push(request.idempotencyKey)
    shop.now.at += costs
    if (answers === 'never') return { ok: false, code: 'provider_unavailable' }
    if (answers === 'refused') return { ok: false, code: 'refused', reason: 'currency' }
    if (answers === 'unknown') return { ok: false, code: 'unknown_payment' }
    if (answers === 'busy') return { ok: false, code: 'refused', reason: '429' }
    const id = `pay_${request.idempotencyKey}`
    if (!payments.has(id)) payments.set(id, { request, state: 'open' })
    if (answers === 'lost') return { ok: false, code: 'provider_unavailable' }
    return {
      ok: true,
      providerOrderId: id,
      embed: { kind: 'redirect', url: `https://pay.example/${id}` },
      expiresAt: null,
    }
  },
  update: async () => ({ ok: false, code: 'read_only' }),
  async retrieve(id) {
    if (answers === 'unread') return { ok: false, code: 'provider_unavailable' }
    if (answers === 'broken') throw new Error('the process ends here')
    const payment = payments.get(id)
    if (!payment) return { ok: false, code: 'unknown_payment' }
    const { request, state } = payment
    return {
      ok: true,
      providerOrderId: id,
      state,
      amountMinor: request.basket.totalMinor,
      currency: request.basket.currency,
      snapshotHash: null,
      orderNumber: request.order?.number ?? null,
      ...(['captured', 'refunded'].includes(state) && { capturedMinor: request.basket.totalMinor }),
      ...(state === 'refunded' && { refundedMinor: request.basket.totalMinor }),
    }
  },
  async cancel(id) {
    if (answers === 'never') return { ok: false, code: 'provider_unavailable' }
    const payment = payments.get(id)!
    if (payment.state === 'captured') return { ok: false, code: 'refused', reason: 'captured' }
    if (answers === 'later') return { ok: true, providerOperationId: id, state: 'accepted' }
    payment.state = 'cancelled'
    return { ok: true, providerOperationId: id, state: 'done' }
  },
  capture: () => Promise.reject(new Error('not in this test')),
  refund: () => Promise.reject(new Error('not in this test')),
}

beforeAll(async () => {
  shop = await orderShop()
  const composed = testServices({ db: shop.db, clock: () => shop.now.at })
  services = {
    ...composed,
    catalogue: shop.catalogue,
    jobs: { enqueue: async () => {} },
    providers: {
      ...composed.providers,
      sv: { ...composed.providers.sv, stripe: provider },
      da: { ...composed.providers.da, stripe: provider },
    },
  }
})
afterAll(() => shop.close())
beforeEach(() => {
  answers = 'well'
  payments.clear()
  asked.length = 0
  costs = 0
})

async function checkout() {
  const product = await shop.addProduct({ available: 5 })
  const { id, total } = await openCheckout(shop, [line(product, 1)])
  const pay = () =>
    redirectPayment(services, testActor, {
      store: stores.sv,
      checkoutId: id,
      network: null,
      form: { ...goodForm, customerType: 'private' },
      shippingMethod: goodForm.shippingMethod,
      servicePoint: null,
      quoted: { totalMinor: minor(Math.round(total * 100)), payableMinor: null },
      provider: 'stripe',
    })
  const settle = () =>
    settleCheckout(services, testActor, { store: stores.sv, checkoutId: id, providerOrderId: null })
  return { id, product, pay, settle }
}

const attemptsOf = async (checkoutId: string) =>
  (
    await sql<{ order: string; attempt: string; payment: string | null }>`
      select o.status as order, a.status as attempt, a.provider_order_id as payment
      from orders o join payment_attempt a on a.order_id = o.id where o.checkout_id = ${checkoutId}
      order by a.id`.execute(shop.db)
  ).rows

const hoursPass = (hours: number) =>
  sql`update payment_attempt set open_asked_at = open_asked_at - make_interval(hours => ${hours})`.execute(
    shop.db,
  )

/** How many orders staff see as a problem with a payment, on To do and in `anode payments list --waiting`. */
async function seenByStaff() {
  const tasks = await readTodo(services, { id: 0, grants: { 'order:read': ['sv'] } })
  const waiting = await latestPayments(shop.db, { limit: 100, waiting: true })
  return { todo: tasks.find(({ name }) => name === 'payment_problem')?.count, waiting: waiting.length }
}

/** The job, when the first request can no longer be in flight. */
async function askAgain() {
  await hoursPass(1)
  return endUnansweredPayments(services, testActor, ['stripe'])
}

it('one of a closed store is not opened, and what was begun before is not ended', async () => {
  const { pay, id } = await checkout()
  const begun = await pay()
  applySettings('sv', { opening: { isOpenToShoppers: false } })
  try {
    expect(await pay()).toEqual({ ok: false, code: 'store_closed' })
    const opening = { store: stores.sv, checkoutId: id, provider: 'stripe', customerType: null } as const
    expect(await openPayment(services, testActor, opening)).toEqual({ ok: false, code: 'store_closed' })
  } finally {
    applySettings('sv', {})
  }
  expect(begun).toMatchObject({ ok: true })
  expect([...payments.values()].map(({ state }) => state)).toEqual(['open'])
})

it('one that was opened without an answer is opened again under its key, and ended', async () => {
  const { id, pay } = await checkout()
  answers = 'lost'
  expect(await pay()).toEqual({ ok: false, code: 'payment_unavailable' })
  expect(await attemptsOf(id)).toEqual([{ order: 'payment_failed', attempt: 'expired', payment: null }])
  // Too early: the first request may still be carried out.
  expect(await endUnansweredPayments(services, testActor, ['stripe'])).toEqual({ ended: 0, waiting: 0 })
  answers = 'never'
  expect(await askAgain()).toEqual({ ended: 0, waiting: 1 })
  answers = 'well'
  expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
  expect([...payments.values()]).toMatchObject([{ state: 'cancelled' }])
  const [payment] = payments.keys()
  expect(await attemptsOf(id)).toEqual([{ order: 'payment_failed', attempt: 'cancelled', payment }])
  expect(await askAgain()).toEqual({ ended: 0, waiting: 0 })
})

it('one that was paid meanwhile, and cannot be ended, holds its order for staff', async () => {
  const { id, pay } = await checkout()
  answers = 'lost'
  await pay()
  for (const payment of payments.values()) payment.state = 'captured'
  answers = 'unread'
  expect(await askAgain()).toEqual({ ended: 0, waiting: 1 })
  answers = 'well'
  expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
  expect(await attemptsOf(id)).toMatchObject([{ order: 'held', attempt: 'captured' }])
})

it('one whose buyer has approved meanwhile holds its order, and what is reserved is not released', async () => {
  const { id, pay } = await checkout()
  answers = 'lost'
  await pay()
  for (const payment of payments.values()) payment.state = 'authorized'
  answers = 'well'
  expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
  expect([...payments.values()]).toMatchObject([{ state: 'authorized' }])
  expect(await attemptsOf(id)).toMatchObject([{ order: 'held', attempt: 'authorized' }])
})

it.each(['busy', 'refused', 'unknown'] as const)(
  'an answer to the repetition (%s) is no proof that nothing was opened',
  async (answer) => {
    const { id, pay } = await checkout()
    answers = 'lost'
    await pay()
    answers = answer
    expect(await askAgain()).toEqual({ ended: 0, waiting: 1 })
    expect(await attemptsOf(id)).toMatchObject([{ attempt: 'expired', payment: null }])
    answers = 'well'
    expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
    expect([...payments.values()]).toMatchObject([{ state: 'cancelled' }])
  },
)

it('one that the provider ends later is asked about until it has ended', async () => {
  const { pay } = await checkout()
  answers = 'lost'
  await pay()
  for (const state of ['open', 'pending', 'review'] as const) {
    for (const payment of payments.values()) payment.state = state
    answers = 'later'
    expect(await askAgain()).toEqual({ ended: 0, waiting: 1 })
  }
  answers = 'well'
  expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
  expect(payments.size).toBe(1)
})

it('one whose process ended between its id and its record is asked about again', async () => {
  const { id, pay } = await checkout()
  answers = 'lost'
  await pay()
  const [payment] = payments.keys()
  answers = 'broken'
  expect(await askAgain()).toEqual({ ended: 0, waiting: 1 })
  expect(await attemptsOf(id)).toMatchObject([{ attempt: 'expired', payment }])
  answers = 'well'
  // Its id is known: it is asked about for longer than keys are kept.
  await hoursPass(48)
  expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
  expect(asked).toHaveLength(2)
  expect(await attemptsOf(id)).toMatchObject([{ attempt: 'cancelled', payment }])
})

it('one that its provider was never asked to open is not opened afterwards', async () => {
  const { id, pay, settle } = await checkout()
  await pay()
  // The process ended before the question.
  await sql`update payment_attempt set provider_order_id = null where checkout_id = ${id}`.execute(shop.db)
  shop.now.at += 61_000
  expect(await settle()).toEqual({ ok: true, status: 'open' })
  expect(await askAgain()).toEqual({ ended: 0, waiting: 0 })
  expect(asked).toHaveLength(1)
})

it('one that was paid beside another order of its checkout is listed for staff', async () => {
  const { id, pay } = await checkout()
  answers = 'lost'
  await pay()
  for (const payment of payments.values()) payment.state = 'captured'
  answers = 'well'
  expect(await pay()).toMatchObject({ ok: true })
  const before = await seenByStaff()
  expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
  expect(await attemptsOf(id)).toMatchObject([
    { order: 'payment_failed', attempt: 'captured' },
    { order: 'pending', attempt: 'pending' },
  ])
  expect(await seenByStaff()).toEqual({ todo: before.todo! + 1, waiting: before.waiting + 1 })
  expect(await readUnclaimed(services, testActor)).toBe(0)
  // Staff have given it back at the provider.
  for (const payment of payments.values()) if (payment.state === 'captured') payment.state = 'refunded'
  expect(await readUnclaimed(services, testActor)).toBe(1)
  expect(await seenByStaff()).toEqual(before)
})

it('one without an answer for a day is asked for no more, and listed for staff', async () => {
  const { pay } = await checkout()
  answers = 'lost'
  await pay()
  const before = await seenByStaff()
  await hoursPass(24)
  answers = 'well'
  expect(await askAgain()).toEqual({ ended: 0, waiting: 0 })
  expect(await seenByStaff()).toEqual({ todo: before.todo! + 1, waiting: before.waiting + 1 })
  await hoursPass(14 * 24)
  expect(await seenByStaff()).toEqual(before)
})

it('an order that waits for its payment for a day is listed for staff', async () => {
  const { at } = shop.now
  const before = await seenByStaff()
  shop.now.at = Date.now() - 25 * 3_600_000
  expect(await (await checkout()).pay()).toMatchObject({ ok: true })
  expect((await seenByStaff()).todo).toBe(before.todo! + 1)
  shop.now.at = Date.now() - 23 * 3_600_000
  expect(await (await checkout()).pay()).toMatchObject({ ok: true })
  expect((await seenByStaff()).todo).toBe(before.todo! + 1)
  shop.now.at = at
})

it('a run asks for a minute, and leaves the rest to the next', async () => {
  answers = 'lost'
  for (let count = 0; count < 2; count++) await (await checkout()).pay()
  answers = 'well'
  costs = 61_000
  expect(await askAgain()).toEqual({ ended: 1, waiting: 1 })
  expect(await askAgain()).toEqual({ ended: 1, waiting: 0 })
})

it('one that the provider refused is not asked for again', async () => {
  const { id, pay } = await checkout()
  answers = 'refused'
  expect(await pay()).toEqual({ ok: false, code: 'payment_unavailable' })
  expect(await attemptsOf(id)).toEqual([{ order: 'payment_failed', attempt: 'failed', payment: null }])
  answers = 'well'
  expect(await askAgain()).toEqual({ ended: 0, waiting: 0 })
  expect(payments.size).toBe(0)
})

it('an order whose payment was never stored keeps its checkout for a minute, whatever was opened before', async () => {
  const { id, settle, pay } = await checkout()
  await pay()
  // A frame that was opened before, and a process that ended before it stored the payment of the order.
  await openAttempt(shop.db, testActor, {
    checkoutId: id,
    store: stores.sv,
    provider: 'klarna',
    customerType: 'private',
    means: null,
    amountMinor: minor(100),
  })
  await sql`update payment_attempt set provider_order_id = case provider when 'klarna' then 'frame' end
    where checkout_id = ${id}`.execute(shop.db)
  expect(await settle()).toEqual({ ok: true, status: 'pending' })
  shop.now.at += 61_000
  expect(await settle()).toEqual({ ok: true, status: 'open' })
  expect(await attemptsOf(id)).toEqual([{ order: 'payment_failed', attempt: 'expired', payment: null }])
})

it('accounts of two stores may have the same id for their payments', async () => {
  const first = await checkout()
  const second = await checkout()
  await first.pay()
  await second.pay()
  const id = 'payment-1'
  const [[own, mine], [other, theirs]] = [...payments] as [
    [string, { state: PaymentState; request: PaymentRequest }],
    [string, { state: PaymentState; request: PaymentRequest }],
  ]
  // The second order is of the Danish store.
  await sql`update payment_attempt set provider_order_id = ${id} where provider_order_id = ${own}`.execute(
    shop.db,
  )
  await sql`update payment_attempt set provider_order_id = ${id}, store = 'da' where provider_order_id = ${other}`.execute(
    shop.db,
  )
  payments.set(id, { ...mine, state: 'authorized' })
  expect(
    await finalizePayment(services, testActor, { store: 'sv', provider: 'stripe', providerOrderId: id }),
  ).toMatchObject({ ok: true, number: mine.request.order!.number, status: 'received' })
  payments.set(id, { ...theirs, state: 'failed' })
  expect(
    await finalizePayment(services, testActor, { store: 'da', provider: 'stripe', providerOrderId: id }),
  ).toMatchObject({ ok: true, number: theirs.request.order!.number, status: 'payment_failed' })
  expect(await attemptsOf(first.id)).toMatchObject([{ order: 'received', attempt: 'authorized' }])
})
