/** Whether buyers of a store can have a label for a return; mails promise one only then. */
import type { ParcelCarriers } from '../shipping/parcel-booking.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/** `parcels` is absent in a process that books none. A single return may still be refused, for its goods or its size. */
export function offersReturnLabels(
  parcels: Pick<ParcelCarriers, 'canBook'> | undefined,
  store: StoreCode,
): boolean {
  const { returnParcels } = storePolicies[store]
  return returnParcels !== null && parcels?.canBook(returnParcels.carrier, store, 'return') === true
}
