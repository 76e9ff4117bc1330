/** Sends one of the two mails about a message of the contact form, once. An interrupted run leaves it to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import {
  lockMessageWithoutMail,
  noteContactMailSent,
  photosOfMessage,
  type ContactMail,
} from './contact-repository.server.ts'
import { storePolicies } from '../../domain/stores/stores.ts'
import { contactMail, contactReceiptMail } from './contact-mail.server.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

declare module '../../domain/jobs/job-queue.ts' {
  interface JobPayloads {
    /** A message of the contact form to the shop, or its receipt to the sender. */
    'contact-mail': { messageId: number; mail: ContactMail }
  }
}

export interface ContactMailServices extends SendMailServices {
  db: Kysely<DB>
}

export async function sendContactMail(
  services: ContactMailServices,
  { messageId, mail }: { messageId: number; mail: ContactMail },
): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (trx) => {
    const message = await lockMessageWithoutMail(trx, messageId, mail)
    if (message === null) return
    const { store, email, reference } = message
    const date = new Date(clock())
    if (mail === 'sender') {
      const to = { name: `contact-receipt-${messageId}`, kind: 'contact-receipt', store, to: email } as const
      await sendMail(trx, services, { ...to, ...contactReceiptMail(message), date })
    } else {
      const photos = await photosOfMessage(trx, messageId)
      await sendMail(trx, services, {
        name: `contact-${messageId}`,
        kind: 'contact-message',
        store,
        to: storePolicies[store].company.email,
        replyTo: email,
        ...contactMail(message),
        attachments: photos.map((content, index) => ({
          filename: `${reference}-${index + 1}.jpg`,
          contentType: 'image/jpeg',
          content,
        })),
        date,
      })
    }
    await noteContactMailSent(trx, messageId, mail, date)
  })
}
