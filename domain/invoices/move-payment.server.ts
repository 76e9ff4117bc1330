/**
 * Moves what was paid on one invoice to another one of the store: a payment that was matched wrongly. It is taken back
 * from the first and recorded on the second with its day, its reference and its bank entry, in one transaction.
 */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { addMinor, smallerMinor, subtractMinor, zeroMinor, type Minor } from '../money/money.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { findInvoice, paymentsOfInvoice, type InvoicePayment } from './invoice-balances.server.ts'
import { invoiceName, payableMinor, type InvoiceBalance, type InvoiceName } from './invoice-state.ts'
import {
  addPayment,
  lockInvoice,
  reversePayment,
  type InvoiceServices,
  type LockedInvoice,
} from './record-payment.server.ts'

export interface MoveInput {
  from: InvoiceName
  to: InvoiceName
  /** Null: all that can be moved. */
  amountMinor: Minor | null
  /** For the books. */
  reason: string
}

export type MoveAnswer =
  /** Both invoices after the move. */
  | { ok: true; amountMinor: Minor; from: InvoiceBalance; to: InvoiceBalance }
  | { ok: false; code: 'unknown_invoice' | 'same_invoice' | 'other_store' | 'nothing_paid' | 'nothing_open' }
  /** `mostMinor`: what could be moved. */
  | { ok: false; code: 'too_much'; mostMinor: Minor }

/**
 * The latest payments are moved first. What was paid before the invoice was issued (`prepaid`) stays, and so does what
 * was paid back to the buyer.
 */
export async function movePayment(
  services: InvoiceServices,
  actor: Actor,
  { from, to, amountMinor: wanted, reason }: MoveInput,
): Promise<MoveAnswer> {
  if (invoiceName(from) === invoiceName(to)) return { ok: false, code: 'same_invoice' }
  if (from.store !== to.store) return { ok: false, code: 'other_store' }
  return audited(services.db, actor, async (trx, record): Promise<MoveAnswer> => {
    const inside = { ...services, db: trx }
    const locked = await lockBoth(inside, from, to)
    if (!locked) return { ok: false, code: 'unknown_invoice' }
    const [source, target] = locked
    const movable = movableParts(await paymentsOfInvoice(trx, source.invoice.id))
    const paidMinor = smallerMinor(
      movable.reduce((sum, part) => addMinor(sum, part.amountMinor), zeroMinor),
      source.invoice.paidMinor,
    )
    if (paidMinor <= 0) return { ok: false, code: 'nothing_paid' }
    const openMinor = payableMinor(target.invoice)
    if (openMinor <= 0) return { ok: false, code: 'nothing_open' }
    const mostMinor = smallerMinor(paidMinor, openMinor)
    const amountMinor = wanted ?? mostMinor
    if (amountMinor > mostMinor) return { ok: false, code: 'too_much', mostMinor }
    let leftMinor = amountMinor
    for (const part of movable) {
      const payment = { ...part, amountMinor: smallerMinor(part.amountMinor, leftMinor) }
      if (payment.amountMinor <= 0) break
      leftMinor = subtractMinor(leftMinor, payment.amountMinor)
      await reversePayment(inside, actor, record, await current(inside, source), payment)
      await addPayment(inside, actor, record, await current(inside, target), payment)
    }
    record({
      action: 'invoice.move_payment',
      object: ['invoice', invoiceName(from)],
      store: from.store,
      after: { amountMinor, to: invoiceName(to) },
      reason,
    })
    const moved = [await current(inside, source), await current(inside, target)] as const
    return { ok: true, amountMinor, from: moved[0].invoice, to: moved[1].invoice }
  })
}

/** Locks both orders in the order of their numbers, so that two moves never wait for each other. */
async function lockBoth(
  services: InvoiceServices,
  from: InvoiceName,
  to: InvoiceName,
): Promise<[LockedInvoice, LockedInvoice] | null> {
  const known = [await findInvoice(services, from), await findInvoice(services, to)]
  const numbers = known.flatMap((invoice) => invoice?.orderNumber ?? [])
  for (const number of numbers.toSorted()) await lockOrder(services.db, number)
  const source = await lockInvoice(services, from)
  const target = await lockInvoice(services, to)
  return source && target && [source, target]
}

/** The invoice and its order as they are now, within the transaction that has locked them. */
async function current(services: InvoiceServices, { invoice }: LockedInvoice): Promise<LockedInvoice> {
  const locked = await lockInvoice(services, invoice)
  if (!locked) throw new Error(`invoice ${invoiceName(invoice)} is gone`)
  return locked
}

type Part = Pick<InvoicePayment, 'amountMinor' | 'paidOn' | 'reference' | 'source' | 'bankEntryId'>

/** What is left of each payment after reversals of it, the latest first. */
function movableParts(payments: readonly InvoicePayment[]): Part[] {
  const parts = new Map<string, Part>()
  for (const { kind, amountMinor, paidOn, reference, source, bankEntryId } of payments) {
    if (source === 'prepaid' || (kind !== 'payment' && kind !== 'reversal')) continue
    const key = JSON.stringify([source, bankEntryId, paidOn, reference])
    const before = parts.get(key)?.amountMinor ?? zeroMinor
    parts.set(key, { amountMinor: addMinor(before, amountMinor), paidOn, reference, source, bankEntryId })
  }
  return [...parts.values()].filter(({ amountMinor }) => amountMinor > 0).toReversed()
}
