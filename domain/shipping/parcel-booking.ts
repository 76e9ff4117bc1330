/**
 * The port to carriers for parcels: booking with a label, cancellation, and delivery status. The adapters are in
 * providers/carriers. A carrier is asked outside of any database transaction.
 */
import type { CurrencyCode, CarrierId, ShippingKind } from '../stores/store.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { DangerousGoodsClass } from '../products/dangerous-goods.ts'
import type { Minor } from '../money/money.ts'
import type { ServicePoint } from './service-point.ts'

export interface ParcelAddress {
  name: string
  company: string | null
  street: string
  /** Normalised: no spaces. */
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  email: string
  /** Empty where it is not known. */
  phone: string
}

/** Dangerous goods in a parcel, one entry per product. */
export interface ParcelDangerousGoods {
  /** As `UN3481`. */
  unNumber: string
  class: DangerousGoodsClass
  /** In the store's language. */
  description: string
  /** Units. */
  quantity: number
  /** Gross, of all units; null where it is not known. */
  weightGrams: number | null
}

/** One product of a customs declaration. */
export interface CustomsItem {
  description: string
  quantity: number
  /** Of one unit after discounts, without VAT and delivery. */
  unitValueMinor: Minor
  /** Tariff code of the Harmonized System, 6 to 10 digits. */
  hsCode: string
  /** ISO 3166-1 alpha-2; null where it is not known. */
  originCountry: string | null
  /** Gross, of one unit; null where it is not known. */
  weightGrams: number | null
}

/** A parcel to Norway whose VAT the shop has collected (VOEC, domain/shipping/customs.ts). */
export interface CustomsDeclaration {
  scheme: 'voec'
  /** The seller's number in the VOEC register. */
  number: string
  currency: CurrencyCode
  items: CustomsItem[]
  /** VAT collected from the buyer on the items. */
  vatMinor: Minor
}

export interface ParcelRequest {
  /** Unique per parcel and the same at each retry, e.g. `S100001-P1`. At most 20 characters. */
  reference: string
  /** `return`: from the buyer to the shop. */
  direction: 'outbound' | 'return'
  store: StoreCode
  kind: Exclude<ShippingKind, 'email'>
  sender: ParcelAddress
  recipient: ParcelAddress
  /** Null: the carrier chooses, or there is none. */
  servicePoint: ServicePoint | null
  /** The buyer's customer number at the carrier: DHL's Postnummer, which a Packstation requires. */
  customerNumber: string | null
  /** What is inside, for the label. */
  contents: string
  weightGrams: number
  /** Longest first; null where the sizes are not known. */
  sidesMm: readonly [number, number, number] | null
  dangerousGoods: readonly ParcelDangerousGoods[]
  customs: CustomsDeclaration | null
}

/** A parcel as its carrier knows it. */
export interface BookedParcel {
  /** The carrier's id of the booking, by which it is cancelled. */
  bookingId: string
  trackingNumber: string
  /** Null: the address follows from the number (tracking-link.server.ts). */
  trackingUrl: string | null
  /** PDF; null where it could not be downloaded yet. */
  label: Uint8Array | null
  /** Where the label can be downloaded again; null where the answer contained it. */
  labelUrl: string | null
}

type Unavailable = { ok: false; code: 'carrier_unavailable' }
/** `reason`: the carrier's words, for staff. */
type Refused = { ok: false; code: 'carrier_refused'; reason: string }
/** The carrier has no account for the store, or no such service. */
type Unsupported = { ok: false; code: 'not_supported' }

/** `carrier_unavailable`: there was no answer, and the parcel may have been booked. */
export type BookingAnswer = { ok: true; parcel: BookedParcel } | Unavailable | Refused | Unsupported

export type CancellationAnswer =
  /** `unused`: the carrier has no cancellation; a label that is never handed in is not charged. */
  { ok: true; state: 'cancelled' | 'unused' } | Unavailable | Refused | Unsupported

export type DeliveryAnswer =
  /** Null: not delivered yet. */
  { ok: true; deliveredAt: Date | null } | { ok: false; code: 'unknown_parcel' } | Unavailable | Unsupported

export interface ParcelCarriers {
  /** Whether the store has an account for parcels in this direction. */
  canBook(carrier: CarrierId, store: StoreCode, direction: ParcelRequest['direction']): boolean
  /**
   * Books a parcel. `isRetry`: it was requested before without an answer; a carrier that can be searched is
   * searched first.
   */
  book(carrier: CarrierId, request: ParcelRequest, isRetry: boolean): Promise<BookingAnswer>
  cancel(
    carrier: CarrierId,
    parcel: { store: StoreCode; bookingId: string; direction: ParcelRequest['direction'] },
  ): Promise<CancellationAnswer>
  /** Downloads a label again; null where the carrier does not answer. */
  label(carrier: CarrierId, parcel: { store: StoreCode; labelUrl: string }): Promise<Uint8Array | null>
  delivery(carrier: CarrierId, parcel: { store: StoreCode; trackingNumber: string }): Promise<DeliveryAnswer>
}
