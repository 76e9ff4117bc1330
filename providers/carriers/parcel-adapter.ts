/** What each carrier's booking adapter implements; `createParcelCarriers` chooses the adapter. */
import type {
  BookingAnswer,
  CancellationAnswer,
  DeliveryAnswer,
  ParcelRequest,
} from '../../domain/shipping/parcel-booking.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export type ParcelDirection = ParcelRequest['direction']

export interface ParcelAdapter {
  canBook(store: StoreCode, direction: ParcelDirection): boolean
  /** Only called where `canBook`. */
  book(request: ParcelRequest, isRetry: boolean): Promise<BookingAnswer>
  cancel(parcel: {
    store: StoreCode
    bookingId: string
    direction: ParcelDirection
  }): Promise<CancellationAnswer>
  label(url: string): Promise<Uint8Array | null>
  delivery(parcel: { store: StoreCode; trackingNumber: string }): Promise<DeliveryAnswer>
}

const longestReason = 300

/** A refusal with the carrier's words, shortened; `sentences`: those found in its answer. */
export function refusedBecause(status: number, sentences: readonly string[]) {
  const reason = sentences.filter(Boolean).join('; ').slice(0, longestReason)
  return { ok: false as const, code: 'carrier_refused' as const, reason: reason || `status ${status}` }
}

export const unavailable = { ok: false, code: 'carrier_unavailable' } as const
export const notSupported = { ok: false, code: 'not_supported' } as const

/** The bytes of a label that an answer holds; null where it holds no PDF. */
export function readLabel(base64: string | null | undefined): Uint8Array | null {
  if (!base64) return null
  const bytes = Buffer.from(base64, 'base64')
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' ? new Uint8Array(bytes) : null
}

/** E.g. `UN3481 SP 188, UN2800`: what a carrier without a field for dangerous goods must still be able to read. */
export function dangerousGoodsText({ dangerousGoods }: Pick<ParcelRequest, 'dangerousGoods'>): string {
  const marks = dangerousGoods.map(({ unNumber, class: kind }) =>
    kind === 'lithium_small' ? `${unNumber} SP 188` : unNumber,
  )
  return [...new Set(marks)].join(', ')
}

/** Name of an address on one line: of a company with its contact person. */
export function nameOf({ name, company }: { name: string; company: string | null }): string {
  return company ?? name
}
