/** The service points of a shipping method near a postal code. */
import type { ShippingMethod } from '../stores/store.ts'
import type { Store } from '../stores/stores.ts'
import type { Carriers, ServicePointAnswer } from './service-point.ts'
import { needsServicePoint } from './shipping-methods.ts'

/** The points of the method's carrier near a postal code of the store's country, nearest first; none without a carrier. */
export async function pointsNear(
  carriers: Carriers,
  { store, method, postalCode }: { store: Store; method: ShippingMethod; postalCode: string },
): Promise<ServicePointAnswer> {
  if (!method.carrier || !needsServicePoint(method)) return { ok: true, points: [] }
  return carriers.servicePoints({
    store: store.code,
    countryCode: store.countryCode,
    language: store.iso,
    carrier: method.carrier,
    kind: method.kind === 'locker' ? 'locker' : 'pickup',
    postalCode,
  })
}
