/** Reads and writes the reminders of invoices, one of each step. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

export interface InvoiceReminder {
  /** 1 is the first. */
  step: number
  remindedAt: Date
}

/** The reminders of an invoice, in their order. */
export async function remindersOf(db: Kysely<DB>, invoiceId: number): Promise<InvoiceReminder[]> {
  const rows = await db
    .selectFrom('invoice_reminder')
    .select(['step', 'reminded_at'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('step')
    .execute()
  return rows.map(({ step, reminded_at }) => ({ step, remindedAt: reminded_at }))
}

/** False: it was written before. */
export async function insertReminder(
  trx: Kysely<DB>,
  invoiceId: number,
  { step, remindedAt }: InvoiceReminder,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('invoice_reminder')
    .values({ invoice_id: invoiceId, step, reminded_at: remindedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
