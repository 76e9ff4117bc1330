/**
 * Records what is paid on an invoice, and what is taken back or given up of it. Rows are only ever added, under the
 * order's lock, so that concurrent payments of one order are serialised.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited, type RecordAudit } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { smallerMinor, subtractMinor, zeroMinor, type Minor } from '../money/money.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { findInvoice, type InvoicePayment, type InvoicePaymentKind } from './invoice-balances.server.ts'
import { invoiceName, payableMinor, type InvoiceBalance, type InvoiceName } from './invoice-state.ts'
import { setUnpaid, settleWhenPaid } from './settle-order.server.ts'

export interface InvoiceServices {
  db: Kysely<DB>
  jobs: JobQueue<'order-mail'>
  /** Epoch milliseconds. */
  clock: () => number
}

export interface InvoicePaymentInput {
  invoice: InvoiceName
  /** Null: all that is open. */
  amountMinor: Minor | null
  /** `YYYY-MM-DD`. */
  paidOn: string
  reference: string | null
}

export type InvoiceChange =
  /** `invoice`: after the change. `isOrderPaid`: the whole order is paid now, and was not before. */
  | { ok: true; amountMinor: Minor; invoice: InvoiceBalance; isOrderPaid: boolean }
  | { ok: false; code: 'unknown_invoice' }
  /** `invoice`: as it is. */
  | { ok: false; code: 'nothing_open' | 'nothing_to_repay'; invoice: InvoiceBalance }
  /** `mostMinor`: what could be recorded. */
  | { ok: false; code: 'too_much'; mostMinor: Minor; invoice: InvoiceBalance }

/** An invoice whose order the transaction has locked. */
export interface LockedInvoice {
  order: LockedOrder
  invoice: InvoiceBalance
}

/** Locks the invoice's order until the transaction ends. Null: there is no such invoice. */
export async function lockInvoice(
  services: { db: Kysely<DB>; clock: () => number },
  name: InvoiceName,
): Promise<LockedInvoice | null> {
  const known = await findInvoice(services, name)
  const order = known && (await lockOrder(services.db, known.orderNumber))
  if (!order) return null
  // Read again: what was committed before the lock counts.
  const invoice = await findInvoice(services, name)
  return invoice && { order, invoice }
}

/** Records a payment that staff saw arrive. More than is open is refused. */
export async function payInvoice(
  services: InvoiceServices,
  actor: Actor,
  input: InvoicePaymentInput,
): Promise<InvoiceChange> {
  return changed(services, actor, input.invoice, async (inside, locked, record) => {
    const openMinor = payableMinor(locked.invoice)
    if (openMinor <= 0) return { ok: false, code: 'nothing_open', invoice: locked.invoice }
    const amountMinor = input.amountMinor ?? openMinor
    if (amountMinor > openMinor)
      return { ok: false, code: 'too_much', mostMinor: openMinor, invoice: locked.invoice }
    const isOrderPaid = await addPayment(inside, actor, record, locked, {
      amountMinor,
      paidOn: input.paidOn,
      reference: input.reference,
      source: 'manual',
      bankEntryId: null,
    })
    return { ok: true, amountMinor, isOrderPaid }
  })
}

/** Records that money was paid back to the buyer of an invoice that was credited after it had been paid. */
export async function repayInvoice(
  services: InvoiceServices,
  actor: Actor,
  input: InvoicePaymentInput,
): Promise<InvoiceChange> {
  return changed(services, actor, input.invoice, async (inside, { invoice }, record) => {
    const { repayMinor } = invoice
    const amountMinor = input.amountMinor ?? repayMinor
    if (repayMinor <= 0) return { ok: false, code: 'nothing_to_repay', invoice }
    if (amountMinor > repayMinor) return { ok: false, code: 'too_much', mostMinor: repayMinor, invoice }
    const { paidOn, reference } = input
    await insertPayment(inside, record, invoice, 'repayment', {
      amountMinor: subtractMinor(zeroMinor, amountMinor),
      paidOn,
      reference,
      source: 'manual',
      bankEntryId: null,
    })
    return { ok: true, amountMinor, isOrderPaid: false }
  })
}

/** Gives up what is open of an invoice. It still counts as the buyer's open credit. */
export async function writeOffInvoice(
  services: InvoiceServices,
  actor: Actor,
  input: Omit<InvoicePaymentInput, 'amountMinor'>,
): Promise<InvoiceChange> {
  return changed(services, actor, input.invoice, async (inside, { invoice }, record) => {
    const { openMinor } = invoice
    if (openMinor <= 0) return { ok: false, code: 'nothing_open', invoice }
    const { paidOn, reference } = input
    await insertPayment(inside, record, invoice, 'write_off', {
      amountMinor: openMinor,
      paidOn,
      reference,
      source: 'manual',
      bankEntryId: null,
    })
    return { ok: true, amountMinor: openMinor, isOrderPaid: false }
  })
}

type Work = (
  services: InvoiceServices,
  locked: LockedInvoice,
  record: RecordAudit,
) => Promise<
  | { ok: true; amountMinor: Minor; isOrderPaid: boolean }
  | Extract<InvoiceChange, { ok: false; invoice: InvoiceBalance }>
>

async function changed(
  services: InvoiceServices,
  actor: Actor,
  name: InvoiceName,
  work: Work,
): Promise<InvoiceChange> {
  return audited(services.db, actor, async (trx, record) => {
    const inside = { ...services, db: trx }
    const locked = await lockInvoice(inside, name)
    if (!locked) return { ok: false, code: 'unknown_invoice' }
    const answer = await work(inside, locked, record)
    if (!answer.ok) return answer
    const invoice = await findInvoice(inside, name)
    if (!invoice) throw new Error(`invoice ${invoiceName(name)} is gone`)
    return { ...answer, invoice }
  })
}

type NewPayment = Pick<InvoicePayment, 'amountMinor' | 'paidOn' | 'reference' | 'source' | 'bankEntryId'>

/**
 * Adds a payment of at most `payableMinor` to a locked invoice. Returns whether the whole order is paid by it.
 */
export async function addPayment(
  services: InvoiceServices,
  actor: Actor,
  record: RecordAudit,
  { order, invoice }: LockedInvoice,
  payment: NewPayment,
): Promise<boolean> {
  const recovered = smallerMinor(
    invoice.writtenOffMinor,
    subtractMinor(payment.amountMinor, invoice.openMinor),
  )
  if (recovered > 0)
    await insertPayment(services, record, invoice, 'write_off', {
      ...payment,
      amountMinor: subtractMinor(zeroMinor, recovered),
    })
  await insertPayment(services, record, invoice, 'payment', payment)
  return settleWhenPaid(services, actor, order)
}

/** Takes a payment back that the bank reversed. `amountMinor`: at most what is paid. */
export async function reversePayment(
  services: InvoiceServices,
  actor: Actor,
  record: RecordAudit,
  { order, invoice }: LockedInvoice,
  payment: NewPayment,
): Promise<void> {
  const amountMinor = subtractMinor(zeroMinor, payment.amountMinor)
  await insertPayment(services, record, invoice, 'reversal', { ...payment, amountMinor })
  await setUnpaid(services.db, actor, order)
}

async function insertPayment(
  { db: trx, clock }: InvoiceServices,
  record: RecordAudit,
  invoice: InvoiceBalance,
  kind: InvoicePaymentKind,
  { amountMinor, paidOn, reference, source, bankEntryId }: NewPayment,
): Promise<void> {
  await trx
    .insertInto('invoice_payment')
    .values({
      invoice_id: invoice.id,
      kind,
      amount_minor: amountMinor,
      paid_on: paidOn,
      reference,
      source,
      bank_entry_id: bankEntryId,
      recorded_at: new Date(clock()),
    })
    .execute()
  record({
    action: `invoice.${kind}`,
    object: ['invoice', invoiceName(invoice)],
    store: invoice.store,
    after: { amountMinor, paidOn, source, ...(bankEntryId !== null && { bankEntry: bankEntryId }) },
  })
}
