/** Service points where parcels are collected, and the port to the carriers (CHECKOUT-06). */
import type { CarrierLogo, ShippingKind } from '../stores/store.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface ServicePoint {
  id: string
  carrier: CarrierLogo
  type: 'manned' | 'locker'
  name: string
  street: string
  postalCode: string
  city: string
  distanceMetres: number
  /** Plain text, one entry per line. */
  openingHours: string[]
}

export interface ServicePointQuery {
  store: StoreCode
  carrier: CarrierLogo
  kind: Extract<ShippingKind, 'pickup' | 'locker'>
  /** Normalised: no spaces. */
  postalCode: string
}

export type ServicePointAnswer =
  | { ok: true; points: ServicePoint[] }
  /** The carrier does not answer; the shopper can still buy and gets the nearest point. */
  | { ok: false; code: 'carrier_unavailable' }

/** Queries the carriers; the adapters are in providers/carriers. */
export interface Carriers {
  servicePoints(query: ServicePointQuery): Promise<ServicePointAnswer>
}
