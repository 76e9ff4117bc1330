/**
 * The payment marks in a store's footer (CHROME-16, ENTITY-09, CONST-08): only of methods that a configured
 * provider supports. Any other mark would advertise what checkout refuses.
 */
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { PaymentLogo } from '../stores/store.ts'
import { marksBroughtBy } from '../payment-methods/payment-methods.ts'

export interface ShownPayments {
  marks: PaymentLogo[]
  /** Whether our own invoice is offered. */
  invoice: boolean
}

/** The marks in a store's footer when the shop is configured with these providers. */
export function shownPayments(store: StoreCode, providers: readonly PaymentProviderId[]): ShownPayments {
  const brought = new Set(providers.flatMap(marksBroughtBy))
  return {
    marks: storePolicies[store].paymentMarks.filter((mark) => brought.has(mark)),
    invoice: providers.includes('invoice'),
  }
}
