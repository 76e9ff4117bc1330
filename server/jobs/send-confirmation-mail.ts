/**
 * Sends the mail with the link that confirms a subscription, once. An interrupted run leaves it to the next
 * run.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { noteConfirmationMailed } from '../../domain/notifications/confirmation-repository.server.ts'
import { lockDueConfirmation } from '../../domain/notifications/due-confirmation.server.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { confirmationMail } from '../../providers/mail/confirmation-mail.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'

export interface ConfirmationMailServices {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

export async function sendConfirmationMail(
  { db, mailer, publicUrl, keys, clock }: ConfirmationMailServices,
  confirmationId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const now = new Date(clock())
    const due = await lockDueConfirmation(trx, { keys, now }, confirmationId)
    if (!due) return
    const { id, purpose, store, email, product } = due.request
    const link = publicUrl + publicPaths.confirm(store, due.token)
    await mailer.send({
      name: `confirm-${id}`,
      kind: purpose === 'newsletter' ? 'newsletter-confirmation' : 'stock-confirmation',
      from: { name: stores[store].brand, address: storePolicies[store].company.email },
      to: email,
      ...confirmationMail(store, product, link),
      date: now,
    })
    await noteConfirmationMailed(trx, id, now)
  })
}
