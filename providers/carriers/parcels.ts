/** The port to the carriers that parcels are booked with: chooses the adapter of the store's account. */
import type { ParcelCarriers } from '../../domain/shipping/parcel-booking.ts'
import type { CarrierId } from '../../domain/stores/store.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { notSupported, unavailable, type ParcelAdapter } from './parcel-adapter.ts'

/** `adapterOf`: of the account that is in force now; a carrier without one supports nothing. */
export function createParcelCarriers(
  adapterOf: (carrier: CarrierId, store: StoreCode) => ParcelAdapter | undefined,
): ParcelCarriers {
  return {
    canBook: (carrier, store, direction) => adapterOf(carrier, store)?.canBook(store, direction) ?? false,
    async book(carrier, request, isRetry) {
      const adapter = adapterOf(carrier, request.store)
      if (adapter?.canBook(request.store, request.direction)) return adapter.book(request, isRetry)
      // It may be booked already: a node without the account, or with keys that it cannot read now, does not decide that.
      return isRetry ? unavailable : notSupported
    },
    cancel: async (carrier, parcel) => adapterOf(carrier, parcel.store)?.cancel(parcel) ?? notSupported,
    label: async (carrier, { store, labelUrl }) => adapterOf(carrier, store)?.label(labelUrl) ?? null,
    delivery: async (carrier, parcel) => adapterOf(carrier, parcel.store)?.delivery(parcel) ?? notSupported,
  }
}
