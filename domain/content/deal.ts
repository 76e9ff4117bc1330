/**
 * When the deal banner and the next-delivery banner are shown (DEAL-01, DEAL-04). The caller provides the
 * clock.
 */

/** ISO 8601 with offset, or epoch milliseconds (DEF-14). */
export type Timestamp = string | number

/** Longest time before a delivery at which its banner shows: 24 hours. */
export const nextDeliveryWindowMs = 86_400_000

/** Epoch milliseconds of a timestamp; NaN where it is invalid (DEF-14). */
export function toEpochMs(timestamp: Timestamp): number {
  return typeof timestamp === 'number' ? timestamp : Date.parse(timestamp)
}

/** Whether a deal runs at `now`: start inclusive, expiry exclusive (DEAL-01). */
export function isDealActive(deal: { startsAt: Timestamp; expiresAt: Timestamp }, now: number): boolean {
  return toEpochMs(deal.startsAt) <= now && now < toEpochMs(deal.expiresAt)
}

/** Whether the next-delivery banner is shown: some time is left, but no more than 24 hours (DEAL-04). */
export function showsNextDelivery(nextDelivery: Timestamp, now: number): boolean {
  const left = toEpochMs(nextDelivery) - now
  return left > 0 && left <= nextDeliveryWindowMs
}
