/** Staff record that a whole order on invoice is paid, whatever of it has been invoiced yet. */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { isSettled } from '../orders/order-states.ts'
import { dayIn } from '../stores/store-day.ts'
import { invoiceBalances } from './invoice-balances.server.ts'
import { payableMinor } from './invoice-state.ts'
import { addPayment, type InvoiceServices } from './record-payment.server.ts'
import { setPaid } from './settle-order.server.ts'

export type PaidAnswer =
  /** `cards`: whether gift cards are being sent now. */
  { ok: true; already: boolean; cards: boolean } | { ok: false; code: 'unknown_order' | 'not_owed' }

/**
 * Records that an order is paid: what is open of its invoices, and those that are issued later when they are issued.
 * Idempotent.
 */
export async function markOrderPaid(
  services: InvoiceServices,
  actor: Actor,
  number: string,
): Promise<PaidAnswer> {
  return audited(services.db, actor, async (trx, record) => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    if (!isSettled(order.status)) return { ok: false, code: 'not_owed' }
    if (order.paidAt) return { ok: true, already: true, cards: false }
    const inside = { ...services, db: trx }
    const cards = await setPaid(inside, actor, order)
    const paid = { ...order, paidAt: new Date(services.clock()) }
    const { store } = order.snapshot
    const paidOn = dayIn(store, services.clock())
    for (const invoice of await invoiceBalances(inside, {
      stores: [store],
      orderId: order.id,
      limit: 1000,
    })) {
      const amountMinor = payableMinor(invoice)
      if (amountMinor <= 0) continue
      const payment = { amountMinor, paidOn, reference: null, source: 'manual', bankEntryId: null } as const
      await addPayment(inside, actor, record, { order: paid, invoice }, payment)
    }
    return { ok: true, already: false, cards }
  })
}
