/** Times in the tables of other shops. */
import { readMerchantDate } from '../domain/stores/merchant-date.ts'
import type { Store } from '../domain/stores/stores.ts'

/**
 * `2025-10-26 02:30:00 +0200`, `2025-10-26T02:30:00Z`; a time without an offset is that of the store's clocks. Null where it
 * is none.
 */
export function readTime(text: string, { timeZone }: Pick<Store, 'timeZone'>): Date | null {
  // Shopify writes a space before the offset, and UTC where it is none.
  const iso = text.replace(/ (?=[+-]\d\d:?\d\d$)/, '').replace(/ ?UTC$/, 'Z')
  const moment = readMerchantDate(iso, timeZone, 'start')
  return moment === null ? null : new Date(moment)
}
