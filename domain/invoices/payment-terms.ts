/** How long buyers have to pay an invoice. */
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/** The days that an order was promised; an order of before they were written down has those in force. */
export function promisedTermDays({ store, customer, invoiceDays }: PromisedTerm): number {
  return invoiceDays ?? paymentTermDays(store, customer.type)
}

export type PromisedTerm = Pick<OrderSnapshot, 'store' | 'customer' | 'invoiceDays'>

/** Days from the issue of an invoice until it is due, for an order that is placed now. */
export function paymentTermDays(store: StoreCode, customerType: 'private' | 'business'): number {
  return storePolicies[store].invoicing.termDays[customerType]
}
