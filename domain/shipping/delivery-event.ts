/** What a carrier reports of a parcel by itself. Pure. */
import type { CarrierId } from '../stores/store.ts'

export interface DeliveryEvent {
  /** The parcel is of one of them: a company may carry for several of its brands. */
  carriers: readonly CarrierId[]
  trackingNumber: string
  deliveredAt: Date
}

export type ReadDeliveryEvent =
  /** `delivery` null: the event is about something else. `kind`: the carrier's name of it, for the log. */
  | { ok: true; delivery: DeliveryEvent | null; kind: string }
  | { ok: false; code: 'unauthorized' | 'unreadable' }

/** A request as it was received. */
export interface DeliveryCallback {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** The carriers that report deliveries to the shop, by the name of their account, which is in the address. */
export type DeliveryEvents = ReadonlyMap<string, (callback: DeliveryCallback) => ReadDeliveryEvent>
