/**
 * Decides which units a refund concerns: those that have not left, which are cancelled, or those that have. The reason
 * decides it where a line has both; where the reason does not, somebody has to say it. Pure.
 */
import type { LineUnits, UnitPlace } from '../shipments/order-units.ts'
import type { RefundReason, RefundRequest } from './refund.ts'

/** The units that a reason is about where a line has both; null: it does not say. */
export const placeOfReason: Record<RefundReason, UnitPlace | null> = {
  withdrawal: 'shipped',
  complaint: 'shipped',
  not_delivered: 'open',
  price_reduction: null,
  goodwill: null,
  cancelled: 'open',
  deposit: 'shipped',
  exchange: 'shipped',
}

export type PlacedUnits =
  | { ok: true; request: RefundRequest }
  /** Some units of the line have left and others have not. `open`, `shipped`: how many of each can be refunded. */
  | { ok: false; code: 'unclear_units'; uuid: string; open: number; shipped: number }

/** Units of a line that have left and were not refunded. */
export const shippedLeft = ({ shipped, returned }: LineUnits): number => Math.max(0, shipped - returned)

/** The request with the place of its units said for every line. */
export function placeUnits(
  request: RefundRequest,
  reason: RefundReason,
  units: ReadonlyMap<string, LineUnits>,
): PlacedUnits {
  const lines: RefundRequest['lines'][number][] = []
  for (const line of request.lines) {
    const own = units.get(line.uuid)
    const { quantity = 0 } = line
    if (!own || quantity === 0 || line.open !== undefined) {
      lines.push(line)
      continue
    }
    const [open, shipped] = [Math.max(0, own.open), shippedLeft(own)]
    const place = open === 0 ? 'shipped' : shipped === 0 ? 'open' : placeOfReason[reason]
    if (place === null) return { ok: false, code: 'unclear_units', uuid: line.uuid, open, shipped }
    lines.push({ ...line, open: place === 'open' ? quantity : 0 })
  }
  return { ok: true, request: { ...request, lines } }
}
