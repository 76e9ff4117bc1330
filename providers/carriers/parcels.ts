/** The port to the carriers that parcels are booked with: chooses the adapter. */
import type { ParcelCarriers } from '../../domain/shipping/parcel-booking.ts'
import type { CarrierLogo } from '../../domain/stores/store.ts'
import { notSupported, type ParcelAdapter } from './parcel-adapter.ts'

/** A carrier without an adapter supports nothing. */
export function createParcelCarriers(adapters: Partial<Record<CarrierLogo, ParcelAdapter>>): ParcelCarriers {
  return {
    canBook: (carrier, store, direction) => adapters[carrier]?.canBook(store, direction) ?? false,
    async book(carrier, request, isRetry) {
      const adapter = adapters[carrier]
      return adapter?.canBook(request.store, request.direction)
        ? adapter.book(request, isRetry)
        : notSupported
    },
    cancel: async (carrier, parcel) => adapters[carrier]?.cancel(parcel) ?? notSupported,
    label: async (carrier, url) => adapters[carrier]?.label(url) ?? null,
    delivery: async (carrier, parcel) => adapters[carrier]?.delivery(parcel) ?? notSupported,
  }
}
