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
  /** Most attempts of a delivery. */
  mostAttempts: number
  now: Date
  /** When another node may try what is claimed now. */
  leaseEnds: Date
}

export interface Claimed {
  deliveries: ClaimedDelivery[]
  /** Some were looked at that wait for an earlier one: there may be more that are due. */
  isMore: boolean
}

/** Rows of one subscriber that a claim looks at: a backlog of an import is longer than a statement should be. */
const looksAt = 64

/**
 * Claims what is due: of each subscriber and object the first event that is not delivered yet. One that waits for an earlier
 * one is looked at again when that is due, or when it has been delivered. An event that was given up holds back the later
 * ones of its object, until staff redeliver or dismiss it.
 */
export async function claimDeliveries(
  db: Kysely<DB>,
  { declared, running, most, mostAttempts, now, leaseEnds }: Claim,
): Promise<Claimed> {
  if (declared.length === 0) return { deliveries: [], isMore: false }
  const { rows } = await sql<{
    id: number
    subscriber: string
    attempt: number
    eventId: number
    name: string | null
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
    ), looked as materialized (
      select d.id, d.attempts, s.free, s.name as subscriber, d.next_at, d.event_id, blocker.state as blocked_by,
        blocker.next_at as blocked_until
      from subscriber s cross join lateral (
        select d.id, d.object, d.event_id, d.attempts, d.next_at from event_delivery d
        where d.subscriber = s.name and d.state = 'owed' and d.next_at <= ${now}
        order by d.next_at, d.event_id limit ${sql.lit(looksAt)} for update skip locked
      ) as d left join lateral (
        select earlier.state, earlier.next_at from event_delivery earlier
        where earlier.subscriber = s.name and earlier.object = d.object and earlier.event_id < d.event_id
          and earlier.state in ('owed', 'parked')
        order by earlier.event_id limit 1
      ) as blocker on true
      where s.free > 0
    ), chosen as (
      select id from (select id, free, row_number() over (partition by subscriber order by next_at, event_id) as place
        from looked where blocked_by is null and attempts < ${mostAttempts}::integer) as ready
      where place <= free
    ), claimed as (
      update event_delivery d set attempts = d.attempts + 1, next_at = ${leaseEnds}
      from chosen where d.id = chosen.id returning d.*
    ), postponed as (
      update event_delivery d set next_at = case when l.blocked_by = 'parked' then ${now}::timestamptz + interval '1 hour'
        else greatest(l.blocked_until, ${now}::timestamptz + interval '1 second') end
      from looked l where d.id = l.id and l.blocked_by is not null returning d.id, d.subscriber
    ), ended as (
      -- Each attempt took the process with it, or its outcome could not be recorded.
      update event_delivery d set state = 'parked', error = 'no_outcome'
      from looked l where d.id = l.id and l.blocked_by is null and l.attempts >= ${mostAttempts}::integer
      returning d.id, d.subscriber
    )
    select c.id, c.subscriber, c.attempts as attempt, e.id as "eventId", e.name, e.object_kind as kind,
      e.object_id as "objectId", e.store, e.data, e.recorded_at as "recordedAt"
    from claimed c join event e on e.id = c.event_id
    union all
    select id, subscriber, 0, 0, null, '', '', null, null, now()
    from (select id, subscriber from postponed union all select id, subscriber from ended) as others
    order by "eventId"`.execute(db)
  const claimed = rows.filter(({ name }) => name !== null)
  return {
    isMore: rows.length > claimed.length,
    deliveries: claimed.map(
      ({ id, subscriber, attempt, eventId, name, kind, objectId, store, data, recordedAt }) => ({
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
      }),
    ),
  }
}

/** The next event of the same object no longer waits. One that has been tried keeps its lease or its pause. */
async function wakeNext(db: Kysely<DB>, id: number, at: Date): Promise<void> {
  await sql`update event_delivery set next_at = ${at} where attempts = 0 and id = (
    select later.id from event_delivery d join event_delivery later
      on later.subscriber = d.subscriber and later.object = d.object and later.event_id > d.event_id
    where d.id = ${id} and later.state = 'owed' order by later.event_id limit 1)`.execute(db)
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
      // No text of PostgreSQL has a zero byte.
      answer: answer?.replaceAll('\0', '').slice(0, 2000) ?? null,
      ...(nextAt !== null && { next_at: nextAt }),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    // One that was dismissed meanwhile is not tried again, but its end is recorded.
    .where('state', 'in', state === 'owed' ? ['owed'] : ['owed', 'dismissed'])
    .execute()
  if (state === 'delivered') await wakeNext(db, id, at)
}

/** A delivery that staff have dismissed holds back nothing. */
export const endWaitingFor = (trx: Kysely<DB>, id: number): Promise<void> => wakeNext(trx, id, new Date())

/** Nothing more is delivered to a subscriber of what it is owed. */
export async function dismissAll(trx: Kysely<DB>, subscriber: string): Promise<void> {
  await trx
    .updateTable('event_delivery')
    .set({ state: 'dismissed' })
    .where('subscriber', '=', subscriber)
    .where('state', '=', 'owed')
    .execute()
}

/** Says that this process has these subscribers: their subscriptions do not end. */
export async function seeSubscriptions(db: Kysely<DB>, declared: readonly string[]): Promise<void> {
  await sql`update event_subscription set seen_at = now()
    where split_part(subscriber, ':', 1) = any(${declared}::text[])`.execute(db)
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
