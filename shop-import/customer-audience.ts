/**
 * Counts for whom a file of customers is: how many would be added and subscribed in the chosen store, and whether most of
 * them live elsewhere, so that a file for another store is noticed before it goes in. Pure.
 */
import type { CustomerAudience } from '../domain/catalogue/feed-upload.ts'
import type { ShopTableRow } from './shop-table.ts'
import type { RowOutcome } from './shop-table-writer.ts'

export interface AudienceCount {
  add(row: ShopTableRow, outcome: RowOutcome): void
  result(): CustomerAudience
}

/** `ownCountry`: that of the store, ISO 3166-1 alpha-2. */
export function countAudience(ownCountry: string): AudienceCount {
  let [added, known] = [0, 0]
  /** Addresses: a later row may say no. */
  const subscribed = new Set<string>()
  const abroad = new Map<string, number>()
  return {
    add(row, outcome) {
      const { countryCode = null, email } = (row.values ?? {}) as {
        countryCode?: string | null
        email?: string
      }
      if (countryCode !== null) known += 1
      if (countryCode !== null && countryCode !== ownCountry)
        abroad.set(countryCode, (abroad.get(countryCode) ?? 0) + 1)
      if ('refused' in outcome) return
      if (outcome.outcome === 'created') added += 1
      if (email === undefined) return
      if (outcome.newsletter === 'subscribed') subscribed.add(email)
      if (outcome.newsletter === 'unsubscribed') subscribed.delete(email)
    },
    result() {
      const total = [...abroad.values()].reduce((sum, each) => sum + each, 0)
      const [most] = [...abroad].toSorted(([, one], [, other]) => other - one)
      const isMostly = total * 2 > known
      return {
        added,
        subscribed: subscribed.size,
        elsewhere: isMostly && most ? { country: most[0], customers: total, known } : null,
      }
    },
  }
}
