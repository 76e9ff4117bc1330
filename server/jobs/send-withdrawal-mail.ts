/** Sends the mails about a declaration of withdrawal, each once. An interrupted run leaves its mail to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { offersReturnLabels } from '../../domain/parcels/return-labels.ts'
import type { ParcelCarriers } from '../../domain/shipping/parcel-booking.ts'
import {
  lockWithoutReceipt,
  lockWithoutRejectionMail,
  noteReceiptSent,
  noteRejectionMailSent,
} from '../../domain/withdrawals/withdrawal-repository.server.ts'
import { withdrawalMail, withdrawalRejectedMail } from '../../providers/mail/withdrawal-mail.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface WithdrawalMailServices extends SendMailServices {
  db: Kysely<DB>
  parcels?: Pick<ParcelCarriers, 'canBook'>
}

/** Its receipt. */
export async function sendWithdrawalMail(
  services: WithdrawalMailServices,
  withdrawalId: number,
): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (trx) => {
    const declared = await lockWithoutReceipt(trx, withdrawalId)
    if (declared === null) return
    const { id, store, email } = declared
    await sendMail(trx, services, {
      name: `withdrawal-${id}`,
      kind: declared.order === null ? 'withdrawal-notice' : 'withdrawal-receipt',
      store,
      to: email,
      ...withdrawalMail(declared, services.publicUrl, offersReturnLabels(services.parcels, store)),
      date: new Date(clock()),
    })
    await noteReceiptSent(trx, id, new Date(clock()))
  })
}

/** That staff have rejected it, and why. */
export async function sendWithdrawalRejection(
  services: WithdrawalMailServices,
  withdrawalId: number,
): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (trx) => {
    const rejected = await lockWithoutRejectionMail(trx, withdrawalId)
    if (rejected === null) return
    const { id, store, email } = rejected
    const date = new Date(clock())
    await sendMail(trx, services, {
      name: `withdrawal-rejected-${id}`,
      kind: 'withdrawal-rejected',
      store,
      to: email,
      ...withdrawalRejectedMail(rejected),
      date,
    })
    await noteRejectionMailSent(trx, id, date)
  })
}
