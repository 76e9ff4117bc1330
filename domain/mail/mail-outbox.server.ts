/**
 * The only SQL of the outbox (decision 162). A mail is written in the transaction that causes it. A node claims what is due
 * with a lease and sends it in a transaction that locks the row, so that no two nodes send one mail at a time; a node that
 * dies leaves its mails to the next one.
 */
import { sql, type Kysely } from 'kysely'
import type { DB, JsonObject } from '../../db/schema.generated.ts'
import type { JobQueue, MailPayloads } from '../jobs/job-queue.ts'
import { entriesOf } from '../../modules/modules.ts'
import { mailTemplateNames, mostAttemptsOf, shortLivedTemplates } from './mail-templates.ts'

export interface OwedMail {
  template: string
  /** Ids and codes: no personal data. */
  data: object
  /** Where no other table has the address; emptied when the mail has ended. */
  recipient?: string
  /** Earliest sending. */
  notBefore?: Date
  /** While a mail is open or given up, no other one is written with its key. */
  key?: string
  /** Id of the job of a former queue that the mail was; it is written once. */
  formerJob?: string
}

/** Writes a mail that is owed from the caller's commit on. */
export async function oweMail(
  trx: Kysely<DB>,
  { template, data, recipient, notBefore, key, formerJob }: OwedMail,
): Promise<void> {
  await sql`/* plan: owe-mail */ insert into mail_outbox (template, data, recipient, next_at, key, former_job)
    values (${template}, ${JSON.stringify(data)}::jsonb, ${recipient ?? null},
      coalesce(${notBefore ?? null}::timestamptz, now()), ${key ?? null},
      ${formerJob ?? null}::uuid)
    on conflict do nothing`.execute(trx)
}

/** For use cases that cause mails and have no other jobs. */
export const mailQueue: JobQueue<keyof MailPayloads> = {
  enqueue: (trx, template, data, options) =>
    oweMail(trx, { template, data, ...(options && { notBefore: options.startAfter }) }),
}

/** Ends a mail that waits or was given up, because its cause has changed: its key is free again. */
export async function dropUnsentMail(trx: Kysely<DB>, key: string): Promise<void> {
  await sql`update mail_outbox set state = 'dismissed', recipient = null, ended_at = now()
    where key = ${key} and state in ('waiting', 'failed')`.execute(trx)
}

export interface ClaimedMail {
  id: string
  template: string
  data: unknown
  recipient: string | null
  /** Which attempt this is, from 1. */
  attempt: number
}

/** Longer than a node needs for a claim; another one sends what is left after it. */
const leaseSeconds = 600

/** Mails of one template in a claim, so that a backlog of one does not hold back the others. */
const mostPerTemplate = 25

/** Claims what is due. `isMore`: there may be more of some template. */
export async function claimMails(
  db: Kysely<DB>,
  templates: readonly string[],
): Promise<{ mails: ClaimedMail[]; isMore: boolean }> {
  const { rows } = await sql<ClaimedMail>`/* plan: claim-mails */
    with due as (
      select found.id from unnest(${templates}::text[], ${templates.map(mostAttemptsOf)}::integer[])
          as wanted (template, most) cross join lateral (
        select m.id from mail_outbox m
        where m.template = wanted.template and m.state in ('waiting', 'sending') and m.next_at <= now()
          and m.attempts < wanted.most
        order by m.next_at limit ${sql.lit(mostPerTemplate)} for update skip locked
      ) as found
    )
    update mail_outbox m set state = 'sending', attempts = m.attempts + 1,
      next_at = now() + make_interval(secs => ${sql.lit(leaseSeconds)})
    from due where m.id = due.id
    returning m.id, m.template, m.data, m.recipient, m.attempts as attempt`.execute(db)
  const counts = new Map<string, number>()
  for (const { template } of rows) counts.set(template, (counts.get(template) ?? 0) + 1)
  return { mails: rows, isMore: [...counts.values()].some((count) => count >= mostPerTemplate) }
}

type Claim = Pick<ClaimedMail, 'id' | 'attempt'>

/** Locks a claimed mail until the transaction ends. False: the lease has passed, and another node has it or had it. */
export async function lockMail(trx: Kysely<DB>, { id, attempt }: Claim): Promise<boolean> {
  const row = await trx
    .selectFrom('mail_outbox')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export type MailOutcome =
  | { state: 'sent'; messageId: string }
  /** The recipient takes no such mails. */
  | { state: 'refused' }
  /** Its cause is over, or another mail contained it. */
  | { state: 'not_owed' }

/** Records how a mail ended, in the transaction that sent it. */
export async function endMail(trx: Kysely<DB>, { id, attempt }: Claim, outcome: MailOutcome): Promise<void> {
  await trx
    .updateTable('mail_outbox')
    .set({
      state: outcome.state,
      message_id: outcome.state === 'sent' ? outcome.messageId : null,
      recipient: null,
      error: null,
      smtp_code: null,
      ended_at: sql<Date>`now()`,
    })
    // What a module gave with an address may name its owner.
    .set((eb) => ({
      data: eb
        .case()
        .when('recipient', 'is', null)
        .then(eb.ref('data'))
        .else(sql`'{}'::jsonb`)
        .end()
        .$castTo<JsonObject>(),
    }))
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempt)
    .execute()
}

/** Pauses grow from 5 seconds to five minutes, so that the backlog of an outage is sent soon after it ends. */
const pause = sql`make_interval(secs => least(300, 5 * power(2, least(attempts, 7) - 1)))`

/** Records a failed attempt: the mail is tried again, or given up after the last attempt and where it was refused for good. */
export async function failMail(
  db: Kysely<DB>,
  { id, attempt, template }: Claim & { template: string },
  { code, responseCode, isForGood = false }: { code: string; responseCode?: number; isForGood?: boolean },
): Promise<void> {
  const isLast = isForGood || attempt >= mostAttemptsOf(template)
  await sql`update mail_outbox set state = ${isLast ? 'failed' : 'waiting'}, next_at = now() + ${pause},
      error = ${code.slice(0, 60)}, smtp_code = ${responseCode ?? null}::integer,
      ended_at = case when ${isLast}::boolean then now() end
    where id = ${id}::uuid and state = 'sending' and attempts = ${attempt}::integer`.execute(db)
}

/** Puts a mail back that was claimed and not tried; it is no attempt. `until`: it is not due before. */
export async function postponeMail(db: Kysely<DB>, { id, attempt }: Claim, until?: Date): Promise<void> {
  // A time of the shop's clock that has passed by that of the database is tried again soon, not at once.
  await sql`update mail_outbox set state = 'waiting', attempts = attempts - 1,
      next_at = case when ${until ?? null}::timestamptz is null then now()
        else greatest(${until ?? null}::timestamptz, now() + interval '5 seconds') end
    where id = ${id}::uuid and state = 'sending' and attempts = ${attempt}::integer`.execute(db)
}

/** Nothing more is sent to the address of somebody who is erased. */
export async function eraseMailsTo(trx: Kysely<DB>, email: string): Promise<void> {
  await sql`delete from mail_outbox where lower(recipient) = lower(${email})`.execute(trx)
}

/** With those of modules, which are named after their kinds of mail. */
const allTemplates: readonly string[] = [...mailTemplateNames, ...entriesOf('mails').keys()]

/** How long mails that have ended are kept, for staff who look for one. They name nobody. */
const keptDays = 30

/**
 * Deletes mails that have ended, gives up those of which no attempt has had an outcome, and forgets addresses of mails that
 * were given up a month ago, or that nobody has sent for a month, as those of a module that was taken out.
 */
export async function tidyMails(db: Kysely<DB>): Promise<void> {
  // The process ended during the last attempt.
  await sql`update mail_outbox m set state = 'failed', error = 'no_outcome', ended_at = now()
    from unnest(${allTemplates}::text[], ${allTemplates.map(mostAttemptsOf)}::integer[])
      as known (template, most)
    where m.template = known.template and m.attempts >= known.most and m.state in ('waiting', 'sending')
      and m.next_at <= now()`.execute(db)
  await sql`update mail_outbox set state = 'dismissed', recipient = null, data = '{}'
    where state = 'failed' and recipient is not null
      and ended_at < now() - make_interval(days => ${sql.lit(keptDays)})`.execute(db)
  await sql`update mail_outbox set state = 'dismissed', recipient = null, data = '{}', ended_at = now()
    where state in ('waiting', 'sending') and next_at < now() - make_interval(days => ${sql.lit(keptDays)})
      and (recipient is not null or template <> all(${allTemplates}::text[]))`.execute(db)
  await sql`delete from mail_outbox
    where state in ('sent', 'refused', 'not_owed', 'dismissed') and ended_at < now() - make_interval(days => ${sql.lit(keptDays)})
      or state = 'failed' and template = any(${shortLivedTemplates}::text[]) and ended_at < now() - interval '1 hour'`.execute(
    db,
  )
}
