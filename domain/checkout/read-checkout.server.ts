/** What a page shows of a stored checkout: its current price, what it starts, and how it can be paid. Changes nothing. */
import { needsApproval, type CompanyMember } from '../companies/company.ts'
import { findMember } from '../companies/company-repository.server.ts'
import { isSettled } from '../orders/order-states.ts'
import type { ListedChoice } from '../payments/payment-choices.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import type { Store } from '../stores/stores.ts'
import { checkoutChoices } from './checkout-choices.ts'
import type { CheckoutRecord } from './checkout-repository.server.ts'
import {
  isCartPayable,
  pricedPart,
  priceCheckout,
  type PricedCheckout,
  type PriceCheckoutServices,
} from './price-checkout.server.ts'
import { renewalTerms, type RenewalTerms } from './renewed-lines.ts'

export interface ReadCheckoutServices extends PriceCheckoutServices {
  providers: PaymentProviders
  clock: () => number
}

export interface ReadCheckout {
  /** `pending`: it has an order that is not paid. */
  status: 'open' | 'pending' | 'paid'
  priced: PricedCheckout
  /** Whether the cart can be ordered now. */
  isPayable: boolean
  renewals: RenewalTerms[]
  /** Lines that are renewed belong to an account. */
  needsLogin: boolean
  /** The membership of the company that the buyer buys for; null: for none. */
  member: CompanyMember | null
  /** Whether an approver of the company has to approve the purchase. */
  needsApproval: boolean
  /** How it can be paid, by type of customer. */
  choices: Record<'private' | 'business', ListedChoice[]>
}

export async function readCheckout(
  services: ReadCheckoutServices,
  store: Store,
  checkout: CheckoutRecord,
): Promise<ReadCheckout> {
  const { accountId, order } = checkout
  const now = services.clock()
  const [priced, member] = await Promise.all([
    priceCheckout(services, {
      store,
      ...pricedPart(checkout),
      shippingMethodId: checkout.shippingMethod,
      now,
    }),
    accountId === null ? null : findMember(services.db, accountId, store.code),
  ])
  const renewals = renewalTerms(store, now, priced.synced.lines)
  const choicesOf = (customerType: 'private' | 'business') =>
    checkoutChoices(services.providers, store.code, {
      customerType,
      isRenewed: renewals.length > 0,
      isUnconfirmed: member?.company.isVerified === false,
    })
  return {
    status: !order ? 'open' : isSettled(order.status) ? 'paid' : 'pending',
    priced,
    isPayable: isCartPayable(priced),
    renewals,
    needsLogin: renewals.length > 0 && accountId === null,
    member,
    needsApproval: member !== null && needsApproval(member, priced.totalMinor),
    choices: { private: choicesOf('private'), business: choicesOf('business') },
  }
}
