/**
 * Sends the mail with the link that confirms a subscription, once. An interrupted run leaves it to the next
 * run.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { noteConfirmationMailed } from '../../domain/notifications/confirmation-repository.server.ts'
import { lockDueConfirmation } from '../../domain/notifications/due-confirmation.server.ts'
import { mailPaths } from '../../domain/notifications/mail-paths.ts'
import { confirmationMail } from '../../providers/mail/confirmation-mail.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface ConfirmationMailServices extends SendMailServices {
  db: Kysely<DB>
}

export async function sendConfirmationMail(
  services: ConfirmationMailServices,
  confirmationId: number,
): Promise<void> {
  const { db, publicUrl, keys, clock } = services
  await db.transaction().execute(async (trx) => {
    const now = new Date(clock())
    const due = await lockDueConfirmation(trx, { keys, now }, confirmationId)
    if (!due) return
    const { id, purpose, store, email, product } = due.request
    const link = publicUrl + mailPaths.confirm(store, due.token)
    await sendMail(trx, services, {
      name: `confirm-${id}`,
      kind: `${purpose}-confirmation`,
      store,
      to: email,
      ...confirmationMail(
        store,
        purpose === 'newsletter' ? null : { purpose, name: product?.name ?? '' },
        link,
      ),
      date: now,
    })
    await noteConfirmationMailed(trx, id, now)
  })
}
