/**
 * The deposits of starter batteries that are cancelled before they leave: the buyer never gets the battery that the
 * deposit is for (BattDG § 19), so it is not charged, or credited where the first shipment has collected it. The deposit
 * of a battery that was delivered is another matter: it is paid back for an old battery, or with a return. Pure.
 */
import { isDeposit } from '../cart/deposit-line.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import type { LineUnits } from '../shipments/order-units.ts'
import { shippedLeft } from './place-units.ts'
import type { RefundRequest } from './refund.ts'

/**
 * The request, whose units have their places, with the deposits of its batteries that have not left, as far as they are
 * neither in it nor refunded. `starters`: line uuid → starter batteries in one unit.
 */
export function withDeposits(
  { lines }: Pick<OrderSnapshot, 'lines'>,
  request: RefundRequest,
  { units, starters }: { units: ReadonlyMap<string, LineUnits>; starters: ReadonlyMap<string, number> },
): RefundRequest {
  const deposit = lines.find(isDeposit)
  const own = deposit && units.get(deposit.uuid)
  if (!own) return request
  // A request that names the deposit says how many units, those of the batteries included.
  if (request.lines.some(({ uuid }) => uuid === deposit.uuid)) return request
  const batteries = request.lines.reduce(
    (sum, { uuid, open = 0 }) => sum + open * (starters.get(uuid) ?? 0),
    0,
  )
  // Before the first shipment they are open; it collects all of them.
  const left = Math.max(0, own.open) + shippedLeft(own)
  const quantity = Math.min(batteries, left)
  if (quantity === 0) return request
  const open = Math.min(quantity, Math.max(0, own.open))
  return { ...request, lines: [...request.lines, { uuid: deposit.uuid, quantity, open }] }
}
