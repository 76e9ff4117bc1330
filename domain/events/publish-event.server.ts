/** Publishes events of modules, and keeps who is told of which events. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { EventData, EventName } from './shop-event.ts'

export interface NewEvent<Name extends EventName> {
  name: Name
  object: { kind: string; id: string }
  store: StoreCode | null
  /** Codes, numbers and amounts, never personal data. */
  data: EventData[Name]
}

/**
 * Publishes an event in the caller's transaction: it is delivered once that has committed. Nothing is written where
 * nobody subscribes. The kernel's own events are published by the database (`db/routines/event.sql`).
 */
export async function publishEvent<Name extends EventName>(
  trx: Kysely<DB>,
  { name, object, store, data }: NewEvent<Name>,
): Promise<void> {
  await sql`select publish_event(${name}, ${object.kind}, ${object.id}, ${store}, ${JSON.stringify(data)}::jsonb)`.execute(
    trx,
  )
}

/** Publishes an event to one subscriber alone, whatever it subscribes to. */
export async function publishTo<Name extends EventName>(
  trx: Kysely<DB>,
  subscriber: string,
  { name, object, store, data }: NewEvent<Name>,
): Promise<void> {
  await sql`
    with published as (
      insert into event (name, object_kind, object_id, store, data)
      values (${name}, ${object.kind}, ${object.id}, ${store}, ${JSON.stringify(data)}::jsonb) returning id
    )
    insert into event_delivery (event_id, subscriber, object)
    select id, ${subscriber}, ${`${object.kind}:${object.id}`} from published`.execute(trx)
}

export interface Subscription {
  subscriber: string
  events: readonly string[]
  /** Only events of these stores, and those of none; null: of all. */
  stores: readonly StoreCode[] | null
}

/** From now on the subscriber is told of these events and of no others; what it is owed stays. */
export async function subscribe(
  trx: Kysely<DB>,
  { subscriber, events, stores }: Subscription,
): Promise<void> {
  await trx.deleteFrom('event_subscription').where('subscriber', '=', subscriber).execute()
  if (events.length === 0) return
  await trx
    .insertInto('event_subscription')
    .values(events.map((event) => ({ subscriber, event, stores: stores === null ? null : [...stores] })))
    .execute()
}

/** Ends a subscription; what it is still owed is dropped with it. */
export async function unsubscribe(trx: Kysely<DB>, subscriber: string): Promise<void> {
  await trx.deleteFrom('event_subscription').where('subscriber', '=', subscriber).execute()
  await trx
    .deleteFrom('event_delivery')
    .where('subscriber', '=', subscriber)
    .where('state', 'in', ['owed', 'parked'])
    .execute()
}
