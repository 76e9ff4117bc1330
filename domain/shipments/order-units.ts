/**
 * The one count of an order's units per line: ordered = open + cancelled + shipped, and returned ≤ shipped. The view
 * `order_units` counts the same in SQL; a test compares them. Pure.
 */
import type { OrderLine } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'

/** Units per line of the snapshot, by its uuid. */
export type UnitsOfLines = ReadonlyMap<string, number>

/** What became of the units of one line. */
export interface LineUnits {
  ordered: number
  /** Left the shop. Fees and bought gift cards leave with the first shipment. */
  shipped: number
  /** Refunded before they left, or of a cancelled order: they never leave. */
  cancelled: number
  /** Refunded after they left; at most `shipped`. They came back, or the buyer keeps them. */
  returned: number
  /** Still to be shipped: neither shipped nor cancelled. */
  open: number
}

/** Where the units of a line are that a refund can concern. */
export type UnitPlace = 'open' | 'shipped'

/** What happened to an order's units so far. `returned`: of the refunded units, those that had left. */
export interface Dispatched {
  shipments: readonly { units: UnitsOfLines }[]
  refunds: readonly { lines: readonly { uuid: string; quantity: number; returned: number }[] }[]
}

/** The fields of an order that the count depends on. */
export interface CountedOrder {
  status: OrderStatus
  lines: readonly Pick<OrderLine, 'uuid' | 'kind' | 'quantity'>[]
}

const completeStatuses: readonly OrderStatus[] = ['shipped', 'delivered', 'returned']

/** Whether anything of an order has left. Orders of before 2026 that were shipped have no shipments. */
export const isAnythingSent = (status: OrderStatus, shipments: readonly unknown[]): boolean =>
  shipments.length > 0 || completeStatuses.includes(status)

/** The units of each line, by its uuid. */
export function unitsOfOrder(
  { status, lines }: CountedOrder,
  { shipments, refunds }: Dispatched,
): Map<string, LineUnits> {
  const sent = unitsOf(shipments)
  const parts = refunds.flatMap((refund) => refund.lines)
  const counted = lines.map(({ uuid, kind, quantity: ordered }): [string, LineUnits] => {
    const own = parts.filter((part) => part.uuid === uuid)
    const returned = own.reduce((sum, part) => sum + part.returned, 0)
    const refunded = own.reduce((sum, part) => sum + part.quantity, 0)
    const leftWithOthers = shipments.length > 0 ? !isGoods({ kind }) : completeStatuses.includes(status)
    const shipped = leftWithOthers ? ordered - (refunded - returned) : (sent.get(uuid) ?? 0)
    const cancelled = status === 'cancelled' ? ordered - shipped : refunded - returned
    return [uuid, { ordered, shipped, cancelled, returned, open: ordered - shipped - cancelled }]
  })
  return new Map(counted)
}

/** The goods of an order that are still to be shipped. */
export function openUnits(order: CountedOrder, dispatched: Dispatched): Map<string, number> {
  const units = unitsOfOrder(order, dispatched)
  const open = order.lines
    .filter(isGoods)
    .map(({ uuid }): [string, number] => [uuid, units.get(uuid)?.open ?? 0])
  return new Map(open.filter(([, quantity]) => quantity > 0))
}

/**
 * Whether nothing of an order is left to send. Fees follow the goods; bought gift cards are sent without them, with a
 * first shipment.
 */
export function isNothingOpen(
  lines: readonly Pick<OrderLine, 'uuid' | 'kind'>[],
  units: ReadonlyMap<string, Pick<LineUnits, 'open'>>,
): boolean {
  return lines.every(({ uuid, kind }) => kind === 'fee' || (units.get(uuid)?.open ?? 0) <= 0)
}

export const isGoods = ({ kind }: Pick<OrderLine, 'kind'>): boolean => kind === 'goods'

/** The units that an order's shipments hold together, per line. */
export function unitsOf(shipments: readonly { units: UnitsOfLines }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { units } of shipments)
    for (const [uuid, quantity] of units) sums.set(uuid, (sums.get(uuid) ?? 0) + quantity)
  return sums
}
