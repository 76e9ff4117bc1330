/**
 * How long a consumer may withdraw from a contract (CRD Art. 9): from the order until 14 days after the day on which
 * the last parcel arrived; of a subscription, the first one (Art. 9 (2) (b)). Pure.
 */
import { daysLater, localDay, momentOf } from '../../domain/stores/local-time.ts'

export const withdrawalDays = 14

/** Days after a declaration within which its money is refunded (CRD Art. 13 (1)). */
export const refundDays = 14

/** The first moment (epoch ms) after the period of goods that were delivered at that time: the end of day 14. */
export function withdrawalEndsAt(deliveredAt: number, timeZone: string): number {
  return momentOf(timeZone, daysLater(localDay(timeZone, deliveredAt), withdrawalDays + 1), 0)
}
