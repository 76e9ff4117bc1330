/** Service points where parcels are collected, and the port to the carriers (CHECKOUT-06). */
import { postalCodeText } from '../stores/postal-code.ts'
import type { CarrierId, ShippingKind } from '../stores/store.ts'
import type { Store, StoreCode } from '../stores/stores.ts'

export interface ServicePoint {
  /** The carrier's own id. */
  id: string
  carrier: CarrierId
  type: 'manned' | 'locker'
  name: string
  /** Empty where the carrier gives only a name. */
  street: string
  /** Empty where the carrier gives only a name. */
  postalCode: string
  /** Empty where the carrier gives only a name. */
  city: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  /** WGS 84; null where the carrier gives none. */
  position: { latitude: number; longitude: number } | null
  /** From the centre of the postal code; null where the carrier does not say. */
  distanceMetres: number | null
  /** Plain text, one entry per line. */
  openingHours: string[]
  /** What the carrier requires unchanged when the parcel is booked, by the carrier's own names. */
  booking?: Record<string, string>
}

/** Name and address on one line, for readers in the store's country. */
export function servicePointText(
  { name, street, postalCode, city }: Pick<ServicePoint, 'name' | 'street' | 'postalCode' | 'city'>,
  store: Pick<Store, 'postalCodePattern'>,
): string {
  return [name, street, `${postalCodeText(postalCode, store)} ${city}`.trim()].filter(Boolean).join(', ')
}

export interface ServicePointQuery {
  /** Whose account at the carrier is used. */
  store: StoreCode
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  /** BCP 47: the language of the opening hours. */
  language: string
  carrier: CarrierId
  kind: Extract<ShippingKind, 'pickup' | 'locker'>
  /** Normalised: no spaces. */
  postalCode: string
}

export type ServicePointAnswer =
  /** Nearest first; empty where the carrier has no point near the postal code. */
  | { ok: true; points: ServicePoint[] }
  /** The carrier does not answer; the shopper can still buy and gets the nearest point. */
  | { ok: false; code: 'carrier_unavailable' }

/** Queries the carriers; the adapters are in providers/carriers. */
export interface Carriers {
  servicePoints(query: ServicePointQuery): Promise<ServicePointAnswer>
}

/** Sent instead of a point's id where the shopper could not choose: the parcel goes to the nearest one. */
export const nearestPoint = 'nearest'
