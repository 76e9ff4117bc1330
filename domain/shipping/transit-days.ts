/** How long a method takes to a postal code. */
import type { ShippingMethod } from '../stores/store.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/** Weekdays from dispatch to arrival. `postalCode`: without spaces, of the store's country; null: not known. */
export function transitDays(
  store: StoreCode,
  { kind, days }: Pick<ShippingMethod, 'kind' | 'days'>,
  postalCode: string | null,
): ShippingMethod['days'] {
  if (kind === 'email' || postalCode === null) return days
  const place = storePolicies[store].remotePlaces.find(
    ({ from, to }) => postalCode >= from && postalCode <= to,
  )
  return place ? { min: days.min + place.extraDays, max: days.max + place.extraDays } : days
}
