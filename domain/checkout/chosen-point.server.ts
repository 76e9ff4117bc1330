/** The service point where a shopper wants to collect an order. */
import type { Carriers, ServicePoint } from '../shipping/service-point.ts'
import { needsServicePoint } from '../shipping/shipping-methods.ts'
import type { ShippingMethod } from '../stores/store.ts'
import type { Store } from '../stores/stores.ts'

export type PointAnswer =
  | { ok: true; point: ServicePoint | null }
  | { ok: false; code: 'required' | 'service_point' }

/**
 * The point must be one the carrier offers now; when the carrier does not answer, the nearest point is used.
 */
export async function chosenPoint(
  carriers: Carriers,
  input: { store: Store; servicePoint: string | null },
  method: ShippingMethod | null,
  postalCode: string | null,
): Promise<PointAnswer> {
  if (!method?.carrier || !needsServicePoint(method) || postalCode === null) return { ok: true, point: null }
  if (!input.servicePoint) return { ok: false, code: 'required' }
  const kind = method.kind === 'locker' ? 'locker' : 'pickup'
  const answer = await carriers.servicePoints({
    store: input.store.code,
    carrier: method.carrier,
    kind,
    postalCode,
  })
  if (!answer.ok) return { ok: true, point: null }
  const point = answer.points.find(({ id }) => id === input.servicePoint)
  return point ? { ok: true, point } : { ok: false, code: 'service_point' }
}
