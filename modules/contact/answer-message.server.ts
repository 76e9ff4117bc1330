/** What staff do with a message of the contact form: answer it by mail, and change its status (decision 99). */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import {
  insertAnswer,
  lockStatus,
  writeStatus,
  type MessageOfStaff,
} from './contact-answer-repository.server.ts'
import type { ContactStatus } from './contact-message.ts'

interface AnswerServices {
  db: Kysely<DB>
  jobs: JobQueue<'contact-answer-mail'>
  /** Epoch milliseconds. */
  clock: () => number
}

type Subject = Pick<MessageOfStaff, 'id' | 'store' | 'reference'>

/** `unknown_message`: it was deleted meanwhile, because its period has ended or with its sender's account. */
export type AnsweredMessage = { ok: true } | { ok: false; code: 'unknown_message' }

/**
 * Mails an answer to the sender; the message is answered. `key`: a repeated request sends nothing again. The text is
 * not repeated in the audit.
 */
export async function answerMessage(
  { db, jobs, clock }: AnswerServices,
  actor: Actor,
  { message, staffId, key, body }: { message: Subject; staffId: number; key: string; body: string },
): Promise<AnsweredMessage> {
  const at = new Date(clock())
  return audited(db, actor, async (trx, record) => {
    if ((await lockStatus(trx, message.id)) === null) return { ok: false, code: 'unknown_message' }
    const answerId = await insertAnswer(trx, { key, messageId: message.id, staffId, body, at })
    if (answerId === null) return { ok: true }
    await writeStatus(trx, message.id, { status: 'answered', by: staffId, at })
    await jobs.enqueue(trx, 'contact-answer-mail', { answerId })
    record({
      action: 'contact.answer',
      object: ['contact_message', message.reference],
      store: message.store,
      after: { answer: answerId },
    })
    return { ok: true }
  })
}

/** Notes that a message was answered elsewhere, needs no answer, or is open again. The present status changes nothing. */
export async function changeMessageStatus(
  { db, clock }: Pick<AnswerServices, 'db' | 'clock'>,
  actor: Actor,
  { message, staffId, status }: { message: Subject; staffId: number; status: ContactStatus },
): Promise<AnsweredMessage> {
  return audited(db, actor, async (trx, record) => {
    const before = await lockStatus(trx, message.id)
    if (before === null) return { ok: false, code: 'unknown_message' }
    if (before === status) return { ok: true }
    await writeStatus(trx, message.id, { status, by: staffId, at: new Date(clock()) })
    record({
      action: 'contact.change_status',
      object: ['contact_message', message.reference],
      store: message.store,
      before: { status: before },
      after: { status },
    })
    return { ok: true }
  })
}
