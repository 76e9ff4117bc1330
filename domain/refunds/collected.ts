/**
 * What the payment provider of an order collects of it: on shipment, and never what was refunded before it left. Our own
 * invoice is one of them: what was not sent is not invoiced. Pure.
 */
import { subtractMinor, sumMinor, zeroMinor, type Minor } from '../money/money.ts'
import { payableMinorOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { isAnythingSent, unitsOfOrder, type Dispatched, type LineUnits } from '../shipments/order-units.ts'
import type { Refund } from './refund.ts'

/** The state of an order that a refund starts from. */
export interface RefundState {
  units: ReadonlyMap<string, LineUnits>
  /** Whether the delivery, the fees and the bought gift cards have left: with the first shipment. */
  isSent: boolean
  /** What the provider has collected, or is about to; null: everything that is collected at all. */
  collectedMinor: Minor | null
}

/** What the provider collects of an order altogether. */
export function collectableMinor(
  snapshot: Pick<OrderSnapshot, 'payableMinor' | 'totalMinor'>,
  refunds: readonly Pick<Refund, 'uncollectedMinor'>[],
): Minor {
  const uncollected = refunds.map(({ uncollectedMinor }) => uncollectedMinor ?? zeroMinor)
  return subtractMinor(payableMinorOf(snapshot), sumMinor(uncollected))
}

/**
 * The state of an order of which `captureMinor` was captured. What was collected for a cancelled order nevertheless is
 * refunded as if its units were still to be sent.
 */
export function refundStateOf(
  { status, snapshot }: { status: OrderStatus; snapshot: OrderSnapshot },
  { shipments, refunds }: Pick<Dispatched, 'shipments'> & { refunds: readonly Refund[] },
  captureMinor: Minor,
): RefundState {
  const counted = { status: status === 'cancelled' ? 'received' : status, lines: snapshot.lines } as const
  return {
    units: unitsOfOrder(counted, { shipments, refunds }),
    isSent: isAnythingSent(status, shipments),
    collectedMinor: captureMinor >= collectableMinor(snapshot, refunds) ? null : captureMinor,
  }
}

/** The state of an order that has left and was collected as a whole, but for what was cancelled of it. */
export function whollySent(snapshot: OrderSnapshot, refunds: readonly Refund[]): RefundState {
  const units = unitsOfOrder({ status: 'delivered', lines: snapshot.lines }, { shipments: [], refunds })
  return { units, isSent: true, collectedMinor: null }
}
