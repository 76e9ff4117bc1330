/** The only SQL for the events that payment providers report. */
import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ProviderMethod } from '../payment-methods/payment-methods.ts'
import type { CallbackRequest } from './payment-provider.ts'

export interface ReceivedEvent {
  provider: ProviderMethod
  store: StoreCode
  /** Null where the provider's events have no id: then all of a payment and kind are the same event. */
  eventId: string | null
  kind: string
  providerOrderId: string | null
  request: CallbackRequest
}

export interface StoredEvent {
  id: number
  provider: ProviderMethod
  store: StoreCode
  kind: string
  providerOrderId: string | null
  isProcessed: boolean
  /** How often it was reported. */
  deliveries: number
}

/** Headers worth keeping: signatures and what identifies a delivery; never authentication or cookies. */
const keptHeaders =
  /^(?:content-type|user-agent|stripe-signature|x-[a-z-]*(?:signature|request-id|event)[a-z-]*)$/

/**
 * Stores an event, or counts another delivery of it. One without an id of its own is processed again, once at a time:
 * a repetition says that the provider still waits. Null: there is nothing to do, or a job owes it already.
 */
export async function storePaymentEvent(trx: Kysely<DB>, event: ReceivedEvent): Promise<number | null> {
  const { provider, store, eventId, kind, providerOrderId, request } = event
  const key = eventId ?? digestOf(event)
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => keptHeaders.test(name)),
  )
  const isIgnored = providerOrderId === null
  const { rows } = await sql<{ id: number; is_owed: boolean }>`
    insert into payment_event as event (provider, store, event_key, kind, provider_order_id, query, headers, body,
      processed_at, outcome)
    values (${provider}, ${store}, ${key}, ${kind}, ${providerOrderId}, ${JSON.stringify(request.query)}::jsonb,
      ${JSON.stringify(headers)}::jsonb, ${request.body}, case when ${isIgnored} then now() end,
      case when ${isIgnored} then 'ignored' end)
    on conflict (provider, store, event_key) do update set deliveries = event.deliveries + 1,
      processed_at = case when ${eventId === null && !isIgnored} then null else event.processed_at end
    returning event.id, new.processed_at is null and (old.id is null or old.processed_at is not null) as is_owed`.execute(
    trx,
  )
  const { id, is_owed: isOwed } = rows[0]!
  return isOwed ? id : null
}

function digestOf({ kind, providerOrderId, request }: ReceivedEvent): string {
  const hash = createHash('sha256').update(JSON.stringify([kind, providerOrderId, request.query]))
  return `sha256:${hash.update(request.body).digest('hex')}`
}

export async function findPaymentEvent(db: Kysely<DB>, id: number): Promise<StoredEvent | null> {
  const row = await db
    .selectFrom('payment_event')
    .select(['id', 'provider', 'store', 'kind', 'provider_order_id', 'processed_at', 'deliveries'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    provider: row.provider as ProviderMethod,
    store: row.store,
    kind: row.kind,
    providerOrderId: row.provider_order_id,
    isProcessed: row.processed_at !== null,
    deliveries: row.deliveries,
  }
}

/**
 * `isDone: false`: the outcome is what delays it, and a job tries again. `deliveries`: how many it had when it was
 * processed; false if it has more now, which leaves it as it is.
 */
export async function markPaymentEvent(
  db: Kysely<DB>,
  id: number,
  { outcome, isDone, deliveries = null }: { outcome: string; isDone: boolean; deliveries?: number | null },
): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update payment_event set outcome = ${outcome}, processed_at = case when ${isDone} then now() end
    where id = ${id} and (${deliveries}::integer is null or deliveries = ${deliveries})`.execute(db)
  return numAffectedRows === 1n
}

/** Bodies may hold personal data; an event about a payment that nobody knows is not kept as evidence. */
const keptDays = 90
const unknownKeptDays = 7

export async function tidyPaymentEvents(db: Kysely<DB>): Promise<void> {
  await sql`delete from payment_event where received_at < now() - make_interval(days => ${keptDays})
    or (outcome = 'unknown_payment' and received_at < now() - make_interval(days => ${unknownKeptDays}))`.execute(
    db,
  )
}
