/** Writes which events the subscribers of modules are told of. */
import type pg from 'pg'
import { entriesOf } from '../../modules/modules.ts'

/**
 * The subscriptions of this release's modules. Those of rows (`webhook:7`) belong to the use cases that made them. Nothing
 * of a name that this release does not know is removed: it may be a newer release's. It ends by itself once no node has
 * had it for a week (`seeSubscriptions`).
 */
export async function installSubscribers(owner: pg.Client): Promise<void> {
  const declared = [...entriesOf('subscribers')]
  const wanted = JSON.stringify(
    declared.flatMap(([subscriber, { events }]) => events.map((event) => ({ subscriber, event }))),
  )
  const names = declared.map(([name]) => name)
  await owner.query(
    `delete from event_subscription s where s.subscriber = any($2::text[]) and not exists (
      select from jsonb_to_recordset($1::jsonb) as w (subscriber text, event text)
      where w.subscriber = s.subscriber and w.event = s.event)`,
    [wanted, names],
  )
  await owner.query(
    `insert into event_subscription (subscriber, event)
    select w.subscriber, w.event from jsonb_to_recordset($1::jsonb) as w (subscriber text, event text)
    on conflict do nothing`,
    [wanted],
  )
  await owner.query(
    "update event_subscription set seen_at = now() where split_part(subscriber, ':', 1) = any($1::text[])",
    [names],
  )
}
