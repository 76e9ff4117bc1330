/** Sends a mail about a subscription, once. An interrupted run sends it again under the same message id. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import {
  lockSubscriptionMail,
  noteSubscriptionMailSent,
} from '../../domain/subscriptions/subscription-repository.server.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { subscriptionMail } from '../../providers/mail/subscription-mail.ts'

export interface SubscriptionMailServices {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
  clock: () => number
}

export async function sendSubscriptionMail(
  { db, mailer, publicUrl, clock }: SubscriptionMailServices,
  mailId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const owed = await lockSubscriptionMail(trx, mailId)
    if (!owed) return
    const { kind, period, queuedAt, subscription } = owed
    const { store, number, customer } = subscription
    const { messageId } = await mailer.send({
      name: [number, period, kind].filter((part) => part !== null).join('-'),
      kind: `subscription-${kind.replace(/-\d+$/, '')}`,
      from: { name: stores[store].brand, address: storePolicies[store].company.email },
      to: customer.email,
      ...subscriptionMail(owed, publicUrl + publicPaths.subscriptions(store)),
      date: queuedAt,
    })
    await noteSubscriptionMailSent(trx, mailId, { messageId, at: new Date(clock()) })
  })
}
