/** The only SQL of deliveries: claiming what is due, its outcome, and what is kept. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ShopEvent } from './shop-event.ts'

/** Days that an event is kept once each delivery has ended. */
const keptDays = 30

export interface ClaimedDelivery {
  id: number
  subscriber: string
  /** Which attempt this is, from 1. */
  attempt: number
  event: ShopEvent
}

/** The subscriber without the id of a row: `webhook` of `webhook:7`. */
export const declaredSubscriber = (subscriber: string): string => subscriber.split(':', 1)[0]!

export interface Claim {
  /** The subscribers that this process has, as modules declare them. */
  declared: readonly string[]
  /** How many attempts of each subscriber run in this process; absent: none. */
  running: ReadonlyMap<string, number>
  /** Most attempts of a subscriber at a time. */
  most: number
  now: Date
  /** When another node may try what is claimed now. */
  leaseEnds: Date
}

/**
 * Claims what is due: of each subscriber and object the first event that is not delivered yet. An event that was given up
 * holds back the later ones of its object, until staff redeliver or dismiss it.
 */
export async function claimDeliveries(
  db: Kysely<DB>,
  { declared, running, most, now, leaseEnds }: Claim,
): Promise<ClaimedDelivery[]> {
  if (declared.length === 0) return []
  const { rows } = await sql<{
    id: number
    subscriber: string
    attempt: number
    eventId: number
    name: string
    kind: string
    objectId: string
    store: StoreCode | null
    data: unknown
    recordedAt: Date
  }>`
    with subscriber as (
      select name, ${most}::integer - coalesce((${JSON.stringify(Object.fromEntries(running))}::jsonb ->> name)::integer, 0) as free
      from (select unnest(${declared}::text[]) as name
        union select s.subscriber from event_subscription s
          where split_part(s.subscriber, ':', 1) = any(${declared}::text[])) as known
    ), due as (
      select d.id from subscriber s cross join lateral (
        select d.id from event_delivery d
        where d.subscriber = s.name and d.state = 'owed' and d.next_at <= ${now}
          and not exists (select from event_delivery earlier
            where earlier.subscriber = d.subscriber and earlier.object = d.object
              and earlier.event_id < d.event_id and earlier.state in ('owed', 'parked'))
        order by d.next_at, d.event_id limit greatest(s.free, 0) for update skip locked
      ) as d
    ), claimed as (
      update event_delivery d set attempts = d.attempts + 1, next_at = ${leaseEnds}
      from due where d.id = due.id returning d.*
    )
    select c.id, c.subscriber, c.attempts as attempt, e.id as "eventId", e.name, e.object_kind as kind,
      e.object_id as "objectId", e.store, e.data, e.recorded_at as "recordedAt"
    from claimed c join event e on e.id = c.event_id order by e.id`.execute(db)
  return rows.map(({ id, subscriber, attempt, eventId, name, kind, objectId, store, data, recordedAt }) => ({
    id,
    subscriber,
    attempt,
    // Its data was written by the routine or the module that published the event.
    event: {
      id: eventId,
      name,
      object: { kind, id: objectId },
      store,
      data,
      recordedAt,
    } as ShopEvent,
  }))
}

export interface Outcome {
  at: Date
  /** Null: delivered. */
  error: string | null
  answer: string | null
  /** When the next attempt is due; null: there is none. */
  nextAt: Date | null
}

/** Records how an attempt ended, unless its lease has passed and another attempt began. */
export async function endAttempt(
  db: Kysely<DB>,
  { id, attempt }: Pick<ClaimedDelivery, 'id' | 'attempt'>,
  { at, error, answer, nextAt }: Outcome,
): Promise<void> {
  const state = error === null ? 'delivered' : nextAt === null ? 'parked' : 'owed'
  await db
    .updateTable('event_delivery')
    .set({
      state,
      attempted_at: at,
      error: error?.slice(0, 60) ?? null,
      answer: answer?.slice(0, 2000) ?? null,
      ...(nextAt !== null && { next_at: nextAt }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'owed')
    .execute()
}

/**
 * Deletes events whose deliveries have ended long ago. What is owed to a subscriber that is no longer there is deleted
 * after the same time.
 */
export async function tidyEvents(db: Kysely<DB>): Promise<void> {
  await sql`delete from event e where e.recorded_at < now() - make_interval(days => ${keptDays}::integer)
    and not exists (select from event_delivery d where d.event_id = e.id and d.state in ('owed', 'parked')
      and exists (select from event_subscription s where s.subscriber = d.subscriber))`.execute(db)
}
