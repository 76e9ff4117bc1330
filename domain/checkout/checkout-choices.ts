/** The choices of the payment step of one checkout. Pure. */
import { offeredChoices, repeatableChoices } from '../payments/offered-providers.ts'
import { listedChoices, type ListedChoice } from '../payments/payment-choices.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import { choicesOfStore } from '../payments/store-choices.ts'
import type { StoreCode } from '../stores/stores.ts'

/** What the offered choices depend on. */
export interface PayingBuyer {
  customerType: 'private' | 'business'
  /** Whether a line of the cart is renewed later, without the buyer (SUBS-02). */
  isRenewed: boolean
  /** Whether nobody has confirmed yet that the buyer acts for the company. */
  isUnconfirmed: boolean
}

/** The store's choices that the buyer can pay with, in its display order. */
export function checkoutChoices(
  providers: PaymentProviders,
  store: StoreCode,
  { customerType, isRenewed, isUnconfirmed }: PayingBuyer,
): ListedChoice[] {
  const choices = (isRenewed ? repeatableChoices : offeredChoices)(providers, store, customerType)
  return listedChoices(choices, choicesOfStore(store, customerType)).filter(
    ({ provider }) => !(isUnconfirmed && customerType === 'business' && provider === 'invoice'),
  )
}
