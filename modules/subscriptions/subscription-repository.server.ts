/** The only SQL that reads and writes subscriptions and their renewals. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { isoDay, localDay } from '../../domain/stores/local-time.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { eraseSubscribers, isOfErased } from './erased-subscribers.server.ts'
import { renewalPolicy } from './renewal-policy.ts'
import type { SubscriptionStatus } from './subscription-states.ts'
import type { Renewal, RenewalStatus, Subscription, SubscriptionMailKind } from './subscription.ts'

const columns = sql`s.id, s.number, s.account_id as "accountId", s.store, s.product_id as "productId", s.sku, s.name,
  s.interval_name as "intervalName", s.quantity, s.promised_prices as "promisedPrices", s.status,
  s.status_reason as "statusReason", s.period, s.next_due_on as "nextDueOn", s.due_day as "dueDay",
  s.ends_on as "endsOn", s.customer,
  s.address, s.recipient, s.shipping_method as "shippingMethod", s.service_point as "servicePoint",
  s.payment_provider as "paymentProvider", s.payment_method_id as "paymentMethodId", m.label as "paymentLabel",
  s.started_at as "startedAt"`

const from = sql`from subscription s left join saved_payment_method m on m.id = s.payment_method_id`

/** An account's subscriptions in all stores, newest first. */
export async function subscriptionsOfAccount(
  db: Kysely<DB>,
  accountId: number,
  limit: number,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`select ${columns} ${from} where s.account_id = ${accountId}
    order by s.id desc limit ${limit}`.execute(db)
  return rows
}

/** The latest subscriptions of all customers, newest first; of one status if given. */
export async function latestSubscriptions(
  db: Kysely<DB>,
  limit: number,
  status: SubscriptionStatus | null = null,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`select ${columns} ${from}
    where ${status === null ? sql`true` : sql`s.status = ${status}`}
    order by s.id desc limit ${limit}`.execute(db)
  return rows
}

/** For staff, or with the account that must own it. */
export async function findSubscription(
  db: Kysely<DB>,
  number: string,
  accountId?: number,
): Promise<Subscription | null> {
  const { rows } = await sql<Subscription>`select ${columns} ${from} where s.number = ${number}
    and ${accountId === undefined ? sql`true` : sql`s.account_id = ${accountId}`}`.execute(db)
  return rows[0] ?? null
}

/** The subscriptions that an order started, or the one with that number; not those of erased customers. */
export async function findSubscriptionsByReference(
  db: Kysely<DB>,
  store: StoreCode,
  reference: string,
): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`select ${columns} ${from} join orders o on o.id = s.order_id
    where s.store = ${store} and (s.number = ${reference} or o.number = ${reference}) and s.customer <> '{}'
    order by s.id`.execute(db)
  return rows
}

/** Locks a subscription until the transaction ends; every change to it or its renewals starts here. */
export async function lockSubscription(trx: Kysely<DB>, id: number): Promise<Subscription> {
  await sql`select 1 from subscription where id = ${id} for update`.execute(trx)
  const { rows } = await sql<Subscription>`select ${columns} ${from} where s.id = ${id}`.execute(trx)
  if (!rows[0]) throw new Error(`there is no subscription ${id}`)
  return rows[0]
}

/** False where the transition is not allowed. The routine writes the audit entry. */
export async function moveSubscription(
  trx: Kysely<DB>,
  id: number,
  change: { to: SubscriptionStatus; reason: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    select move_subscription(${id}, ${change.to}, ${change.reason}, ${change.at}) as moved`.execute(trx)
  return rows[0]!.moved
}

/** The fields that the customer and the renewal may change. */
export type SubscriptionChanges = Partial<
  Pick<
    Subscription,
    | 'intervalName'
    | 'quantity'
    | 'address'
    | 'recipient'
    | 'shippingMethod'
    | 'servicePoint'
    | 'paymentProvider'
    | 'paymentMethodId'
    | 'period'
    | 'nextDueOn'
    | 'dueDay'
    | 'endsOn'
  >
>

export async function updateSubscription(
  trx: Kysely<DB>,
  id: number,
  changes: SubscriptionChanges,
): Promise<void> {
  const { intervalName, quantity, address, shippingMethod, servicePoint, period, nextDueOn } = changes
  const { paymentProvider, paymentMethodId, recipient, endsOn, dueDay } = changes
  await trx
    .updateTable('subscription')
    .set({
      ...(intervalName !== undefined && { interval_name: intervalName }),
      ...(quantity !== undefined && { quantity }),
      ...(address !== undefined && { address: JSON.stringify(address) }),
      ...(recipient !== undefined && { recipient: recipient && JSON.stringify(recipient) }),
      ...(shippingMethod !== undefined && { shipping_method: shippingMethod }),
      ...(servicePoint !== undefined && { service_point: servicePoint }),
      ...(paymentProvider !== undefined && { payment_provider: paymentProvider }),
      ...(paymentMethodId !== undefined && { payment_method_id: paymentMethodId }),
      ...(period !== undefined && { period }),
      ...(nextDueOn !== undefined && { next_due_on: nextDueOn }),
      ...(dueDay !== undefined && { due_day: dueDay }),
      ...(endsOn !== undefined && { ends_on: endsOn }),
    })
    .where('id', '=', id)
    .execute()
}

const renewalColumns = sql`id, subscription_id as "subscriptionId", period, due_on as "dueOn", status,
  checkout_id as "checkoutId", failures, problem, next_try_at as "nextTryAt"`

/** Null where the period has a renewal already. */
export async function insertRenewal(
  trx: Kysely<DB>,
  { id, period, nextDueOn }: Pick<Subscription, 'id' | 'period' | 'nextDueOn'>,
  renewal: { status: RenewalStatus; nextTryAt: Date; now: Date },
): Promise<number | null> {
  const row = await trx
    .insertInto('subscription_renewal')
    .values({
      subscription_id: id,
      period,
      due_on: nextDueOn,
      status: renewal.status,
      next_try_at: renewal.nextTryAt,
      created_at: renewal.now,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'period']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The renewal of the subscription's current period; null before it is announced. */
export async function currentRenewal(
  db: Kysely<DB>,
  { id, period }: Pick<Subscription, 'id' | 'period'>,
): Promise<Renewal | null> {
  const { rows } = await sql<Renewal>`select ${renewalColumns} from subscription_renewal
    where subscription_id = ${id} and period = ${period}`.execute(db)
  return rows[0] ?? null
}

export async function renewalsOf(db: Kysely<DB>, subscriptionId: number): Promise<RenewalWithOrder[]> {
  const { rows } =
    await sql<RenewalWithOrder>`select r.period, r.due_on as "dueOn", r.status, r.failures, r.problem,
      r.next_try_at as "nextTryAt", o.number as "order"
    from subscription_renewal r left join orders o on o.id = r.order_id
    where r.subscription_id = ${subscriptionId} order by r.period`.execute(db)
  return rows
}

export interface RenewalWithOrder {
  period: number
  dueOn: string
  status: RenewalStatus
  failures: number
  problem: string | null
  nextTryAt: Date
  order: string | null
}

export interface RenewalChanges {
  status?: RenewalStatus
  checkoutId?: string
  orderId?: number
  failures?: number
  problem?: string | null
  nextTryAt?: Date
}

export async function updateRenewal(trx: Kysely<DB>, id: number, changes: RenewalChanges): Promise<void> {
  const { status, checkoutId, orderId, failures, problem, nextTryAt } = changes
  await trx
    .updateTable('subscription_renewal')
    .set({
      ...(status !== undefined && { status }),
      ...(checkoutId !== undefined && { checkout_id: checkoutId }),
      ...(orderId !== undefined && { order_id: orderId }),
      ...(failures !== undefined && { failures }),
      ...(problem !== undefined && { problem }),
      ...(nextTryAt !== undefined && { next_try_at: nextTryAt }),
    })
    .where('id', '=', id)
    .execute()
}

/** Subscriptions whose next renewal is near and not announced yet: on its store's calendar, oldest first. */
export async function unannouncedSubscriptions(
  db: Kysely<DB>,
  now: number,
  limit: number,
): Promise<{ id: number }[]> {
  const until = storeCodes.map((store) => {
    const day = localDay(stores[store].timeZone, now)
    return isoDay({ ...day, day: day.day + renewalPolicy.reminderDays })
  })
  const { rows } = await sql<{ id: number }>`select s.id from subscription s
    join unnest(${[...storeCodes]}::text[], ${until}::date[]) as near (store, day)
      on near.store = s.store and s.next_due_on <= near.day
    where s.status = 'active' and (s.ends_on is null or s.next_due_on <= s.ends_on) and not exists (
      select from subscription_renewal r where r.subscription_id = s.id and r.period = s.period)
    order by s.next_due_on, s.id limit ${limit}`.execute(db)
  return rows
}

/** Numbers of subscriptions whose last day has passed on their store's calendar, oldest first. */
export async function overdueEnds(db: Kysely<DB>, now: number, limit: number): Promise<{ number: string }[]> {
  const today = storeCodes.map((store) => isoDay(localDay(stores[store].timeZone, now)))
  const { rows } = await sql<{ number: string }>`select s.number from subscription s
    join unnest(${[...storeCodes]}::text[], ${today}::date[]) as calendar (store, today)
      on calendar.store = s.store and s.ends_on < calendar.today
    where s.status <> 'cancelled' order by s.ends_on, s.id limit ${limit}`.execute(db)
  return rows
}

/** Renewals that are to be tried now, oldest first. */
export async function dueRenewals(
  db: Kysely<DB>,
  now: number,
  limit: number,
): Promise<{ id: number; subscriptionId: number }[]> {
  const { rows } = await sql<{ id: number; subscriptionId: number }>`
    select id, subscription_id as "subscriptionId" from subscription_renewal
    where status in ('announced', 'ordering', 'payment_failed', 'out_of_stock') and next_try_at <= ${new Date(now)}
    order by next_try_at, id limit ${limit}`.execute(db)
  return rows
}

/** A mail that the customer is owed, once per kind, and the job that sends it. */
export async function enqueueSubscriptionMail(
  trx: Kysely<DB>,
  jobs: JobQueue<'subscription-mail'>,
  mail: {
    subscriptionId: number
    renewalId: number | null
    kind: SubscriptionMailKind
    data?: Record<string, string | number>
    now: Date
  },
): Promise<void> {
  const row = await trx
    .insertInto('subscription_mail')
    .values({
      subscription_id: mail.subscriptionId,
      renewal_id: mail.renewalId,
      kind: mail.kind,
      data: JSON.stringify(mail.data ?? {}),
      queued_at: mail.now,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'renewal_id', 'kind']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) await jobs.enqueue(trx, 'subscription-mail', { mailId: row.id })
}

export interface OwedSubscriptionMail {
  id: number
  kind: SubscriptionMailKind
  data: Record<string, string | number>
  queuedAt: Date
  subscription: Subscription
  /** The period of the renewal that it is about; null: the subscription itself. */
  period: number | null
}

/** Locks a mail that is not sent yet. Null: it was sent, or its customer is erased. */
export async function lockSubscriptionMail(
  trx: Kysely<DB>,
  mailId: number,
): Promise<OwedSubscriptionMail | null> {
  const { rows } = await sql<Omit<OwedSubscriptionMail, 'subscription'> & { subscriptionId: number }>`
    select e.id, e.kind, e.data, e.queued_at as "queuedAt", e.subscription_id as "subscriptionId",
      (select r.period from subscription_renewal r where r.id = e.renewal_id) as period
    from subscription_mail e where e.id = ${mailId} and e.sent_at is null for update of e`.execute(trx)
  const [mail] = rows
  if (!mail) return null
  const { subscriptionId, ...rest } = mail
  const { rows: found } =
    await sql<Subscription>`select ${columns} ${from} where s.id = ${subscriptionId} and s.customer <> '{}'`.execute(
      trx,
    )
  const [subscription] = found
  return subscription ? { ...rest, subscription } : null
}

/** After the last mail to a customer who was erased meanwhile, what it needed is erased too. */
export async function noteSubscriptionMailSent(
  trx: Kysely<DB>,
  mailId: number,
  { messageId, at }: { messageId: string | null; at: Date },
): Promise<void> {
  const { subscription_id } = await trx
    .updateTable('subscription_mail')
    .set({ message_id: messageId, sent_at: at })
    .where('id', '=', mailId)
    .returning('subscription_id')
    .executeTakeFirstOrThrow()
  await eraseSubscribers(trx, sql`s.id = ${subscription_id} and ${isOfErased}`)
}

/** The units of a subscription's product that its first order had. */
export async function firstQuantity(db: Kysely<DB>, subscriptionId: number): Promise<number> {
  const { quantity } = await db
    .selectFrom('subscription')
    .innerJoin('order_line', (join) =>
      join
        .onRef('order_line.order_id', '=', 'subscription.order_id')
        .onRef('order_line.uuid', '=', 'subscription.line_uuid'),
    )
    .select('order_line.quantity')
    .where('subscription.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  return quantity
}
