/** Writes which events the subscribers of modules are told of. */
import type pg from 'pg'
import { entriesOf } from '../../modules/modules.ts'
import type { Log } from '../log.ts'

/**
 * The subscriptions of this release's modules. Those of rows (`webhook:7`) belong to the use cases that made them. A
 * module that was removed is told of nothing from now on; what it was owed is kept for a while, for the case that it is
 * added again.
 */
export async function installSubscribers(owner: pg.Client, log: Pick<Log, 'info'>): Promise<void> {
  const wanted = [...entriesOf('subscribers')].flatMap(([subscriber, { events }]) =>
    events.map((event) => ({ subscriber, event })),
  )
  const { rows: ended } = await owner.query<{ subscriber: string }>(
    `delete from event_subscription s
    where s.subscriber not like '%:%' and not exists (
      select from jsonb_to_recordset($1::jsonb) as w (subscriber text, event text)
      where w.subscriber = s.subscriber and w.event = s.event)
    returning s.subscriber`,
    [JSON.stringify(wanted)],
  )
  await owner.query(
    `insert into event_subscription (subscriber, event)
    select w.subscriber, w.event from jsonb_to_recordset($1::jsonb) as w (subscriber text, event text)
    on conflict do nothing`,
    [JSON.stringify(wanted)],
  )
  const known = new Set<string>(entriesOf('subscribers').keys())
  for (const name of new Set(ended.map(({ subscriber }) => subscriber)))
    if (!known.has(name)) log.info(`Events are no longer collected for ${name}, which no module declares.`)
}
