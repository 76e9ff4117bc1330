/**
 * Accepts a message of the contact form and enqueues its two mails: to the shop, and the receipt to the address that
 * the sender typed, which is unproven (decision 27).
 */
import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../../domain/mail/mail-gate.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ContactMessage } from './contact-message.ts'
import { deleteMessage, findMessageByKey, insertMessage, takePhotos } from './contact-repository.server.ts'

export interface ReceiveMessageServices extends MailGateServices {
  db: Kysely<DB>
  jobs: JobQueue<'contact-mail'>
}

export interface ReceiveMessageInput extends ContactMessage {
  /** Idempotency key: the same for a message that is retried because no response arrived. */
  key: string
  store: StoreCode
  /** Ids of uploaded photos, each once. */
  photos: readonly string[]
  /** The request's network. */
  network: string
}

export type ReceivedMessage =
  | { ok: true; reference: string }
  /** `unknown_photos`: a photo was deleted because it was uploaded too long ago, or belongs to another message. */
  | { ok: false; code: 'too_many_messages' | 'unknown_photos' }

export async function receiveMessage(
  services: ReceiveMessageServices,
  actor: Actor,
  input: ReceiveMessageInput,
): Promise<ReceivedMessage> {
  const { db, jobs, clock } = services
  const { photos, network, ...message } = input
  const before = await findMessageByKey(db, message.key)
  if (before) return { ok: true, reference: before.reference }
  const reference = newReference()
  const receivedAt = new Date(clock())
  const kept = await audited(db, actor, async (trx, record) => {
    const messageId = await insertMessage(trx, { ...message, reference, receivedAt })
    if (messageId === null) return 'earlier'
    const request = { kind: 'contact-receipt', recipient: message.email, network } as const
    const admission = await admitMail(trx, services, request)
    if (!admission.ok && admission.code === 'network_limit') {
      await deleteMessage(trx, messageId)
      return 'too_many_messages'
    }
    if ((await takePhotos(trx, messageId, photos)) < photos.length) throw new UnknownPhotos()
    await jobs.enqueue(trx, 'contact-mail', { messageId, mail: 'shop' })
    // Over the limit of its address the message is accepted too, without a receipt.
    if (admission.ok) await jobs.enqueue(trx, 'contact-mail', { messageId, mail: 'sender' })
    record({
      action: 'contact.receive',
      object: ['contact_message', reference],
      store: message.store,
      after: { topic: message.topic, photos: photos.length },
    })
    return 'kept'
  }).catch((error: unknown) => {
    if (error instanceof UnknownPhotos) return 'unknown_photos' as const
    throw error
  })
  if (kept === 'too_many_messages' || kept === 'unknown_photos') return { ok: false, code: kept }
  if (kept === 'kept') return { ok: true, reference }
  return { ok: true, reference: (await findMessageByKey(db, message.key))!.reference }
}

/** Ends the transaction: no photo is taken from a message that is refused. */
class UnknownPhotos extends Error {}

/** Letters and digits that are not easily confused. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random, so that it does not reveal how many messages the shop receives: `K-7Q2M-94XD`. */
function newReference(): string {
  const four = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `K-${four()}-${four()}`
}
