/** The only SQL that reads and writes messages of the contact form and their photos. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ContactMessage } from './contact-message.ts'

export interface StoredMessage extends ContactMessage {
  id: number
  store: StoreCode
  reference: string
  receivedAt: Date
}

const select = sql`select id::integer as id, store, reference, topic, name, email, order_number as "orderNumber",
    message, received_at as "receivedAt"
  from contact_message`

/** Null where a message with that key already exists. */
export async function insertMessage(
  trx: Kysely<DB>,
  message: Omit<StoredMessage, 'id'> & { key: string },
): Promise<number | null> {
  const row = await trx
    .insertInto('contact_message')
    .values({
      key: message.key,
      reference: message.reference,
      store: message.store,
      topic: message.topic,
      name: message.name,
      email: message.email,
      order_number: message.orderNumber,
      message: message.message,
      received_at: message.receivedAt,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes a message that is refused within the transaction that wrote it. Its photos must not refer to it. */
export async function deleteMessage(trx: Kysely<DB>, id: number): Promise<void> {
  await trx.deleteFrom('contact_message').where('id', '=', id).execute()
}

export async function findMessageByKey(db: Kysely<DB>, key: string): Promise<StoredMessage | null> {
  const { rows } = await sql<StoredMessage>`${select} where key = ${key}`.execute(db)
  return rows[0] ?? null
}

/** The two mails about a message: to the shop, and the receipt to its sender. */
export type ContactMail = 'shop' | 'sender'

const sentColumns = { shop: 'forwarded_at', sender: 'receipt_sent_at' } as const

/** Locks a message whose mail is not sent yet, so that it is sent once. Null: already sent, or erased. */
export async function lockMessageWithoutMail(
  trx: Kysely<DB>,
  id: number,
  mail: ContactMail,
): Promise<StoredMessage | null> {
  const { rows } = await sql<StoredMessage>`${select}
    where id = ${id} and ${sql.ref(sentColumns[mail])} is null for update`.execute(trx)
  return rows[0] ?? null
}

export async function noteContactMailSent(
  trx: Kysely<DB>,
  id: number,
  mail: ContactMail,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('contact_message')
    .set({ [sentColumns[mail]]: at })
    .where('id', '=', id)
    .execute()
}

export async function insertContactPhoto(
  db: Kysely<DB>,
  photo: { id: string; jpeg: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto('contact_photo')
    .values({ id: photo.id, bytes: photo.jpeg, uploaded_at: photo.at })
    .execute()
}

/** Gives uploaded photos to a message; returns how many of them belong to no other message. */
export async function takePhotos(
  trx: Kysely<DB>,
  messageId: number,
  photos: readonly string[],
): Promise<number> {
  if (photos.length === 0) return 0
  const taken = await trx
    .updateTable('contact_photo')
    .set({ message_id: messageId })
    .where('id', 'in', photos)
    .where('message_id', 'is', null)
    .returning('id')
    .execute()
  return taken.length
}

/** The photos of a message as JPEG, oldest first. */
export async function photosOfMessage(db: Kysely<DB>, messageId: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('contact_photo')
    .select('bytes')
    .where('message_id', '=', messageId)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()
  return rows.map(({ bytes }) => bytes)
}

/** Deletes photos that were uploaded more than a day ago and sent with no message. */
export async function tidyContactPhotos(db: Kysely<DB>): Promise<void> {
  await sql`delete from contact_photo
    where message_id is null and uploaded_at < now() - interval '1 day'`.execute(db)
}
