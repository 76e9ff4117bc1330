/**
 * What a module from outside does with a store's account at a carrier: service points, parcels, reports of deliveries
 * (`guarded-carrier.ts` makes one of the kernel's carriers of it). The types stand by themselves.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { CarrierDescription } from '../../modules/account-description.ts'

/** Accounts at the carrier, and its tracking pages: `carrier.server.ts` exports it as `carrier`. */
export type CarrierAccount = CarrierDescription

/** An account as it was read, complete and of the right form. */
export interface CarrierSettings {
  /** Keys that the stores share. */
  keys: Readonly<Record<string, string>>
  /** Keys of the stores that have their own. */
  ofStores: Readonly<Partial<Record<StoreCode, Readonly<Record<string, string>>>>>
  /** By the names of the account, without a trailing slash. */
  hosts: Readonly<Record<string, string>>
  /** Switches that are on. */
  switches: readonly string[]
  /** The shop's own origin. */
  publicUrl: string
}

export interface CarrierServices {
  log: { warn(data: object, message: string): void }
  /** Epoch milliseconds. */
  clock: () => number
}

export interface PointsQuery {
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  /** Without spaces. */
  postalCode: string
  /** `locker`: of a method for parcel lockers. */
  kind: 'pickup' | 'locker'
  /** BCP 47, for opening hours. */
  language: string
}

export interface CarrierPoint {
  /** The carrier's own id. */
  id: string
  type: 'manned' | 'locker'
  name: string
  street: string
  /** Without spaces. */
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  /** From the centre of the postal code. */
  distanceMetres?: number | null
  /** Plain text, an entry for each line. */
  openingHours?: readonly string[]
  /** What the carrier requires unchanged when a parcel to the point is booked, by its own names. */
  booking?: Readonly<Record<string, string>>
}

/** `carrier_unavailable`: no answer, or none that can be read; what was asked may have been done. */
export interface CarrierUnavailable {
  ok: false
  code: 'carrier_unavailable'
}
/** The carrier will not do it. `reason`: its words, for staff. */
export interface CarrierRefused {
  ok: false
  code: 'carrier_refused'
  reason: string
}

/** Nearest first; empty where there is none near the postal code. */
export type PointsAnswer = { ok: true; points: readonly CarrierPoint[] } | CarrierUnavailable

export interface ParcelPlace {
  name: string
  company: string | null
  street: string
  /** Without spaces. */
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  email: string
  /** Empty where it is not known. */
  phone: string
}

/** A parcel from the shop to a buyer. */
export interface ParcelToBook {
  /** Unique to the parcel, and the same each time it is asked for: at most 20 characters. */
  reference: string
  /** It was asked for before without an answer, and may be booked: the carrier is searched for the reference first. */
  isRetry: boolean
  store: StoreCode
  kind: 'pickup' | 'locker' | 'home' | 'letter'
  sender: ParcelPlace
  recipient: ParcelPlace
  /** Where the recipient collects it; null: the carrier chooses, or it is delivered. */
  servicePoint: { id: string; booking: Readonly<Record<string, string>> } | null
  /** What is inside, for the label. */
  contents: string
  weightGrams: number
  /** Longest first; null where they are not known. */
  sidesMm: readonly [number, number, number] | null
  /** As `UN3481`, with the units and the gross weight of each product. */
  dangerousGoods: readonly {
    unNumber: string
    description: string
    quantity: number
    weightGrams: number | null
  }[]
  /** Of a parcel to Norway whose VAT the shop has collected (VOEC). Amounts are minor units. */
  customs: {
    number: string
    /** ISO 4217. */
    currency: string
    vatMinor: number
    items: readonly {
      description: string
      quantity: number
      /** Of one unit after discounts, without VAT. */
      unitValueMinor: number
      /** Of the Harmonized System, 6 to 10 digits. */
      hsCode: string
      /** ISO 3166-1 alpha-2. */
      originCountry: string | null
      /** Gross, of one unit. */
      weightGrams: number | null
    }[]
  } | null
}

/**
 * `booking`: the carrier's id, by which it is cancelled. `trackingUrl`: where its address does not follow from the number
 * (`trackingPages` of the account). `label`: a PDF; without it `labelUrl` is where `label` of the carrier finds it.
 */
export type ParcelAnswer =
  | {
      ok: true
      booking: string
      trackingNumber: string
      trackingUrl?: string | null
      label?: Uint8Array | null
      labelUrl?: string | null
    }
  | CarrierUnavailable
  | CarrierRefused

/** `unused`: there is no cancellation, and a label that is not handed in costs nothing. */
export type ParcelCancellation =
  | { ok: true; state: 'cancelled' | 'unused' }
  | CarrierUnavailable
  | CarrierRefused

/** Null: not delivered yet. */
export type DeliveryState =
  | { ok: true; deliveredAt: Date | null }
  | { ok: false; code: 'unknown_parcel' }
  | CarrierUnavailable

/** What the carrier reported, as it was received. */
export interface DeliveryReport {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  /** The exact bytes, which a signature covers. */
  body: Uint8Array
}

/** `delivery` null: it is about something else, and ignored. `kind`: the carrier's name of it, for the log. */
export type ReadDeliveryReport =
  | { ok: true; delivery: { trackingNumber: string; deliveredAt: Date } | null; kind: string }
  | { ok: false; code: 'unauthorized' | 'unreadable' }

/** Service points and parcels of an account. What is absent the carrier does not have: staff send such parcels by hand. */
export interface CarrierCalls {
  servicePoints?: {
    /** Countries with points, ISO 3166-1 alpha-2. */
    countries: readonly string[]
    /** Within 2 seconds: a shopper waits for it. */
    near(query: PointsQuery): Promise<PointsAnswer>
  }
  parcels?: {
    book(parcel: ParcelToBook): Promise<ParcelAnswer>
    cancel?(parcel: { store: StoreCode; booking: string }): Promise<ParcelCancellation>
    /** Downloads a label again; null: not now. */
    label?(labelUrl: string): Promise<Uint8Array | null>
    /** Whether a parcel is delivered, of carriers that can be asked; every three hours. */
    delivery?(parcel: { store: StoreCode; trackingNumber: string }): Promise<DeliveryState>
  }
}

/**
 * A carrier of a module. It answers in the given forms and within 15 seconds, and waits less for the carrier; what it
 * throws, and an answer of another form, are logged under the module's name and count as `carrier_unavailable`. The shop
 * keeps service points for hours, asks again for parcels without an answer, and moves orders.
 */
export interface OpenCarrier {
  /** Opens an account; called once for each set of keys. */
  open(settings: CarrierSettings, services: CarrierServices): CarrierCalls
  /** Verifies and reads a report, at once, because the process waits, at `/callbacks/NAME/deliveries`. `keys`: `callbackKeys` of the account; without them there is no such address. */
  readDelivery?(keys: Readonly<Record<string, string>>, report: DeliveryReport): ReadDeliveryReport
}
