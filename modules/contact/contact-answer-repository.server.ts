/** The only SQL that reads and writes answers to messages of the contact form, and the status of these messages. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ContactMessage, ContactStatus } from './contact-message.ts'

/** A message as staff see it. */
export interface MessageOfStaff extends ContactMessage {
  id: number
  store: StoreCode
  reference: string
  receivedAt: Date
  status: ContactStatus
  /** The last change of the status, and the name of the person; null: as the message was received. */
  statusChangedAt: Date | null
  statusChangedBy: string | null
  /** The order of the store that has the number; null: none. */
  order: string | null
  /** Whether the order was placed with the sender's address; null without an order. */
  isOrdersEmail: boolean | null
}

export async function findMessageByReference(
  db: Kysely<DB>,
  reference: string,
): Promise<MessageOfStaff | null> {
  const { rows } =
    await sql<MessageOfStaff>`select m.id::integer as id, m.store, m.reference, m.topic, m.name, m.email,
      m.order_number as "orderNumber", m.message, m.received_at as "receivedAt", m.status,
      m.status_changed_at as "statusChangedAt", s.name as "statusChangedBy", o.number as order,
      lower(o.email) = lower(m.email) as "isOrdersEmail"
    from contact_message m
    left join staff s on s.id = m.status_changed_by
    left join orders o on o.number = upper(trim(m.order_number)) and o.store = m.store
    where m.reference = ${reference}`.execute(db)
  return rows[0] ?? null
}

/** Ids of its photos, oldest first. */
export async function photoIdsOf(db: Kysely<DB>, messageId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_photo')
    .select('id')
    .where('message_id', '=', messageId)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** A photo of the message as JPEG; null: it has none of that id. */
export async function findPhoto(
  db: Kysely<DB>,
  photo: { id: string; messageId: number },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('contact_photo')
    .select('bytes')
    .where('id', '=', photo.id)
    .where('message_id', '=', photo.messageId)
    .executeTakeFirst()
  return row?.bytes ?? null
}

/** Locks the message until the end of the transaction. Null: it does not exist any more. */
export async function lockStatus(trx: Kysely<DB>, messageId: number): Promise<ContactStatus | null> {
  const { rows } = await sql<{ status: ContactStatus }>`
    select status from contact_message where id = ${messageId} for update`.execute(trx)
  return rows[0]?.status ?? null
}

/** `by`: id of staff. */
export async function writeStatus(
  trx: Kysely<DB>,
  messageId: number,
  { status, by, at }: { status: ContactStatus; by: number; at: Date },
): Promise<void> {
  await trx
    .updateTable('contact_message')
    .set({ status, status_changed_at: at, status_changed_by: by })
    .where('id', '=', messageId)
    .execute()
}

export interface ContactAnswer {
  id: number
  /** Name of the person who wrote it. */
  author: string
  body: string
  writtenAt: Date
  /** Null: its mail has not been sent yet. */
  sentAt: Date | null
}

/** Oldest first. */
export async function answersOf(db: Kysely<DB>, messageId: number): Promise<ContactAnswer[]> {
  return db
    .selectFrom('contact_answer as a')
    .innerJoin('staff as s', 's.id', 'a.staff_id')
    .select(['a.id', 's.name as author', 'a.body', 'a.written_at as writtenAt', 'a.sent_at as sentAt'])
    .where('a.message_id', '=', messageId)
    .orderBy('a.id')
    .execute()
}

/** Null where an answer with that key already exists. */
export async function insertAnswer(
  trx: Kysely<DB>,
  answer: { key: string; messageId: number; staffId: number; body: string; at: Date },
): Promise<number | null> {
  const row = await trx
    .insertInto('contact_answer')
    .values({
      key: answer.key,
      message_id: answer.messageId,
      staff_id: answer.staffId,
      body: answer.body,
      written_at: answer.at,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** An answer whose mail is due, with its message. */
export type DueAnswer = { body: string } & Pick<
  MessageOfStaff,
  'store' | 'reference' | 'topic' | 'name' | 'email' | 'receivedAt'
>

/** Locks an answer whose mail is not sent yet, so that it is sent once. Null: already sent, or erased. */
export async function lockUnsentAnswer(trx: Kysely<DB>, id: number): Promise<DueAnswer | null> {
  const { rows } = await sql<DueAnswer>`select a.body, m.store, m.reference, m.topic, m.name, m.email,
      m.received_at as "receivedAt"
    from contact_answer a join contact_message m on m.id = a.message_id
    where a.id = ${id} and a.sent_at is null for update of a`.execute(trx)
  return rows[0] ?? null
}

export async function noteAnswerSent(trx: Kysely<DB>, id: number, at: Date): Promise<void> {
  await trx.updateTable('contact_answer').set({ sent_at: at }).where('id', '=', id).execute()
}
