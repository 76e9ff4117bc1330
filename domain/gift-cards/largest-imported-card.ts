/** The largest card that a file may bring. Pure. */
import { smallerMinor, type Minor } from '../money/money.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'

/**
 * The largest balance, in minor units of the store's currency, of a card that a person issues by a file: what one person
 * may refund alone, because a card pays as money does (decision 91), and no more than a guest may order, because a
 * larger card could not have been bought either.
 */
export function largestImportedCard(store: StoreCode): Minor {
  const { refundApprovalAboveMinor: approval, orderLimits } = storePolicies[store]
  const { orderMinor } = orderLimits.guest
  return approval === null ? orderMinor : smallerMinor(approval, orderMinor)
}
