/** The service point where a shopper wants to collect an order. */
import { nearestPoint, type Carriers, type ServicePoint } from '../shipping/service-point.ts'
import { pointsNear } from '../shipping/points-near.server.ts'
import { needsServicePoint } from '../shipping/shipping-methods.ts'
import type { ShippingMethod } from '../stores/store.ts'
import type { Store } from '../stores/stores.ts'

export type PointAnswer =
  | { ok: true; point: ServicePoint | null }
  | { ok: false; code: 'required' | 'service_point' }

/**
 * The point must be one that the carrier offers for the postal code in the store's country. Where the carrier
 * does not answer, or has no point there, `point` is null and the carrier delivers to the nearest one. A shopper
 * who could not choose gets the nearest of the points if the carrier answers by now.
 */
export async function chosenPoint(
  carriers: Carriers,
  input: { store: Store; servicePoint: string | null },
  method: ShippingMethod | null,
  postalCode: string | null,
): Promise<PointAnswer> {
  if (!method?.carrier || !needsServicePoint(method) || postalCode === null) return { ok: true, point: null }
  if (!input.servicePoint) return { ok: false, code: 'required' }
  const answer = await pointsNear(carriers, { store: input.store, method, postalCode })
  if (!answer.ok) return { ok: true, point: null }
  if (input.servicePoint === nearestPoint) return { ok: true, point: answer.points[0] ?? null }
  const point = answer.points.find(({ id }) => id === input.servicePoint)
  return point ? { ok: true, point } : { ok: false, code: 'service_point' }
}
