/** Sends a mail about a subscription, once. An interrupted run sends it again under the same message id. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { mailKindOfSubscription } from '../../domain/mail/mail-kind.ts'
import { mailPaths } from '../../domain/notifications/mail-paths.ts'
import {
  lockSubscriptionMail,
  noteSubscriptionMailSent,
} from '../../domain/subscriptions/subscription-repository.server.ts'
import { subscriptionMail } from '../../providers/mail/subscription-mail.ts'
import { preferencesUrl, sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface SubscriptionMailServices extends SendMailServices {
  db: Kysely<DB>
}

export async function sendSubscriptionMail(
  services: SubscriptionMailServices,
  mailId: number,
): Promise<void> {
  const { db, publicUrl, clock } = services
  await db.transaction().execute(async (trx) => {
    const owed = await lockSubscriptionMail(trx, mailId)
    if (!owed) return
    const { kind, period, queuedAt, subscription } = owed
    const { store, number, customer } = subscription
    const { messageId } = await sendMail(trx, services, {
      name: [number, period, kind].filter((part) => part !== null).join('-'),
      kind: mailKindOfSubscription(kind),
      store,
      to: customer.email,
      ...subscriptionMail(
        owed,
        publicUrl + mailPaths.subscriptions(store),
        preferencesUrl(services, { store, email: customer.email }),
      ),
      date: queuedAt,
    })
    await noteSubscriptionMailSent(trx, mailId, { messageId, at: new Date(clock()) })
  })
}
