/**
 * Background jobs and mails that fail (decision 96): those that were given up, those that have failed many times and wait
 * for another attempt, and the last run of a scheduled job where it failed. Jobs that were given up are kept until staff run
 * them again or dismiss them; what another job did meanwhile is not listed.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { declaredTemplates } from '../mail/mail-templates.ts'

/** A job that is tried again is listed after this many failed attempts: a short outage is over by then. */
const listedAfterAttempts = 10

/** Hours that a job is kept which has succeeded, was dismissed, or failed and is not listed. */
const keptHours = 24

const orderId = sql`case j.name when 'order-mail' then (j.data ->> 'orderId')::bigint
  when 'payment-operation' then
    (select a.order_id from payment_attempt a where a.id = (j.data ->> 'attemptId')::bigint)
  when 'gift-card-mail' then
    (select d.order_id from gift_card_delivery d where d.id = (j.data ->> 'deliveryId')::bigint) end`

/** The stores of mails, read from the row that the mail is about. */
const storesOfMails = [...declaredTemplates].flatMap(([template, { storeOf }]) =>
  storeOf === undefined
    ? []
    : [
        sql`when ${sql.lit(template)} then (select about.store::text from ${sql.table(storeOf.table)} about
          where about.id = (j.data ->> ${sql.lit(storeOf.id)})::bigint)`,
      ],
)

const store = sql`case j.name
  ${sql.join(storesOfMails, sql` `)}
  else j.data ->> 'store' end`

const isScheduled = sql`j.name in (select s.name from pgboss.schedule s)`

/** What the job was to do is done, or no longer to be done. */
const hasNoWorkLeft = sql`case j.name
  when 'order-mail' then not exists (select from order_mail m
    where m.order_id = (j.data ->> 'orderId')::bigint and m.kind = j.data ->> 'kind'
      and m.sent_at is null and m.dismissed_at is null)
  when 'gift-card-mail' then not exists (select from gift_card_delivery d
    where d.id = (j.data ->> 'deliveryId')::bigint and d.status = 'waiting' and d.dismissed_at is null)
  when 'payment-operation' then not exists (select from payment_operation p
    where p.attempt_id = (j.data ->> 'attemptId')::bigint and p.status in ('sent', 'unknown'))
  when 'payment-event' then not exists (select from payment_event e
    where e.id = (j.data ->> 'eventId')::bigint and e.processed_at is null)
  when 'staff-job' then exists (select from staff_job s
    where s.id = (j.data ->> 'jobId')::bigint and s.state = 'done')
  else false end`

/** Of a scheduled job a later run that ended; of another job a later one for the same, or its mail in the outbox. */
const isSuperseded = sql`case when ${isScheduled}
  then exists (select from pgboss.job later where later.name = j.name and later.created_on > j.created_on
    and later.state in ('completed', 'failed', 'cancelled'))
  else exists (select from pgboss.job later
      where later.name = j.name and later.data = j.data and later.created_on > j.created_on)
    or exists (select from mail_outbox later
      where later.template = j.name and later.data = j.data and later.created_at > j.created_on
        and later.recipient is not distinct from j.recipient) end`

/** Mails of the outbox are among the jobs, under the name of their template. */
const jobs = sql`select id, name, data, state::text as state, output, created_on, started_on, completed_on, start_after,
    retry_count + 1 as attempts, null as recipient
  from pgboss.job where state in ('failed', 'retry')
  union all select id, template, data, case state when 'waiting' then 'retry' else state end,
    jsonb_build_object('code', error), created_at, null, ended_at, next_at, attempts, recipient
  from mail_outbox where state = 'failed' or state = 'waiting' and attempts >= ${sql.lit(listedAfterAttempts)}`

/**
 * The listed jobs as rows. Their payloads and the messages of their errors are not among the columns, because they may
 * name a person.
 */
export const failingJobs = sql`select j.id::text as id, j.name as queue, coalesce(o.store::text, ${store}) as store,
    o.number as order_number, j.state, coalesce(j.completed_on, j.started_on) as failed_at,
    case when j.state = 'retry' then j.start_after end as next_at, j.attempts,
    case when j.output #>> '{value,message}' in ('job timed out', 'job heartbeat timeout') then 'timeout'
      else substring(coalesce(j.output ->> 'code', j.output ->> 'name') from '^[A-Za-z0-9_]{1,60}$') end as error
  from (${jobs}) j left join orders o on o.id = ${orderId}
  where (j.state = 'failed' or j.attempts >= ${sql.lit(listedAfterAttempts)})
    and j.name not like '\\_\\_%' and not ${hasNoWorkLeft} and not ${isSuperseded}`

/**
 * Deletes finished jobs of these queues, and mails that were given up, after a day, except those that are listed: pg-boss
 * cannot keep failed jobs longer than others.
 */
export async function tidyJobs(db: Kysely<DB>, queues: readonly string[]): Promise<void> {
  await sql`delete from pgboss.job j where j.name = any(${queues}::text[])
    and j.completed_on < now() - make_interval(hours => ${keptHours}::integer)
    and (j.state in ('completed', 'cancelled')
      or j.state = 'failed' and j.id::text not in (select f.id from (${failingJobs}) f))`.execute(db)
  await sql`delete from mail_outbox m where m.state = 'failed'
    and m.ended_at < now() - make_interval(hours => ${keptHours}::integer)
    and m.id::text not in (select f.id from (${failingJobs}) f)`.execute(db)
}
