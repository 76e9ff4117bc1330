/** What a refund would pay, and what of it is paid to nobody because the invoice is not paid yet: the refund, rolled back. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { dryRun } from '../audit/dry-run.server.ts'
import { invoiceBalances } from '../invoices/invoice-balances.server.ts'
import { noJobs } from '../jobs/job-queue.ts'
import { subtractMinor, sumMinor, zeroMinor, type Minor } from '../money/money.ts'
import { lockOrderStatus } from '../orders/lock-order.server.ts'
import type { StoredOrder } from '../orders/order-repository.server.ts'
import type { RefundInput, RefundServices } from './refund-locked.server.ts'
import type { StoredRefund } from './refund-repository.server.ts'
import { refundOrder, type RefundOrderAnswer } from './refund-order.server.ts'

export interface PreviewedRefund<Answer> {
  answer: Answer
  /** The part that lowers what the buyer has yet to pay on the order's invoices. */
  offInvoiceMinor: Minor
  /** Nothing of the order is left to send after it: the order is cancelled. */
  cancelsOrder: boolean
}

/** What a refund would pay back, computed by the refund itself, and whether a second person has to approve it. */
export async function previewRefund(
  services: RefundServices,
  actor: Actor,
  order: StoredOrder,
  input: RefundInput,
): Promise<PreviewedRefund<RefundOrderAnswer> & { needsApproval: boolean }> {
  const tried = (isApproved: boolean) =>
    dryRefund(services, order, (inside) =>
      refundOrder(inside, actor, { ...input, number: order.number, isApproved, isSteppedUp: true }),
    )
  const first = await tried(false)
  const needsApproval = !first.answer.ok && first.answer.code === 'approval_required'
  return { ...(needsApproval ? await tried(true) : first), needsApproval }
}

/** What a refund would pay that another use case books in its own transaction: it runs, and is rolled back. */
export function dryRefund<Answer extends { ok: true; refund: StoredRefund | null } | { ok: false }>(
  services: RefundServices,
  { id: orderId, status, snapshot: { store } }: StoredOrder,
  refund: (inside: RefundServices) => Promise<Answer>,
): Promise<PreviewedRefund<Answer>> {
  const toRepay = async (db: Kysely<DB>) => {
    const invoices = await invoiceBalances(
      { db, clock: services.clock },
      { stores: [store], orderId, limit: 1000 },
    )
    return sumMinor(invoices.map(({ repayMinor }) => repayMinor))
  }
  return dryRun(services.db, async (trx) => {
    const before = await toRepay(trx)
    const answer = await refund({ ...services, db: trx, jobs: noJobs })
    const booked = answer.ok ? answer.refund : null
    const cancelsOrder =
      booked !== null &&
      status !== 'cancelled' &&
      (await lockOrderStatus(trx, orderId))?.status === 'cancelled'
    if (!booked || booked.creditNote === null) return { answer, offInvoiceMinor: zeroMinor, cancelsOrder }
    const paidOutMinor = subtractMinor(await toRepay(trx), before)
    return { answer, offInvoiceMinor: subtractMinor(booked.toProviderMinor, paidOutMinor), cancelsOrder }
  })
}
