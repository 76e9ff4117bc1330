/**
 * Renews subscriptions (decision 67): announces each renewal by mail, then orders, pays and confirms it on its day.
 *
 * A renewal is a row that is UNIQUE per subscription and period. Its order is written from a checkout of its own, at
 * most one at a time (`place_order`); its payment is opened under the checkout's id and version as idempotency key, and
 * charged only after the payment's id is stored. Every step looks at what the steps before it have left, so that a
 * renewal goes on wherever it was interrupted and on whichever node, and two nodes at the same renewal do it once.
 */
import { sql, type Kysely } from 'kysely'
import { isLineUnchanged } from '../../domain/cart/cart-line.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import {
  findCheckout,
  insertCheckout,
  updateCheckoutCart,
  updateCheckoutDetails,
  type CheckoutOrder,
} from '../../domain/checkout/checkout-repository.server.ts'
import { completeCheckout, type CompleteServices } from '../../domain/checkout/complete-checkout.server.ts'
import { placeOrder, type PlaceOrderInput } from '../../domain/checkout/place-order.server.ts'
import { priceCheckout } from '../../domain/checkout/price-checkout.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { multiplyMinor } from '../../domain/money/money.ts'
import { findOrderByNumber } from '../../domain/orders/order-repository.server.ts'
import { isSettled } from '../../domain/orders/order-states.ts'
import { payableMinorOf, type OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { cancelOpenPayment } from '../../domain/payments/cancel-open-payment.server.ts'
import { finalizePayment } from '../../domain/payments/finalize-payment.server.ts'
import { isOfProvider } from '../../domain/payment-methods/payment-methods.ts'
import { findSavedMethod } from './renewal-payment.server.ts'
import { promisedUnitMinor } from '../../domain/pricing/promised-price.ts'
import { nearestPoint } from '../../domain/shipping/service-point.ts'
import { momentOf } from '../../domain/stores/local-time.ts'
import { readDay } from '../../domain/intervals/interval.ts'
import { stores } from '../../domain/stores/stores.ts'
import { advance, cancelSubscription, dropRenewal, skipPeriod } from './change-subscription.server.ts'
import {
  currentRenewal,
  dueRenewals,
  firstQuantity,
  insertRenewal,
  lockSubscription,
  moveSubscription,
  overdueEnds,
  enqueueSubscriptionMail,
  unannouncedSubscriptions,
  updateRenewal,
} from './subscription-repository.server.ts'
import { renewalPolicy } from './renewal-policy.ts'
import type { Renewal, Subscription } from './subscription.ts'

export interface RenewServices extends CompleteServices {
  jobs: JobQueue<'order-mail' | 'subscription-mail'>
}

export interface RenewalReport {
  announced: number
  /** Orders that were received, or wait for staff. */
  renewed: number
  /** Charges that failed, deliveries that cannot be ordered now, and renewals that ended without an order. */
  refused: number
  /** Left for the next run: the provider has not decided, or could not be reached. */
  waiting: number
}

const perRun = 200
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** While a node works on a renewal no other one begins it; after this time it counts as interrupted. */
export const leaseMs = 5 * 60_000

/** Hour of the day, in the store's time zone, from which renewals are ordered. */
const renewalHour = 6

/** Ends, announces and renews what is due now. A failure of one subscription does not stop the others. */
export async function renewSubscriptions(services: RenewServices, actor: Actor): Promise<RenewalReport> {
  const { db, clock, log } = services
  const report: RenewalReport = { announced: 0, renewed: 0, refused: 0, waiting: 0 }
  const each = async (subscription: number | string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      report.waiting++
      log.warn({ subscription, err: error }, 'a subscription could not be ended, announced or renewed')
    }
  }
  for (const { number } of await overdueEnds(db, clock(), perRun))
    await each(number, () => cancelSubscription(services, actor, { number, reason: 'end_reached' }))
  for (const { id } of await unannouncedSubscriptions(db, clock(), perRun))
    await each(id, async () => {
      if (await announce(services, actor, id)) report.announced++
    })
  for (const { subscriptionId } of await dueRenewals(db, clock(), perRun))
    await each(subscriptionId, async () => void report[await renew(services, actor, subscriptionId)]++)
  return report
}

/** Writes the renewal and the mail that reminds of it. A late reminder delays the order by a day. */
async function announce(services: RenewServices, actor: Actor, id: number): Promise<boolean> {
  return audited(services.db, actor, async (trx, record) => {
    const subscription = await lockSubscription(trx, id)
    if (subscription.status !== 'active') return false
    const now = services.clock()
    const { timeZone } = stores[subscription.store]
    const due = momentOf(timeZone, readDay(subscription.nextDueOn), renewalHour)
    const nextTryAt = new Date(Math.max(due, now + dayMs))
    const renewalId = await insertRenewal(trx, subscription, {
      status: 'announced',
      nextTryAt,
      now: new Date(now),
    })
    if (renewalId === null) return false
    const { promisedPrices, quantity, number, store, nextDueOn: dueOn } = subscription
    const unitMinor = promisedUnitMinor(promisedPrices, quantity)
    await enqueueSubscriptionMail(trx, services.jobs, {
      subscriptionId: id,
      renewalId,
      kind: 'reminder',
      data: { dueOn, ...(unitMinor !== null && { mostMinor: multiplyMinor(unitMinor, quantity) }) },
      now: new Date(now),
    })
    record({ action: 'subscription.announce', object: ['subscription', number], store, after: { dueOn } })
    return true
  })
}

type Outcome = 'renewed' | 'refused' | 'waiting'

/** Goes on with the current renewal of a subscription, if it is due. */
export async function renew(services: RenewServices, actor: Actor, subscriptionId: number): Promise<Outcome> {
  const begun = await begin(services, actor, subscriptionId)
  if (begun === null) return 'waiting'
  const { subscription, renewal, checkoutId } = begun
  const store = stores[subscription.store]
  const checkout = await findCheckout(services.db, subscription.store, checkoutId)
  if (!checkout) throw new Error(`the checkout of renewal ${renewal.id} is gone`)
  if (checkout.order && (isSettled(checkout.order.status) || checkout.order.status === 'held'))
    return finish(services, actor, begun, checkout.order.number)
  if (checkout.order) return pay(services, actor, begun, checkout.order)

  const { paymentProvider: provider } = subscription
  if (provider === null || (isOfProvider(provider) && subscription.paymentMethodId === null))
    return fail(services, actor, begun, 'no_method')
  const [line] = checkout.lines
  const priced = await priceCheckout(services, {
    store,
    lines: checkout.lines,
    couponCodes: [],
    accountId: subscription.accountId,
    email: subscription.customer.email,
    shippingMethodId: subscription.shippingMethod,
    customerType: subscription.customer.type,
    now: services.clock(),
  })
  if (!line || priced.synced.removed > 0) return endUnsold(services, actor, begun)
  if (!priced.synced.lines.every(isLineUnchanged)) return waitForGoods(services, actor, begun, 'out_of_stock')
  // Switched off, taken away with a module, for other buyers, or too small for the quantity: staff or the customer act.
  if (priced.method === null) return refuse(services, actor, begun, 'shipping_method')
  const input: PlaceOrderInput = {
    store,
    checkoutId,
    accountId: subscription.accountId,
    network: null,
    form: formOf(subscription, await remarksOf(services.db, subscription)),
    shippingMethod: priced.method?.id ?? subscription.shippingMethod,
    servicePoint: subscription.servicePoint ?? nearestPoint,
    quoted: { totalMinor: priced.totalMinor, payableMinor: priced.payableMinor },
    provider,
    isRenewal: true,
    // As much was judged, or approved, with the first order.
    isApproved: subscription.quantity <= (await firstQuantity(services.db, subscription.id)),
  }
  if (provider === 'invoice' || priced.payableMinor === 0) {
    const placed = await orNearestPoint(input, (asked) => completeCheckout(services, actor, asked))
    if (placed.ok) return finish(services, actor, begun, placed.number)
    return refuse(services, actor, begun, placed.code)
  }
  const placed = await orNearestPoint(input, (asked) => placeOrder(services, actor, asked))
  return placed.ok ? pay(services, actor, begun, placed.order) : refuse(services, actor, begun, placed.code)
}

interface Begun {
  subscription: Subscription
  renewal: Renewal
  checkoutId: string
}

/**
 * Takes the renewal for this run and writes its checkout, once, with the subscription's present terms. Null: it is not
 * due, another node works on it, or it has ended.
 */
async function begin(services: RenewServices, actor: Actor, id: number): Promise<Begun | null> {
  return audited(services.db, actor, async (trx) => {
    const subscription = await lockSubscription(trx, id)
    const renewal = await currentRenewal(trx, subscription)
    const now = services.clock()
    if (!renewal || renewal.nextTryAt.getTime() > now) return null
    if (renewal.status === 'done' || renewal.status === 'skipped') return null
    // One that was cancelled while its order was being paid goes on, because it may be paid already.
    if (subscription.status !== 'active' && renewal.status !== 'ordering') return null
    const checkoutId = await writeCheckout(trx, subscription, renewal)
    await updateRenewal(trx, renewal.id, {
      status: 'ordering',
      checkoutId,
      nextTryAt: new Date(now + leaseMs),
    })
    return { subscription, renewal, checkoutId }
  })
}

/** The renewal's checkout: made at the first try, and brought up to date before the next as long as it has no order. */
async function writeCheckout(trx: Kysely<DB>, subscription: Subscription, renewal: Renewal): Promise<string> {
  const { store, accountId, customer, address, quantity, productId } = subscription
  const lines = [
    {
      uuid: renewalLineUuid(renewal.id),
      productId,
      quantity,
      subscriptionInterval: subscription.intervalName,
      renewalPrices: subscription.promisedPrices,
    },
  ]
  const cart = { lines, couponCodes: [] }
  const id =
    renewal.checkoutId ?? (await insertCheckout(trx, { ...cart, store, campaignData: null, accountId }))
  await updateCheckoutCart(trx, store, id, cart)
  const { email, phone, firstName, lastName, companyName } = customer
  await updateCheckoutDetails(trx, store, id, {
    customerType: customer.type,
    contact: { email, phone, firstName, lastName, ...(companyName !== null && { companyName }) },
    address: { address: address.street, postalCode: address.postalCode, city: address.city },
    shippingMethod: subscription.shippingMethod,
  })
  return id
}

function renewalLineUuid(renewalId: number): string {
  return `00000000-0000-4000-9000-${String(renewalId).padStart(12, '0')}`
}

type Remarks = Pick<OrderSnapshot, 'note' | 'references'> & { postNumber: string | null }

/** What the buyer wrote with the first order, which each renewal repeats: a door code or a cost centre is still true. */
async function remarksOf(db: Kysely<DB>, { id }: Subscription): Promise<Remarks> {
  const { rows } =
    await sql<Remarks>`select o.snapshot -> 'note' as note, o.snapshot -> 'references' as "references",
      o.snapshot #>> '{shipping,customerNumber}' as "postNumber"
    from subscription s join orders o on o.id = s.order_id where s.id = ${id}`.execute(db)
  return rows[0]!
}

function formOf(
  { customer, address, recipient }: Subscription,
  { note, references, postNumber }: Remarks,
): PlaceOrderInput['form'] {
  const { type: customerType, email, phone, firstName, lastName, companyName, identityNumber } = customer
  return {
    customerType,
    email,
    phone,
    firstName,
    lastName,
    companyName: companyName ?? '',
    // A company's is stored in full; a person's is not stored and not asked for again.
    identityNumber: customerType === 'business' ? (identityNumber ?? '') : '',
    address: address.street,
    postalCode: address.postalCode,
    city: address.city,
    note: note ?? '',
    postNumber: postNumber ?? '',
    yourReference: references?.yourReference ?? '',
    purchaseOrder: references?.purchaseOrder ?? '',
    costCentre: references?.costCentre ?? '',
    electronicAddress: references?.electronicAddress ?? '',
    ...(recipient && {
      separateDelivery: true,
      deliveryFirstName: recipient.firstName,
      deliveryLastName: recipient.lastName,
      deliveryCompanyName: recipient.companyName ?? '',
      deliveryAddress: recipient.street,
      deliveryPostalCode: recipient.postalCode,
      deliveryCity: recipient.city,
    }),
    // Agreed to when the subscription was ordered.
    acceptTerms: true,
  }
}

type Placed = { ok: true } | { ok: false; code: string; fields?: object }

/** A service point that has closed is replaced by the nearest one. */
async function orNearestPoint<Answer extends Placed>(
  input: PlaceOrderInput,
  place: (input: PlaceOrderInput) => Promise<Answer>,
): Promise<Answer> {
  const placed = await place(input)
  const isClosed = !placed.ok && 'fields' in placed && 'servicePoint' in (placed.fields ?? {})
  return isClosed ? place({ ...input, servicePoint: nearestPoint }) : placed
}

/** Charges the saved method for a pending order, and settles the order by the payment's record. */
async function pay(
  services: RenewServices,
  actor: Actor,
  begun: Begun,
  { number, provider, providerOrderId: known }: CheckoutOrder,
): Promise<Outcome> {
  const { subscription, checkoutId } = begun
  const { store } = subscription
  const order = await findOrderByNumber(services.db, number)
  if (!order || provider === null) throw new Error(`the order of subscription ${subscription.number} is gone`)
  const paidWith = provider as NonNullable<Subscription['paymentProvider']>
  const repeat = services.providers[store][paidWith]?.repeat
  const saved =
    subscription.paymentMethodId === null
      ? null
      : await findSavedMethod(services.db, subscription.paymentMethodId)
  if (!repeat || !saved) return 'waiting'
  const attempt = await services.db
    .selectFrom('payment_attempt')
    .select(['id', 'idempotency_key as key', 'currency'])
    .where('order_id', '=', order.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const payment = {
    idempotencyKey: attempt.key,
    checkoutId,
    order: { number, snapshotHash: order.snapshotHash },
    amountMinor: payableMinorOf(order.snapshot),
    currency: order.snapshot.currency,
    saved,
  }
  let providerOrderId = known
  if (providerOrderId === null) {
    const opened = await repeat.open(payment)
    if (!opened.ok)
      return opened.code === 'provider_unavailable' ? 'waiting' : fail(services, actor, begun, opened.code)
    providerOrderId = opened.providerOrderId
    await rememberPayment(services, actor, { attemptId: attempt.id, providerOrderId, store })
  }
  const reference = { store, provider: paidWith, providerOrderId }
  const charged = await repeat.charge(providerOrderId, payment)
  if (!charged.ok && charged.code === 'provider_unavailable') return 'waiting'
  if (!charged.ok && charged.code !== 'read_only') {
    // Nobody can pay it any more; the order is given up and its stock released.
    await cancelOpenPayment(services, actor, reference)
    const settled = await findOrderByNumber(services.db, number)
    if (settled && isSettled(settled.status)) return finish(services, actor, begun, number)
    return fail(services, actor, begun, charged.code)
  }
  const settled = await finalizePayment(services, actor, reference)
  if (!settled.ok || settled.status === 'pending') return 'waiting'
  return settled.status === 'payment_failed' || settled.status === 'cancelled'
    ? fail(services, actor, begun, 'declined')
    : finish(services, actor, begun, number)
}

/** Stores the payment's id before it is charged. Two nodes store the same one. */
async function rememberPayment(
  { db }: RenewServices,
  actor: Actor,
  {
    attemptId,
    providerOrderId,
    store,
  }: { attemptId: number; providerOrderId: string; store: Subscription['store'] },
): Promise<void> {
  await audited(db, actor, async (trx, record) => {
    const { numUpdatedRows } = await trx
      .updateTable('payment_attempt')
      .set({ provider_order_id: providerOrderId })
      .where('id', '=', attemptId)
      .where('provider_order_id', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n)
      record({ action: 'payment.open', object: ['payment', attemptId], store, after: { providerOrderId } })
  })
}

/** Locks what a run has worked on; null where another one has decided about it meanwhile. */
async function stillOurs(trx: Kysely<DB>, { subscription, renewal }: Begun): Promise<Subscription | null> {
  const locked = await lockSubscription(trx, subscription.id)
  const current = await currentRenewal(trx, locked)
  const isSame = current?.id === renewal.id && current.failures === renewal.failures
  return isSame && current.status === 'ordering' ? locked : null
}

/** The order is received, or waits for staff: the period is done. */
async function finish(
  services: RenewServices,
  actor: Actor,
  begun: Begun,
  orderNumber: string,
): Promise<Outcome> {
  const order = await findOrderByNumber(services.db, orderNumber)
  return audited<Outcome>(services.db, actor, async (trx, record) => {
    const subscription = await stillOurs(trx, begun)
    if (!subscription) return 'renewed'
    await updateRenewal(trx, begun.renewal.id, { status: 'done', orderId: order!.id, problem: null })
    await advance(trx, subscription, services.clock())
    const { number, store, period } = subscription
    record({
      action: 'subscription.renew',
      object: ['subscription', number],
      store,
      after: { period, order: orderNumber },
    })
    return 'renewed'
  })
}

/** Refusals of an order that another payment method can solve. */
const paymentRefusals: readonly string[] = [
  'credit_refused',
  'method_cannot_repeat',
  'payment_failed',
  'payment_in_progress',
  'payment_unavailable',
]

/** The order was refused before anything was charged. */
function refuse(services: RenewServices, actor: Actor, begun: Begun, code: string): Promise<Outcome> {
  if (code === 'lines_changed') return waitForGoods(services, actor, begun, 'out_of_stock')
  // A concurrent run has written it, or the price changed at this moment: the next run sees which.
  if (code === 'checkout_changed' || code === 'total_changed' || code === 'gift_card_changed')
    return Promise.resolve('waiting')
  services.log.warn({ subscription: begun.subscription.number, code }, 'the order of a renewal was refused')
  return paymentRefusals.includes(code)
    ? fail(services, actor, begun, code)
    : waitForGoods(services, actor, begun, code)
}

/** Counts a failed charge: another try later, or the subscription is paused. The customer gets a mail each time. */
async function fail(services: RenewServices, actor: Actor, begun: Begun, problem: string): Promise<Outcome> {
  return audited<Outcome>(services.db, actor, async (trx, record) => {
    const subscription = await stillOurs(trx, begun)
    if (!subscription) return 'refused'
    const { renewal } = begun
    const now = services.clock()
    if (subscription.status === 'cancelled') return endRefused(trx, subscription, renewal)
    const failures = renewal.failures + 1
    const wait = renewalPolicy.retryDays[renewal.failures]
    const mail = { subscriptionId: subscription.id, renewalId: renewal.id, now: new Date(now) }
    if (wait === undefined) {
      await updateRenewal(trx, renewal.id, { failures })
      await skipPeriod(trx, subscription, renewal, now, problem)
      if (subscription.status === 'active') {
        await moveSubscription(trx, subscription.id, { to: 'paused', reason: 'payment_failed', at: mail.now })
        await enqueueSubscriptionMail(trx, services.jobs, { ...mail, kind: 'paused' })
      }
      return 'refused'
    }
    const nextTryAt = new Date(now + wait * dayMs)
    await updateRenewal(trx, renewal.id, { status: 'payment_failed', failures, problem, nextTryAt })
    const kind = problem === 'authentication_required' ? 'confirm_payment' : 'payment_failed'
    await enqueueSubscriptionMail(trx, services.jobs, {
      ...mail,
      kind: `${kind}-${failures}`,
      data: { nextTryAt: nextTryAt.toISOString() },
    })
    const { number, store } = subscription
    record({
      action: 'subscription.payment_failed',
      object: ['subscription', number],
      store,
      after: { failures, problem },
    })
    return 'refused'
  })
}

/**
 * Tries a delivery that cannot be ordered again each day, a few days; then it is left out. `problem`: `out_of_stock`, or
 * `shipping_method`
 * where the store does not offer the subscription's method, or the code of an order's refusal that has nothing to do
 * with its payment, such as `above_limit`. Until then the
 * customer can change quantity and address.
 */
async function waitForGoods(
  services: RenewServices,
  actor: Actor,
  begun: Begun,
  problem: string,
): Promise<Outcome> {
  return audited<Outcome>(services.db, actor, async (trx, record) => {
    const subscription = await stillOurs(trx, begun)
    if (!subscription) return 'refused'
    const { renewal } = begun
    const now = services.clock()
    if (subscription.status === 'cancelled') return endRefused(trx, subscription, renewal)
    const { timeZone } = stores[subscription.store]
    const due = momentOf(timeZone, readDay(renewal.dueOn), renewalHour)
    const mail = { subscriptionId: subscription.id, renewalId: renewal.id, now: new Date(now) }
    const object = ['subscription', subscription.number] as const
    const { store } = subscription
    const isOutOfStock = problem === 'out_of_stock'
    if (now >= due + renewalPolicy.stockWaitDays * dayMs) {
      await skipPeriod(trx, subscription, renewal, now, problem)
      const { nextDueOn } = await lockSubscription(trx, subscription.id)
      const kind = isOutOfStock ? 'skipped' : 'not_ordered_skipped'
      await enqueueSubscriptionMail(trx, services.jobs, { ...mail, kind, data: { nextDueOn } })
      record({ action: 'subscription.skip', object, store, reason: problem })
      return 'refused'
    }
    await updateRenewal(trx, renewal.id, {
      status: isOutOfStock ? 'out_of_stock' : 'announced',
      problem,
      nextTryAt: new Date(now + dayMs),
    })
    await enqueueSubscriptionMail(trx, services.jobs, {
      ...mail,
      kind: isOutOfStock ? 'out_of_stock' : 'not_ordered',
    })
    record({ action: 'subscription.wait', object, store, reason: problem })
    return 'refused'
  })
}

/** A renewal was refused after its subscription had been cancelled: it is not tried again, and no mail is owed. */
async function endRefused(trx: Kysely<DB>, subscription: Subscription, renewal: Renewal): Promise<'refused'> {
  await dropRenewal(trx, subscription, renewal)
  return 'refused'
}

/** The store has stopped selling the product: the subscription ends. */
async function endUnsold(services: RenewServices, actor: Actor, begun: Begun): Promise<Outcome> {
  return audited<Outcome>(services.db, actor, async (trx) => {
    const subscription = await stillOurs(trx, begun)
    if (!subscription) return 'refused'
    const at = new Date(services.clock())
    await updateRenewal(trx, begun.renewal.id, { status: 'skipped', problem: 'not_sold' })
    await moveSubscription(trx, subscription.id, { to: 'cancelled', reason: 'not_sold', at })
    await enqueueSubscriptionMail(trx, services.jobs, {
      subscriptionId: subscription.id,
      renewalId: null,
      kind: 'ended',
      now: at,
    })
    return 'refused'
  })
}
