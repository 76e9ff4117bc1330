/**
 * What a return refunds: its units as paid, the deposits of its starter batteries, and the delivery where the law
 * asks for it. The amount that a buyer is shown and the one that is booked are both computed from this request by
 * `allocateRefund`. Pure.
 */
import { isDeposit } from '../../domain/cart/deposit-line.ts'
import type { RefundRequest } from '../../domain/refunds/refund.ts'
import { withdrawalEndsAt } from './withdrawal-period.ts'
import type { Sku } from '../../domain/products/sku.ts'
import { complaints, refundOfReturn, returnableLines, type ReturnItem, type ReturnOrder } from './return.ts'
import type { ReturnGoods } from './return-transport.ts'

/** The refund request of a return. `shipping`: whether the delivery is refunded with it. */
export function returnRefundRequest(
  order: Pick<ReturnOrder, 'lines' | 'refunds'>,
  items: readonly Pick<ReturnItem, 'sku' | 'quantity'>[],
  { goods, shipping }: { goods: ReadonlyMap<Sku, Pick<ReturnGoods, 'startersPerUnit'>>; shipping: boolean },
): RefundRequest {
  const starters = items.reduce(
    (sum, { sku, quantity }) => sum + quantity * (goods.get(sku)?.startersPerUnit ?? 0),
    0,
  )
  const { lines } = refundOfReturn(order, items)
  return { lines: [...lines, ...depositsOf(order, starters)], ...(shipping && { shipping }) }
}

/** Deposits for that many starter batteries, as far as they were paid and not refunded for old batteries. */
export function depositsOf(
  { lines, refunds }: Pick<ReturnOrder, 'lines' | 'refunds'>,
  starters: number,
): RefundRequest['lines'] {
  let open = starters
  return lines.filter(isDeposit).flatMap(({ uuid, quantity }) => {
    const units = Math.min(open, quantity - unitsRefunded(refunds, uuid))
    open -= Math.max(0, units)
    return units > 0 ? [{ uuid, quantity: units }] : []
  })
}

/** Deposits that were paid and not refunded yet. */
export function depositsLeft(order: Pick<ReturnOrder, 'lines' | 'refunds'>): number {
  return order.lines
    .filter(isDeposit)
    .reduce((sum, { uuid, quantity }) => sum + quantity - unitsRefunded(order.refunds, uuid), 0)
}

function unitsRefunded(refunds: ReturnOrder['refunds'], uuid: string): number {
  return refunds
    .flatMap((refund) => refund.lines.filter((line) => line.uuid === uuid))
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * Whether a return that is registered now refunds the delivery: nothing of the order is left with its buyer, and either
 * the shop is liable for all of it, or a consumer withdraws in time (CRD Art. 13 (1)).
 */
export function refundsShipping(
  order: ReturnOrder & { isConsumer: boolean },
  items: readonly ReturnItem[],
  now: number,
): boolean {
  const unsettled = { status: 'registered' as const, refundNumber: null, items }
  if (returnableLines({ ...order, returns: [...order.returns, unsettled] }).length > 0) return false
  if (items.every(({ reason }) => complaints.includes(reason))) return true
  // The buyer has what an earlier return was exchanged for: the purchase as a whole stays.
  if (order.returns.some(({ status }) => status === 'exchanged')) return false
  return (
    order.isConsumer &&
    order.deliveredAt !== null &&
    now < withdrawalEndsAt(order.deliveredAt, order.timeZone)
  )
}
