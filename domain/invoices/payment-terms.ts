/** How long buyers have to pay an invoice. */
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/**
 * Days from the issue of an invoice until it is due. Consumers have at most 14, so that Directive (EU) 2023/2225 on
 * consumer credit leaves the invoice alone (art. 2(2)(h)).
 */
export function paymentTermDays(store: StoreCode, customerType: 'private' | 'business'): number {
  return storePolicies[store].invoicing.termDays[customerType]
}
