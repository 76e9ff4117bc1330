/** Sends the receipt of a declaration of withdrawal, once. An interrupted run leaves it to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { lockWithoutReceipt, noteReceiptSent } from '../../domain/withdrawals/withdrawal-repository.server.ts'
import { withdrawalMail } from '../../providers/mail/withdrawal-mail.ts'
import { sendMail, type SendMailServices } from './send-mail.ts'

export interface WithdrawalMailServices extends SendMailServices {
  db: Kysely<DB>
}

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
      ...withdrawalMail(declared, services.publicUrl),
      date: new Date(clock()),
    })
    await noteReceiptSent(trx, id, new Date(clock()))
  })
}
