/** Sends what is due in the outbox, as a node does. Only in `.db.test.ts` files. */
import { sql } from 'kysely'
import type { Mail } from '../providers/mail/mailer.ts'
import type { MailServices } from '../providers/mail/mail-template.ts'
import type { JobsOptions } from '../server/jobs/jobs-options.ts'
import { sendDueMails } from '../server/jobs/mails/send-mails.ts'

const log = { info: () => {}, warn: () => {} }

/**
 * As if the pause after a failed attempt were over. Returns the mails that the mail server took. `services`: what the
 * templates of the mails need.
 */
export async function sendDue(
  services: Omit<MailServices, 'mailer'> & Partial<JobsOptions>,
): Promise<Mail[]> {
  const mails: Mail[] = []
  const take = services.mailer ?? { send: async () => ({ messageId: 'm' }) }
  const mailer = {
    async send(mail: Mail) {
      const answer = await take.send(mail)
      mails.push(mail)
      return answer
    },
  }
  await sql`update mail_outbox set next_at = now() where state = 'waiting'`.execute(services.db)
  while (await sendDueMails({ log, ...services, mailer } as JobsOptions));
  return mails
}
