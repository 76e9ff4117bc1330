/**
 * DHL's Postnummer: the recipient's customer number, without which a Packstation takes no parcel. DHL's API accepts
 * 6 to 10 digits (Parcel DE Shipping, `Locker.postNumber`).
 */
import type { ShippingMethod } from '../stores/store.ts'

/** Whether parcels of the shipping method are addressed by the recipient's Postnummer. */
export function needsPostNumber({ carrier, kind }: Pick<ShippingMethod, 'carrier' | 'kind'>): boolean {
  return carrier === 'DHL' && kind === 'locker'
}

/** The number without the spaces in which DHL's app shows it; null: not a Postnummer. */
export function readPostNumber(text: string): string | null {
  const number = text.replaceAll(/\s/g, '')
  return /^\d{6,10}$/.test(number) ? number : null
}
