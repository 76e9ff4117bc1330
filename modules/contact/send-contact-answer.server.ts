/** Mails the answer of staff to the sender of a message, once. An interrupted run leaves it to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { lockUnsentAnswer, noteAnswerSent } from './contact-answer-repository.server.ts'
import { storePolicies } from '../../domain/stores/stores.ts'
import { contactAnswerMail } from './contact-mail.server.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

declare module '../../domain/jobs/job-queue.ts' {
  interface JobPayloads {
    /** The answer of staff to a message of the contact form. */
    'contact-answer-mail': { answerId: number }
  }
}

export interface ContactAnswerServices extends SendMailServices {
  db: Kysely<DB>
}

export async function sendContactAnswer(services: ContactAnswerServices, answerId: number): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (trx) => {
    const due = await lockUnsentAnswer(trx, answerId)
    if (due === null) return
    const { store, email, body } = due
    const date = new Date(clock())
    await sendMail(trx, services, {
      name: `contact-answer-${answerId}`,
      kind: 'contact-answer',
      store,
      to: email,
      // The shop's mailbox, also where mails are sent from an address that takes none.
      replyTo: storePolicies[store].company.email,
      ...contactAnswerMail(due, body),
      date,
    })
    await noteAnswerSent(trx, answerId, date)
  })
}
