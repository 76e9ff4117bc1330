/** Sends mails of a template at once, without a row of the outbox. Only in `.db.test.ts` files and their tools. */
import { randomUUID } from 'node:crypto'
import type { MailTemplateName } from '../domain/mail/mail-templates.ts'
import type { MailServices, MailTemplate } from '../providers/mail/mail-template.ts'
import { sendTemplate, type SendOutcome } from '../providers/mail/send-template.ts'

/** What sends the mails of a template: each call is an attempt. */
export const senderOf =
  <Data, Services extends MailServices>(
    name: MailTemplateName,
    template: MailTemplate<Data, Services, never>,
  ) =>
  (services: Services, data: Data): Promise<SendOutcome> =>
    sendTemplate(
      services,
      template,
      { template: name, data, key: randomUUID() },
      { begin: async () => true, end: async () => undefined },
    )
