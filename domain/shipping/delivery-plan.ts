/**
 * When the goods of an order arrive. Goods wait for each other: a delivery leaves when the last of its lines is in
 * stock, so its date is that of the latest line (decision 92). Pure.
 */
import { awaitsStock, type StockStatusName } from '../catalogue/stock-status.ts'
import type { Store } from '../stores/stores.ts'
import { arrivalDays, type Arrival } from './next-delivery.ts'

/** A line of goods as far as its delivery depends on it. */
export interface DeliverableLine {
  uuid: string
  /** Null: needs no stock. */
  stockStatus: StockStatusName | null
  /** ISO date on which it is in stock; null where it is, or where no date is known. */
  estimatedAt: string | null
}

/**
 * When all of the lines are in stock, epoch milliseconds, `now` where they are; null: the date of one of them is not
 * known.
 */
export function readyAt(lines: readonly DeliverableLine[], now: number): number | null {
  let latest = now
  for (const line of lines) {
    if (!awaitsStock(line.stockStatus)) continue
    if (line.estimatedAt === null) return null
    latest = Math.max(latest, Date.parse(line.estimatedAt))
  }
  return latest
}

/** When a delivery of the lines arrives by a method that takes so many weekdays; null: not known yet. */
export function arrivalOf(
  store: Pick<Store, 'timeZone'>,
  lines: readonly DeliverableLine[],
  days: { min: number; max: number },
  now: number,
): Arrival | null {
  const at = readyAt(lines, now)
  return at === null ? null : arrivalDays(store, at, days)
}

/**
 * The lines of both deliveries where a cart can be divided: what is in stock leaves first, the rest in a second
 * delivery. Null: all of it leaves together anyway.
 */
export function splitLines<Line extends DeliverableLine>(
  lines: readonly Line[],
): { first: Line[]; rest: Line[] } | null {
  const first = lines.filter(({ stockStatus }) => !awaitsStock(stockStatus))
  const rest = lines.filter(({ stockStatus }) => awaitsStock(stockStatus))
  return first.length > 0 && rest.length > 0 ? { first, rest } : null
}
