/**
 * What a customer changes about a subscription (SUBS-04): pause, resume, cancel, skip, interval, quantity, address and
 * payment method. One function for the account's page, the cancellation form and staff; each change is audited, and
 * takes effect with the next renewal. A renewal whose order is being written or paid is not changed any more.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { textProblem, type ContactFieldCode } from '../../domain/accounts/contact-fields.server.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { CartProducts } from '../../domain/catalogue/cart-product.ts'
import { needsApproval } from '../../domain/companies/company.ts'
import { findMember } from '../../domain/companies/company-repository.server.ts'
import { nextRenewalDay, readDay, readInterval } from '../../domain/intervals/interval.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { multiplyMinor } from '../../domain/money/money.ts'
import type { OrderAddress } from '../../domain/orders/order-snapshot.ts'
import { repeatableProviders } from './renewal-payment.server.ts'
import type { PaymentProviders } from '../../domain/payments/payment-provider.ts'
import { promisedUnitMinor } from '../../domain/pricing/promised-price.ts'
import { isoDay, localDay } from '../../domain/stores/local-time.ts'
import { normalizePostalCode } from '../../domain/stores/postal-code.ts'
import { stores, type Store } from '../../domain/stores/stores.ts'
import {
  currentRenewal,
  findSubscription,
  firstQuantity,
  insertRenewal,
  lockSubscription,
  moveSubscription,
  enqueueSubscriptionMail,
  updateRenewal,
  updateSubscription,
} from './subscription-repository.server.ts'
import { isOpenRenewal, type Renewal, type Subscription } from './subscription.ts'

export interface ChangeServices {
  db: Kysely<DB>
  catalogue: CartProducts
  providers: PaymentProviders
  jobs: JobQueue<'subscription-mail'>
  /** Epoch milliseconds. */
  clock: () => number
}

export type SubscriptionChange =
  | { kind: 'pause' }
  | { kind: 'resume' }
  /** `reason`: a code for the audit. */
  | { kind: 'cancel'; reason: string }
  | { kind: 'skip' }
  | { kind: 'interval'; intervalName: string }
  | { kind: 'quantity'; quantity: number }
  | { kind: 'address'; address: Record<'address' | 'postalCode' | 'city', string> }
  /** The next renewals are paid by invoice. */
  | { kind: 'invoice' }
  /** The next renewals are paid with a method that its provider has saved. */
  | { kind: 'savedMethod'; provider: 'stripe'; methodId: number }

export type AddressFields = Partial<Record<'address' | 'postalCode' | 'city', ContactFieldCode>>

export type ChangeAnswer =
  | { ok: true; subscription: Subscription }
  /**
   * `cancelled`: it has ended (SUBS-05). `wrong_status`: not possible in its status. `renewal_in_progress`: its next
   * order is being paid.
   */
  | {
      ok: false
      code:
        | 'unknown_subscription'
        | 'cancelled'
        | 'wrong_status'
        | 'renewal_in_progress'
        | 'interval_not_offered'
        | 'quantity'
        | 'payment_unavailable'
        /** A delivery would cost more than the buyer may order for the company alone (decision 135). */
        | 'approval_required'
    }
  | { ok: false; code: 'invalid_fields'; fields: AddressFields }

type Refusal = Extract<ChangeAnswer, { ok: false }>

/** Changes the subscription with a number. `accountId`: the account that must own it; undefined for staff. */
export async function changeSubscription(
  services: ChangeServices,
  actor: Actor,
  {
    number,
    accountId,
    change,
  }: { number: string; accountId?: number | undefined; change: SubscriptionChange },
): Promise<ChangeAnswer> {
  const { db } = services
  const found = await findSubscription(db, number, accountId)
  if (!found) return { ok: false, code: 'unknown_subscription' }
  return audited(db, actor, async (trx, record) => {
    const before = await lockSubscription(trx, found.id)
    if (before.status === 'cancelled')
      return change.kind === 'cancel' ? { ok: true, subscription: before } : { ok: false, code: 'cancelled' }
    const refusal =
      (accountId !== undefined && (await approvalRefusal(trx, before, change))) ||
      (await applyChange({ ...services, db: trx }, before, change))
    if (refusal) return refusal
    const after = await lockSubscription(trx, found.id)
    // Changes of status are audited by the routine that makes them.
    if (before.status === after.status)
      record({
        action: `subscription.${change.kind}`,
        object: ['subscription', number],
        store: after.store,
        before: auditedFields(before),
        after: auditedFields(after),
      })
    return { ok: true, subscription: after }
  })
}

/**
 * Cancels a subscription for staff or the cancellation form; it needs no catalogue and no payment provider. Idempotent.
 * `endsOn`: the day the customer asked for; if it is still to come, the subscription goes on until then, and of two such
 * days the earlier one holds.
 */
export async function cancelSubscription(
  services: CancelServices,
  actor: Actor,
  { number, reason, endsOn = null }: { number: string; reason: string; endsOn?: string | null },
): Promise<{ ok: true; subscription: Subscription } | { ok: false; code: 'unknown_subscription' }> {
  const found = await findSubscription(services.db, number)
  if (!found) return { ok: false, code: 'unknown_subscription' }
  return audited(services.db, actor, async (trx, record) => {
    const before = await lockSubscription(trx, found.id)
    const isLater = endsOn !== null && endsOn > todayOf(before, services.clock())
    if (before.status !== 'cancelled' && !isLater)
      await cancelLocked({ ...services, db: trx }, before, reason)
    if (before.status !== 'cancelled' && isLater && (before.endsOn === null || endsOn < before.endsOn)) {
      await setEnd(trx, before, endsOn)
      record({
        action: 'subscription.set_end',
        object: ['subscription', number],
        store: before.store,
        reason,
        before: { endsOn: before.endsOn },
        after: { endsOn },
      })
    }
    return { ok: true, subscription: await lockSubscription(trx, found.id) }
  })
}

/** The present day on the calendar of a subscription's store, `YYYY-MM-DD`. */
function todayOf({ store }: Pick<Subscription, 'store'>, now: number): string {
  return isoDay(localDay(stores[store].timeZone, now))
}

/** A delivery that was announced for a day after the end is not ordered. */
async function setEnd(trx: Kysely<DB>, subscription: Subscription, endsOn: string): Promise<void> {
  await updateSubscription(trx, subscription.id, { endsOn })
  const renewal = await currentRenewal(trx, subscription)
  if (renewal && renewal.status !== 'ordering' && renewal.dueOn > endsOn)
    await dropRenewal(trx, subscription, renewal)
}

type CancelServices = Pick<ChangeServices, 'db' | 'jobs' | 'clock'>

/** Cancels a locked subscription. A renewal that is being paid goes on, because it may be paid already. */
async function cancelLocked(
  { db: trx, jobs, clock }: CancelServices,
  subscription: Subscription,
  reason: string,
): Promise<void> {
  const { id } = subscription
  const at = new Date(clock())
  const renewal = await currentRenewal(trx, subscription)
  await moveSubscription(trx, id, { to: 'cancelled', reason, at })
  if (renewal?.status !== 'ordering') await dropRenewal(trx, subscription, renewal)
  await enqueueSubscriptionMail(trx, jobs, {
    subscriptionId: id,
    renewalId: null,
    kind: 'cancelled',
    data: { at: at.toISOString() },
    now: at,
  })
}

/** No personal data: of an address only that it changed. */
function auditedFields(subscription: Subscription): Record<string, unknown> {
  const { intervalName, quantity, nextDueOn, paymentProvider, paymentMethodId } = subscription
  return { intervalName, quantity, nextDueOn, paymentProvider, paymentMethodId }
}

async function applyChange(
  services: ChangeServices,
  subscription: Subscription,
  change: SubscriptionChange,
): Promise<Refusal | null> {
  const { db: trx, clock } = services
  const { id } = subscription
  const store = stores[subscription.store]
  const renewal = await currentRenewal(trx, subscription)
  switch (change.kind) {
    case 'pause':
      if (subscription.status === 'paused') return null
      if (renewal?.status === 'ordering') return { ok: false, code: 'renewal_in_progress' }
      await moveSubscription(trx, id, { to: 'paused', reason: 'customer', at: new Date(clock()) })
      await dropRenewal(trx, subscription, renewal)
      return null
    case 'resume':
      return resume(trx, subscription, store, clock())
    case 'cancel':
      await cancelLocked(services, subscription, change.reason)
      return null
    case 'skip':
      if (subscription.status !== 'active') return { ok: false, code: 'wrong_status' }
      if (renewal?.status === 'ordering') return { ok: false, code: 'renewal_in_progress' }
      await skipPeriod(trx, subscription, renewal, clock())
      return null
    case 'interval': {
      const [product] = services.catalogue.cartProducts(subscription.store, [subscription.productId])
      const isOffered =
        product?.subscriptionIntervals.includes(change.intervalName) === true &&
        readInterval(change.intervalName) !== null
      if (!isOffered) return { ok: false, code: 'interval_not_offered' }
      // Weeks move the day within the month: months count from the day of the next delivery.
      const wasWeekly = readInterval(subscription.intervalName)?.unit === 'week'
      await updateSubscription(trx, id, {
        intervalName: change.intervalName,
        ...(wasWeekly && { dueDay: readDay(subscription.nextDueOn).day }),
      })
      return null
    }
    case 'quantity':
      if (!Number.isInteger(change.quantity) || change.quantity < 1 || change.quantity > mostUnits)
        return { ok: false, code: 'quantity' }
      await updateSubscription(trx, id, { quantity: change.quantity })
      return null
    case 'address': {
      const read = readAddress(store, change.address)
      if (!('street' in read)) return { ok: false, code: 'invalid_fields', fields: read }
      // The point near the former address is replaced by the nearest one to the new address.
      const { recipient } = subscription
      await updateSubscription(trx, id, {
        ...(recipient ? { recipient: { ...recipient, ...read } } : { address: read }),
        servicePoint: null,
      })
      return null
    }
    case 'invoice': {
      const offered = repeatableProviders(services.providers, store.code, subscription.customer.type)
      if (!offered.includes('invoice')) return { ok: false, code: 'payment_unavailable' }
      await updateSubscription(trx, id, { paymentProvider: 'invoice', paymentMethodId: null })
      await tryAgain(trx, renewal, clock())
      return null
    }
    case 'savedMethod': {
      const owned = await trx
        .selectFrom('saved_payment_method')
        .select('id')
        .where('id', '=', change.methodId)
        .where('account_id', '=', subscription.accountId)
        .where('store', '=', subscription.store)
        .executeTakeFirst()
      if (!owned) return { ok: false, code: 'payment_unavailable' }
      await updateSubscription(trx, id, {
        paymentProvider: change.provider,
        paymentMethodId: change.methodId,
      })
      await tryAgain(trx, renewal, clock())
      return null
    }
  }
}

/** A buyer's change to more than the first order had is judged like an order; the renewal is judged once more. */
async function approvalRefusal(
  trx: Kysely<DB>,
  { id, accountId, store, customer, promisedPrices, ...before }: Subscription,
  change: SubscriptionChange,
): Promise<Refusal | null> {
  if (customer.type !== 'business' || (change.kind !== 'quantity' && change.kind !== 'interval')) return null
  const quantity = change.kind === 'quantity' ? change.quantity : before.quantity
  if (change.kind === 'quantity' && quantity <= (await firstQuantity(trx, id))) return null
  const member = await findMember(trx, accountId, store)
  const unitMinor = promisedUnitMinor(promisedPrices, quantity)
  const isAbove =
    member !== null && unitMinor !== null && needsApproval(member, multiplyMinor(unitMinor, quantity))
  return isAbove ? { ok: false, code: 'approval_required' } : null
}

/** Units of one subscription; the limits of the buyer's orders apply at each renewal. */
const mostUnits = 500

/** A renewal that only waited for another payment method is tried at once. */
async function tryAgain(trx: Kysely<DB>, renewal: Renewal | null, now: number): Promise<void> {
  if (renewal?.status === 'payment_failed') await updateRenewal(trx, renewal.id, { nextTryAt: new Date(now) })
}

/** Ends the renewal of a subscription that was paused, cancelled or ends before it. Its period is not used again. */
export async function dropRenewal(
  trx: Kysely<DB>,
  { id, period }: Subscription,
  renewal: Renewal | null,
): Promise<void> {
  if (!renewal || !isOpenRenewal(renewal.status)) return
  await updateRenewal(trx, renewal.id, { status: 'skipped', problem: 'ended' })
  await updateSubscription(trx, id, { period: period + 1 })
}

/** The next delivery is left out; the one after it comes on its usual day. */
export async function skipPeriod(
  trx: Kysely<DB>,
  subscription: Subscription,
  renewal: Renewal | null,
  now: number,
  problem = 'customer',
): Promise<void> {
  const at = new Date(now)
  if (renewal) await updateRenewal(trx, renewal.id, { status: 'skipped', problem })
  else await insertRenewal(trx, subscription, { status: 'skipped', nextTryAt: at, now: at })
  await advance(trx, subscription, now)
}

/** Moves on to the next period: one interval later, and never into the past, so that no deliveries pile up. */
export async function advance(trx: Kysely<DB>, subscription: Subscription, now: number): Promise<void> {
  const { id, period, dueDay } = subscription
  const interval = readInterval(subscription.intervalName)
  if (interval === null) throw new Error(`subscription ${subscription.number} has no known interval`)
  const today = todayOf(subscription, now)
  let day = readDay(subscription.nextDueOn)
  do day = nextRenewalDay(interval, day, dueDay)
  while (isoDay(day) <= today)
  await updateSubscription(trx, id, { period: period + 1, nextDueOn: isoDay(day) })
}

/** A day that passed during the pause is followed by the next one of the interval. */
async function resume(
  trx: Kysely<DB>,
  subscription: Subscription,
  { timeZone }: Store,
  now: number,
): Promise<Refusal | null> {
  if (subscription.status === 'active') return null
  await moveSubscription(trx, subscription.id, { to: 'active', reason: 'customer', at: new Date(now) })
  if (subscription.nextDueOn <= isoDay(localDay(timeZone, now))) await advance(trx, subscription, now)
  return null
}

function readAddress(
  store: Store,
  typed: Record<'address' | 'postalCode' | 'city', string>,
): OrderAddress | AddressFields {
  const fields: AddressFields = {}
  const text = (field: 'address' | 'postalCode' | 'city'): string => {
    const value = typed[field].trim()
    const problem = value === '' ? 'required' : textProblem(field, value)
    if (problem !== null) fields[field] = problem
    return value
  }
  const address = { street: text('address'), city: text('city'), countryCode: store.countryCode }
  const postalCode = text('postalCode')
  const normalized = normalizePostalCode(postalCode, store)
  if (normalized === null && !fields.postalCode) fields.postalCode = 'postal_code'
  return Object.keys(fields).length > 0 ? fields : { ...address, postalCode: normalized ?? postalCode }
}
