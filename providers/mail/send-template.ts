/** Sends the mail of a template in one transaction: it is read, sent and recorded together. */
import { jobActor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { MailOutcome } from '../../domain/mail/mail-outbox.server.ts'
import type { MadeMail, MailServices, MailTemplate } from './mail-template.ts'
import { sendMail } from './send-mail.ts'

export interface TemplatedMail<Data> {
  template: string
  data: Data
  /** The same in each attempt. */
  key: string
  recipient?: string | null
}

export interface RecordMail {
  /** False: the mail is not to be sent by this attempt. */
  begin(trx: Kysely<DB>): Promise<boolean>
  end(trx: Kysely<DB>, outcome: MailOutcome): Promise<void>
}

export type SendOutcome = MailOutcome['state'] | 'not_ours' | { until: Date }

/** Throws what the mail server answers; then nothing is recorded, and the mail is still owed. */
export async function sendTemplate<Data, Services extends MailServices>(
  services: Services,
  template: MailTemplate<Data, Services, never>,
  mail: TemplatedMail<Data>,
  { begin, end }: RecordMail,
): Promise<SendOutcome> {
  const { data, key, recipient = null } = mail
  const ready = template.prepare ? await template.prepare(services, data) : { prepared: undefined as never }
  if ('until' in ready) return ready
  return audited<SendOutcome>(services.db, jobActor(mail.template), async (trx, record) => {
    if (!(await begin(trx))) return 'not_ours'
    const made = await template.mail(trx, { ...services, db: trx }, data, {
      key,
      recipient,
      record,
      prepared: ready.prepared,
    })
    const outcome = made === null ? ({ state: 'not_owed' } as const) : await sendMade(trx, services, made)
    await end(trx, outcome)
    return outcome.state
  })
}

async function sendMade(
  trx: Kysely<DB>,
  services: MailServices,
  { noteSent, ...outgoing }: MadeMail,
): Promise<MailOutcome> {
  const { messageId } = await sendMail(trx, services, outgoing)
  await noteSent?.(messageId)
  return messageId === null ? { state: 'refused' } : { state: 'sent', messageId }
}
