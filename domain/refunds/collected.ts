/**
 * What the payment provider of an order collects of it: on shipment, and never what was refunded before it left. Pure.
 */
import { subtractMinor, sumMinor, zeroMinor, type Minor } from '../money/money.ts'
import { payableMinorOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import { unitsOf, unitsWithBuyer, type Dispatched, type UnitsOfLines } from '../shipments/shipment-part.ts'
import type { Refund } from './refund.ts'

/** What a provider that collects on shipment has collected, or is about to. */
export interface Collected {
  amountMinor: Minor
  /** Units per line that were collected: goods that left, and with the first of them what is not shipped itself. */
  units: UnitsOfLines
  /** Those of them that were not refunded. */
  held: UnitsOfLines
  /** Whether the delivery was. */
  shipping: boolean
}

/** What the provider collects of an order altogether. */
export function collectableMinor(
  snapshot: Pick<OrderSnapshot, 'payableMinor' | 'totalMinor'>,
  refunds: readonly Pick<Refund, 'uncollectedMinor'>[],
): Minor {
  const uncollected = refunds.map(({ uncollectedMinor }) => uncollectedMinor ?? zeroMinor)
  return subtractMinor(payableMinorOf(snapshot), sumMinor(uncollected))
}

/** What was collected so far by captures of `amountMinor`; null: everything that is collected at all. */
export function collectedSoFar(
  snapshot: OrderSnapshot,
  { shipments, refunds }: Dispatched & { refunds: readonly Refund[] },
  amountMinor: Minor,
): Collected | null {
  if (amountMinor >= collectableMinor(snapshot, refunds)) return null
  const shipping = shipments.length > 0
  // Fees and bought gift cards are collected with the first shipment.
  const others = shipping ? snapshot.lines.filter(({ kind }) => kind !== 'goods') : []
  const refunded = (uuid: string): number =>
    refunds
      .flatMap(({ lines }) => lines.filter((line) => line.uuid === uuid))
      .reduce((units, { quantity }) => units + quantity, 0)
  return {
    amountMinor,
    units: new Map([...unitsOf(shipments), ...others.map(({ uuid, quantity }) => [uuid, quantity] as const)]),
    held: new Map([
      ...unitsWithBuyer({ shipments, refunds }),
      ...others.map(({ uuid, quantity }) => [uuid, quantity - refunded(uuid)] as const),
    ]),
    shipping,
  }
}
