import type { Carriers } from '../../domain/shipping/service-point.ts'

/** For a shop without a configured carrier: no service point can be chosen; parcels go to the nearest one. */
export const noCarriers: Carriers = {
  servicePoints: () => Promise.resolve({ ok: false, code: 'carrier_unavailable' }),
}
