/**
 * The one place that decides whether a mail may be sent now: those that a visitor causes when they are
 * requested (`admitMail`), and all of them when they are sent (`takeDailyMail`). The counts are in
 * PostgreSQL, shared by all nodes; `mail_count` contains no addresses. The caller decides what happens to a
 * mail that may not be sent: some are dropped silently, legally required ones are delayed.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { MailKind } from './mail-kind.ts'
import { mailboxOf } from './mailbox.server.ts'
import {
  dayMs,
  mailLimits,
  unprovenKinds,
  type LimitedMailKind,
  type MailLimit,
  type MailLimits,
} from './mail-limits.ts'

export interface MailGateServices {
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
  /** The shop's own limits by default. */
  mailLimits?: MailLimits
}

export interface MailRequest {
  kind: LimitedMailKind
  /** As `normalizeEmail` returns it; counted by its mailbox, in any spelling. */
  recipient: string
  /** As `rateLimitKey` returns it; null: unknown, and not counted. */
  network: string | null
}

export type MailAdmission =
  | { ok: true }
  /** `until`: the end of the limit's window. */
  | { ok: false; code: 'network_limit' | 'recipient_limit'; until: Date }

/**
 * Counts the mail and returns whether it may be sent. The counts are committed with the caller's transaction;
 * until then other mails of the same network or recipient wait. The network is checked first: a network over
 * its limit does not count against a recipient.
 */
export async function admitMail(
  trx: Kysely<DB>,
  { keys, clock, mailLimits: limits = mailLimits }: MailGateServices,
  { kind, recipient, network }: MailRequest,
): Promise<MailAdmission> {
  const now = new Date(clock())
  const { recipient: ofRecipient, network: ofNetwork } = limits.perKind[kind]
  const take = (name: string, limit: MailLimit) =>
    count(trx, keys.digest('rate-limit', `mail ${name}`), limit, now)
  if (network !== null) {
    const overAll = await take(`network ${network}`, limits.network)
    const overKind = await take(`${kind} network ${network}`, ofNetwork)
    const until = overAll ?? overKind
    if (until) return { ok: false, code: 'network_limit', until }
  }
  const mailbox = mailboxOf(recipient)
  const overUnproven = unprovenKinds.has(kind)
    ? await take(`unproven recipient ${mailbox}`, limits.unproven)
    : null
  const overKind = await take(`${kind} recipient ${mailbox}`, ofRecipient)
  const until = overUnproven ?? overKind
  return until ? { ok: false, code: 'recipient_limit', until } : { ok: true }
}

/**
 * Counts a mail of any kind that is about to be sent. Not null: its recipient has had all of that kind that a day allows,
 * and the day ends then. The caller's transaction records the mail, so that one that fails is not counted.
 */
export async function takeDailyMail(
  trx: Kysely<DB>,
  { keys, clock, mailLimits: limits = mailLimits }: MailGateServices,
  { kind, recipient }: { kind: MailKind; recipient: string },
): Promise<Date | null> {
  const key = keys.digest('rate-limit', `mail ${kind} day ${mailboxOf(recipient)}`)
  const limit = { mails: limits.daily[kind], windowMs: dayMs }
  return count(trx, key, limit, new Date(clock()))
}

/** Increments a count; returns the end of the window where the limit is exceeded, null otherwise. */
async function count(trx: Kysely<DB>, key: Buffer, limit: MailLimit, now: Date): Promise<Date | null> {
  const resetsAt = new Date(now.getTime() + limit.windowMs)
  const { rows } = await sql<{ mails: number; resets_at: Date }>`
    insert into mail_count (key, mails, resets_at) values (${key}, 1, ${resetsAt})
    on conflict (key) do update set
      mails = case when mail_count.resets_at <= ${now} then 1 else least(mail_count.mails + 1, 1000000) end,
      resets_at = case when mail_count.resets_at <= ${now} then excluded.resets_at else mail_count.resets_at end
    returning mails, resets_at`.execute(trx)
  const { mails, resets_at } = rows[0]!
  return mails > limit.mails ? resets_at : null
}

/** Removes counts whose window has ended. */
export async function tidyMailCounts(db: Kysely<DB>): Promise<void> {
  await sql`delete from mail_count where resets_at < now()`.execute(db)
}
