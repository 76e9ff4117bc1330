/** What staff do with a delivery that was given up, or that a receiver needs once more. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { endWaitingFor } from './event-delivery-repository.server.ts'

type DecisionAnswer = { ok: true } | { ok: false; code: 'delivery_not_possible' }

const owed = sql`state = 'owed', attempts = 0, next_at = now()`

/** The event is delivered again, with all its attempts. Refused while it is owed, and where its subscriber is gone. */
export async function redeliver(
  db: Kysely<DB>,
  actor: Actor,
  { id }: { id: number },
): Promise<DecisionAnswer> {
  return audited<DecisionAnswer>(db, actor, async (trx, record) => {
    const { rows } = await sql<{ subscriber: string; eventId: number }>`
      update event_delivery d set ${owed} where id = ${id} and state <> 'owed'
        and exists (select from event_subscription s where s.subscriber = d.subscriber)
      returning subscriber, event_id as "eventId"`.execute(trx)
    const [delivery] = rows
    if (!delivery) return { ok: false, code: 'delivery_not_possible' }
    record({ action: 'event_delivery.retry', object: ['event_delivery', id], after: { ...delivery } })
    return { ok: true }
  })
}

/** All that was given up for the subscriber of this delivery is delivered again. */
export async function redeliverAll(
  db: Kysely<DB>,
  actor: Actor,
  { id, subscriber }: { id: number; subscriber: string },
): Promise<DecisionAnswer> {
  return audited<DecisionAnswer>(db, actor, async (trx, record) => {
    const { numAffectedRows = 0n } = await sql`
      update event_delivery d set ${owed} where subscriber = ${subscriber} and state = 'parked'
        and exists (select from event_subscription s where s.subscriber = d.subscriber)`.execute(trx)
    if (numAffectedRows === 0n) return { ok: false, code: 'delivery_not_possible' }
    record({
      action: 'event_delivery.retry',
      object: ['event_delivery', id],
      after: { subscriber, deliveries: Number(numAffectedRows) },
    })
    return { ok: true }
  })
}

/** The subscriber does not get the event; later ones of its object are delivered. */
export async function dismissDelivery(
  db: Kysely<DB>,
  actor: Actor,
  { id }: { id: number },
): Promise<DecisionAnswer> {
  return audited<DecisionAnswer>(db, actor, async (trx, record) => {
    const { rows } = await sql<{ subscriber: string; eventId: number }>`
      update event_delivery set state = 'dismissed' where id = ${id} and state in ('owed', 'parked')
      returning subscriber, event_id as "eventId"`.execute(trx)
    const [delivery] = rows
    if (!delivery) return { ok: false, code: 'delivery_not_possible' }
    await endWaitingFor(trx, id)
    record({ action: 'event_delivery.dismiss', object: ['event_delivery', id], after: { ...delivery } })
    return { ok: true }
  })
}
