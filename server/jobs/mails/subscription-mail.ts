/** The mails about a subscription. */
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { mailKindOfSubscription } from '../../../domain/mail/mail-kind.ts'
import { mailPaths } from '../../../domain/notifications/mail-paths.ts'
import {
  lockSubscriptionMail,
  noteSubscriptionMailSent,
} from '../../../domain/subscriptions/subscription-repository.server.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'
import { preferencesUrl } from '../../../providers/mail/send-mail.ts'
import { subscriptionMail as wording } from '../../../providers/mail/subscription-mail.ts'

export const subscriptionMail = mailTemplate<MailPayloads['subscription-mail']>({
  async mail(trx, services, { mailId }) {
    const owed = await lockSubscriptionMail(trx, mailId)
    if (!owed) return null
    const { kind, period, queuedAt, subscription } = owed
    const { store, number, customer } = subscription
    const { publicUrl, clock } = services
    return {
      name: [number, period, kind].filter((part) => part !== null).join('-'),
      kind: mailKindOfSubscription(kind),
      store,
      to: customer.email,
      ...wording(
        owed,
        publicUrl + mailPaths.subscriptions(store),
        preferencesUrl(services, { store, email: customer.email }),
      ),
      date: queuedAt,
      noteSent: (messageId) => noteSubscriptionMailSent(trx, mailId, { messageId, at: new Date(clock()) }),
    }
  },
})
