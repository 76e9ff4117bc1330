/** Stops the reminders of an invoice that the buyer disputes, and resumes them. */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { invoiceName, type InvoiceName } from './invoice-state.ts'
import { lockInvoice, type InvoiceServices } from './record-payment.server.ts'

export type HoldAnswer =
  /** `already`: it was held, or not held, before; a hold keeps its first reason. */
  { ok: true; already: boolean } | { ok: false; code: 'unknown_invoice' }

/** `reason`: for staff, 1 to 500 characters. Idempotent. */
export async function holdInvoice(
  services: InvoiceServices,
  actor: Actor,
  name: InvoiceName,
  reason: string,
): Promise<HoldAnswer> {
  return audited(services.db, actor, async (trx, record) => {
    const locked = await lockInvoice({ ...services, db: trx }, name)
    if (!locked) return { ok: false, code: 'unknown_invoice' }
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('invoice_hold')
      .values({ invoice_id: locked.invoice.id, reason, held_at: new Date(services.clock()) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    const already = numInsertedOrUpdatedRows === 0n
    if (!already)
      record({ action: 'invoice.hold', object: ['invoice', invoiceName(name)], store: name.store, reason })
    return { ok: true, already }
  })
}

/** Idempotent. Reminders that fell due meanwhile are sent from now on, one step at a time. */
export async function releaseInvoice(
  services: InvoiceServices,
  actor: Actor,
  name: InvoiceName,
): Promise<HoldAnswer> {
  return audited(services.db, actor, async (trx, record) => {
    const locked = await lockInvoice({ ...services, db: trx }, name)
    if (!locked) return { ok: false, code: 'unknown_invoice' }
    const { numDeletedRows } = await trx
      .deleteFrom('invoice_hold')
      .where('invoice_id', '=', locked.invoice.id)
      .executeTakeFirst()
    const already = numDeletedRows === 0n
    if (!already)
      record({ action: 'invoice.release', object: ['invoice', invoiceName(name)], store: name.store })
    return { ok: true, already }
  })
}
