/** Sender and recipient of an order's parcels. Pure. */
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { recipientOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { ParcelAddress } from '../shipping/parcel-booking.ts'
import type { DispatchPlace } from '../stores/store.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'

/** The shop's warehouse. */
export function shopAddress(store: StoreCode, place: DispatchPlace): ParcelAddress {
  const { company } = storePolicies[store]
  const { street, postalCode, city, countryCode } = place
  return {
    name: stores[store].brand,
    company: company.name,
    street,
    postalCode,
    city,
    countryCode,
    email: company.email,
    phone: stores[store].phoneNumber,
  }
}

/** Where the order goes; the buyer is whom the carrier notifies. */
export function buyerAddress(
  snapshot: Pick<OrderSnapshot, 'store' | 'customer' | 'address' | 'recipient'>,
): ParcelAddress {
  const { firstName, lastName, companyName, street, postalCode, city, countryCode } = recipientOf(snapshot)
  const { email, phone } = snapshot.customer
  // Buyers write numbers as they like (070-123 45 67); carriers send text messages to the international form.
  const dialled = parsePhoneNumberFromString(phone, stores[snapshot.store].countryCode)
  return {
    name: `${firstName} ${lastName}`.trim(),
    company: companyName,
    street,
    postalCode: postalCode.replaceAll(' ', ''),
    city,
    countryCode,
    email,
    phone: dialled?.isValid() ? dialled.number : phone,
  }
}
