/** Staff put an entry that waits on an invoice, or close it without one. */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findInvoice } from '../invoices/invoice-balances.server.ts'
import {
  invoiceName,
  payableMinor,
  type InvoiceBalance,
  type InvoiceName,
} from '../invoices/invoice-state.ts'
import {
  addPayment,
  lockInvoice,
  reversePayment,
  type InvoiceServices,
} from '../invoices/record-payment.server.ts'
import { smallerMinor, subtractMinor, zeroMinor, type Minor } from '../money/money.ts'
import { stores } from '../stores/stores.ts'
import { lockBankEntry, setEntryOutcome } from './bank-entry-repository.server.ts'

export type AssignAnswer =
  /** `restMinor`: still waits. `invoice`: after the change. */
  | { ok: true; amountMinor: Minor; restMinor: Minor; invoice: InvoiceBalance }
  | {
      ok: false
      code: 'unknown_entry' | 'not_waiting' | 'unknown_invoice' | 'other_store' | 'currency' | 'nothing_open'
    }

/** Puts what of an entry is on no invoice yet on this one, as much as is open; a reversal takes as much back. */
export async function assignEntry(
  services: InvoiceServices,
  actor: Actor,
  entryId: number,
  name: InvoiceName,
): Promise<AssignAnswer> {
  return audited(services.db, actor, async (trx, record): Promise<AssignAnswer> => {
    const inside = { ...services, db: trx }
    const locked = await lockInvoice(inside, name)
    const entry = await lockBankEntry(trx, entryId)
    if (!entry) return { ok: false, code: 'unknown_entry' }
    if (entry.problem === null) return { ok: false, code: 'not_waiting' }
    if (!locked) return { ok: false, code: 'unknown_invoice' }
    if (entry.store !== name.store) return { ok: false, code: 'other_store' }
    if (entry.currency !== stores[entry.store].currency) return { ok: false, code: 'currency' }
    const possibleMinor = entry.isReversal ? locked.invoice.paidMinor : payableMinor(locked.invoice)
    const amountMinor = smallerMinor(entry.unassignedMinor, possibleMinor)
    if (amountMinor <= zeroMinor) return { ok: false, code: 'nothing_open' }
    const payment = {
      amountMinor,
      paidOn: entry.bookedOn,
      reference: entry.references[0]?.slice(0, 140) ?? null,
      source: 'bank_file',
      bankEntryId: entry.id,
    } as const
    if (entry.isReversal) await reversePayment(inside, actor, record, locked, payment)
    else await addPayment(inside, actor, record, locked, payment)
    const restMinor = subtractMinor(entry.unassignedMinor, amountMinor)
    const problem = restMinor === 0 ? null : 'overpaid'
    await setEntryOutcome(trx, entry.id, { problem, unassignedMinor: restMinor })
    record({
      action: 'bank_entry.assign',
      object: ['bank_entry', entry.id],
      store: entry.store,
      before: { problem: entry.problem },
      after: { problem, amountMinor, invoice: invoiceName(name) },
    })
    const invoice = await findInvoice(inside, name)
    return { ok: true, amountMinor, restMinor, invoice: invoice ?? locked.invoice }
  })
}

export type DismissAnswer = { ok: true } | { ok: false; code: 'unknown_entry' | 'not_waiting' }

/** Closes an entry that belongs to no invoice, such as one that was paid back. `reason`: for the books. */
export async function dismissEntry(
  services: InvoiceServices,
  actor: Actor,
  entryId: number,
  reason: string,
): Promise<DismissAnswer> {
  return audited(services.db, actor, async (trx, record): Promise<DismissAnswer> => {
    const entry = await lockBankEntry(trx, entryId)
    if (!entry) return { ok: false, code: 'unknown_entry' }
    if (entry.problem === null) return { ok: false, code: 'not_waiting' }
    await setEntryOutcome(trx, entryId, {
      problem: null,
      unassignedMinor: entry.unassignedMinor,
      dismissedReason: reason,
    })
    record({
      action: 'bank_entry.dismiss',
      object: ['bank_entry', entryId],
      store: entry.store,
      before: { problem: entry.problem },
      after: { problem: null },
      reason,
    })
    return { ok: true }
  })
}
