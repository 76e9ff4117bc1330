/** The mails about messages of the contact form: to the shop, its receipt to the sender, and the answer of staff. */
import { storePolicies } from '../../domain/stores/stores.ts'
import type { SampleData } from '../../providers/mail/mail-sample.ts'
import { mailTemplate } from '../../providers/mail/mail-template.ts'
import { lockUnsentAnswer, noteAnswerSent } from './contact-answer-repository.server.ts'
import * as wording from './contact-mail.server.ts'
import {
  lockMessageWithoutMail,
  noteContactMailSent,
  photosOfMessage,
  type ContactMail,
} from './contact-repository.server.ts'

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** A message of the contact form to the shop, or its receipt to the sender. */
    'contact-mail': { messageId: number; mail: ContactMail }
    /** The answer of staff to a message of the contact form. */
    'contact-answer-mail': { answerId: number }
  }
}

export const contactMail = mailTemplate<{ messageId: number; mail: ContactMail }>({
  async mail(trx, { clock }, { messageId, mail }) {
    const message = await lockMessageWithoutMail(trx, messageId, mail)
    if (message === null) return null
    const { store, email, reference } = message
    const date = new Date(clock())
    const noteSent = () => noteContactMailSent(trx, messageId, mail, date)
    if (mail === 'sender') {
      const to = { name: `contact-receipt-${messageId}`, kind: 'contact-receipt', store, to: email } as const
      return { ...to, ...wording.contactReceiptMail(message), date, noteSent }
    }
    const photos = await photosOfMessage(trx, messageId)
    return {
      name: `contact-${messageId}`,
      kind: 'contact-message',
      store,
      to: storePolicies[store].company.email,
      replyTo: email,
      ...wording.contactMail(message),
      attachments: photos.map((content, index) => ({
        filename: `${reference}-${index + 1}.jpg`,
        contentType: 'image/jpeg',
        content,
      })),
      date,
      noteSent,
    }
  },
  samples(data) {
    const message = sampleMessage(data)
    return {
      'contact-message': [wording.contactMail(message)],
      'contact-receipt': [wording.contactReceiptMail(message)],
    }
  },
})

export const contactAnswerMail = mailTemplate<{ answerId: number }>({
  async mail(trx, { clock }, { answerId }) {
    const due = await lockUnsentAnswer(trx, answerId)
    if (due === null) return null
    const { store, email, body } = due
    const date = new Date(clock())
    return {
      name: `contact-answer-${answerId}`,
      kind: 'contact-answer',
      store,
      to: email,
      // The shop's mailbox, also where mails are sent from an address that takes none.
      replyTo: storePolicies[store].company.email,
      ...wording.contactAnswerMail(due, body),
      date,
      noteSent: () => noteAnswerSent(trx, answerId, date),
    }
  },
  samples: (data) => ({
    'contact-answer': [wording.contactAnswerMail(sampleMessage(data), data.words.product)],
  }),
})

const sampleMessage = ({ store, at, words }: SampleData) => ({
  store,
  name: 'Anna Åberg',
  email: 'anna@example.se',
  reference: 'K-7Q2M-94XD',
  topic: 'order' as const,
  orderNumber: 'X100001',
  message: words.product,
  receivedAt: at,
})
