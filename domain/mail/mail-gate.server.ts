/**
 * The one place that decides whether a mail that a visitor causes may leave now. It counts in PostgreSQL, so that all
 * nodes share the figures; `mail_count` names nobody. What happens to a mail that may not leave is the caller's matter:
 * some are dropped in silence, what the law owes is delayed.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { mailboxOf } from './mailbox.server.ts'
import {
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
  /** The shop's own figures by default. */
  mailLimits?: MailLimits
}

export interface MailRequest {
  kind: LimitedMailKind
  /** As `normalizeEmail` writes it; counted by its mailbox, however that is spelled. */
  recipient: string
  /** As `rateLimitKey` gives it; null: not known, and not counted. */
  network: string | null
}

export type MailAdmission =
  | { ok: true }
  /** `until`: when the window of the limit ends. */
  | { ok: false; code: 'network_limit' | 'recipient_limit'; until: Date }

/**
 * Counts the mail and answers whether it may leave. The counts become true with the caller's transaction; until then
 * other mails of the same network or recipient wait. The network is judged first: a network over its limit uses up
 * nothing of a recipient's.
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

/** Counts one more; the end of the window where that is beyond the limit, null where it is not. */
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

/** Removes counts whose window is over. */
export async function tidyMailCounts(db: Kysely<DB>): Promise<void> {
  await sql`delete from mail_count where resets_at < now()`.execute(db)
}
