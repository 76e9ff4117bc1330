/**
 * Which mails the owner of an address wants. Nobody but them changes it: by the token in a mail to that
 * address, or logged in to the account with it. The only SQL for refused topics.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { mailTopics, noticeTopics, type MailTopic, type NoticeKind } from '../mail/mail-kind.ts'
import { noticesOfModules, type Notices } from '../../modules/notices.server.ts'
import { optInsOfModules } from '../../modules/opt-ins.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { isUnsubscribeToken } from './recipient-token.server.ts'

export interface MailRecipient {
  store: StoreCode
  /** As `normalizeEmail` returns it. */
  email: string
}

/** Topic → whether its mails are sent. */
export type MailPreferences = Record<MailTopic, boolean>

export async function mailPreferences(db: Kysely<DB>, recipient: MailRecipient): Promise<MailPreferences> {
  const consents = await mailConsents(db, recipient)
  return Object.fromEntries(consents.map(({ topic, isWanted }) => [topic, isWanted])) as MailPreferences
}

/** A topic, whether its mails are sent, and since when; null: nobody has chosen anything. */
export interface MailConsent {
  topic: MailTopic
  isWanted: boolean
  since: Date | null
}

/** The choices of an address, with their dates. */
export async function mailConsents(db: Kysely<DB>, recipient: MailRecipient): Promise<MailConsent[]> {
  const { store, email } = recipient
  const refusals = await db
    .selectFrom('mail_refusal')
    .select(['topic', 'refused_at'])
    .where('store', '=', store)
    .where('email', '=', email)
    .execute()
  const choices = mailTopics.map(async (topic): Promise<MailConsent> => {
    const optIn = optInsOfModules.get(topic)
    if (optIn) return { topic, isWanted: false, since: null, ...(await optIn.consent(db, recipient)) }
    const refusal = refusals.find((row) => row.topic === topic)
    return { topic, isWanted: refusal === undefined, since: refusal?.refused_at ?? null }
  })
  return Promise.all(choices)
}

/** Whether the address still wants the mails of a topic. */
export async function wantsMail(
  db: Kysely<DB>,
  { store, email }: MailRecipient,
  topic: MailTopic,
): Promise<boolean> {
  const row = await db
    .selectFrom('mail_refusal')
    .select('topic')
    .where('store', '=', store)
    .where('email', '=', email)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return row === undefined
}

export interface PreferenceServices {
  db: Kysely<DB>
  keys: Keyring
  clock: () => number
}

/**
 * Sets the topics that `wanted` names. One that an address gets only once its owner has confirmed starts at once: the
 * caller has proof that the address belongs to the person who asks. Repeating it changes nothing.
 */
export async function changeMailPreferences(
  { db, keys, clock }: PreferenceServices,
  actor: Actor,
  recipient: MailRecipient,
  wanted: Partial<MailPreferences>,
): Promise<MailPreferences> {
  const { store, email } = recipient
  const now = new Date(clock())
  return audited(db, actor, async (trx, record) => {
    const before = await mailPreferences(trx, recipient)
    for (const topic of mailTopics) {
      const isWanted = wanted[topic]
      if (isWanted === undefined || isWanted === before[topic]) continue
      const optIn = optInsOfModules.get(topic)
      if (optIn) await (isWanted ? optIn.start(trx, recipient, now) : optIn.end(trx, recipient, now))
      else if (isWanted) await acceptMails(trx, recipient, topic)
      else await refuseMails(trx, recipient, topic, now)
      record({
        action: isWanted ? 'mail_topic.accept' : 'mail_topic.refuse',
        // The log names the address by a digest: it outlives the address.
        object: ['mail_recipient', keys.digest('mail-name', email).toString('hex').slice(0, 16)],
        store,
        after: { topic },
      })
    }
    return mailPreferences(trx, recipient)
  })
}

async function refuseMails(trx: Kysely<DB>, recipient: MailRecipient, topic: MailTopic, now: Date) {
  const { store, email } = recipient
  for (const [kind, { drop }] of Object.entries(noticesOfModules) as [NoticeKind, Notices][])
    if (noticeTopics[kind] === topic) await drop(trx, { ...recipient, productId: null })
  await sql`insert into mail_refusal (store, email, topic, refused_at)
    values (${store}, ${email}, ${topic}, ${now}) on conflict do nothing`.execute(trx)
}

/** Takes a refusal back, as a confirmed request for mails of the topic does. */
export async function acceptMails(
  trx: Kysely<DB>,
  { store, email }: MailRecipient,
  topic: MailTopic,
): Promise<void> {
  await trx
    .deleteFrom('mail_refusal')
    .where('store', '=', store)
    .where('email', '=', email)
    .where('topic', '=', topic)
    .execute()
}

/**
 * The recipient in the address of a one-click unsubscription: the e-mail address and its token, so that the
 * request needs nothing else (RFC 8058, 3.1).
 */
export function oneClickRecipient(email: string, token: string): string {
  return `${Buffer.from(email).toString('base64url')}.${token}`
}

/** The e-mail address of a one-click unsubscription; null: not one of our links. */
export function readOneClickRecipient(keys: Keyring, store: StoreCode, recipient: string): string | null {
  const [encoded = '', token = ''] = recipient.split('.')
  const email = Buffer.from(encoded, 'base64url').toString()
  return isUnsubscribeToken(keys, store, email, token) ? email : null
}
