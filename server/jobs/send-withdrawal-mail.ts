/** Sends the receipt of a declaration of withdrawal, once. An interrupted run leaves it to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { lockWithoutReceipt, noteReceiptSent } from '../../domain/withdrawals/withdrawal-repository.server.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { withdrawalMail } from '../../providers/mail/withdrawal-mail.ts'

export interface WithdrawalMailServices {
  db: Kysely<DB>
  mailer: Mailer
  clock: () => number
}

export async function sendWithdrawalMail(
  { db, mailer, clock }: WithdrawalMailServices,
  withdrawalId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const declared = await lockWithoutReceipt(trx, withdrawalId)
    if (declared === null) return
    const { id, store, email } = declared
    await mailer.send({
      name: `withdrawal-${id}`,
      kind: declared.order === null ? 'withdrawal-notice' : 'withdrawal-receipt',
      from: { name: stores[store].brand, address: storePolicies[store].company.email },
      to: email,
      ...withdrawalMail(declared),
      date: new Date(clock()),
    })
    await noteReceiptSent(trx, id, new Date(clock()))
  })
}
