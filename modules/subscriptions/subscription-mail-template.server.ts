/** The mails about a subscription. */
import { withoutNumbers } from '../../domain/mail/mail-kind.ts'
import { lockSubscriptionMail, noteSubscriptionMailSent } from './subscription-repository.server.ts'
import type { SubscriptionMailKind } from './subscription.ts'
import { mailTemplate } from '../../providers/mail/mail-template.ts'
import { preferencesUrl } from '../../providers/mail/send-mail.ts'
import { subscriptionMail as wording } from './subscription-mail.server.ts'
import { subscriptionsPath } from './subscriptions-path.ts'

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** A mail about a subscription. */
    'subscription-mail': { mailId: number }
  }
}

export const subscriptionMail = mailTemplate<{ mailId: number }>({
  async mail(trx, services, { mailId }) {
    const owed = await lockSubscriptionMail(trx, mailId)
    if (!owed) return null
    const { kind, period, queuedAt, subscription } = owed
    const { store, number, customer } = subscription
    const { publicUrl, clock } = services
    return {
      name: [number, period, kind].filter((part) => part !== null).join('-'),
      kind: withoutNumbers(`subscription-${kind}`),
      store,
      to: customer.email,
      ...wording(
        owed,
        publicUrl + subscriptionsPath(store),
        preferencesUrl(services, { store, email: customer.email }),
      ),
      date: queuedAt,
      noteSent: (messageId) => noteSubscriptionMailSent(trx, mailId, { messageId, at: new Date(clock()) }),
    }
  },
  samples({ store, at, link, words, order: { snapshot } }) {
    const sample = (kind: SubscriptionMailKind) => [
      wording(
        {
          kind,
          data: {
            dueOn: '2026-12-01',
            nextDueOn: '2027-01-01',
            nextTryAt: at.toISOString(),
            at: at.toISOString(),
            mostMinor: 35_800,
          },
          subscription: {
            number: 'X100001-A1',
            store,
            name: words.product,
            quantity: 2,
            intervalName: '3 months',
            customer: snapshot.customer,
            paymentProvider: 'stripe',
            paymentLabel: 'Visa 4242',
          },
        },
        link,
        link,
      ),
    ]
    return {
      'subscription-reminder': sample('reminder'),
      'subscription-payment_failed': sample('payment_failed-1'),
      'subscription-confirm_payment': sample('confirm_payment-1'),
      'subscription-out_of_stock': sample('out_of_stock'),
      'subscription-skipped': sample('skipped'),
      'subscription-not_ordered': sample('not_ordered'),
      'subscription-not_ordered_skipped': sample('not_ordered_skipped'),
      'subscription-paused': sample('paused'),
      'subscription-ended': sample('ended'),
      'subscription-cancelled': sample('cancelled'),
    }
  },
})
