/** All choices of a store's payment step, whether their providers are configured or not. Pure. */
import { entriesOf } from '../../modules/modules.ts'
import { isPaymentMethod } from '../payment-methods/payment-methods.ts'
import { storePolicies, type StoreCode } from '../stores/stores.ts'
import { isCredit, type PaymentChoice } from './payment-choices.ts'

type CustomerType = 'private' | 'business'

/**
 * The choices of the store's file, and the methods that modules offer by themselves: those that are not credit before
 * the first choice with credit (SE lag 2010:751 ch. 7 a), the others last.
 */
export function choicesOfStore(store: StoreCode, customerType: CustomerType): readonly PaymentChoice[] {
  const listed = storePolicies[store].paymentChoices[customerType].flatMap(({ provider, offers }) =>
    isPaymentMethod(provider) ? [{ provider, offers }] : [],
  )
  const added = [...entriesOf('paymentMethods')].flatMap(([provider, { offered }]) => {
    const {
      stores = [store],
      buyers = [customerType],
      isCredit: givesCredit = false,
    } = offered ?? { stores: [] }
    const isOffered = stores.includes(store) && buyers.includes(customerType)
    const choice: PaymentChoice = { provider, offers: ['own'] }
    return isOffered ? [{ choice, givesCredit }] : []
  })
  if (added.length === 0) return listed
  const place = listed.findIndex(({ offers }) => offers.some(isCredit))
  const before = place === -1 ? listed.length : place
  const those = (credit: boolean) => added.filter(({ givesCredit }) => givesCredit === credit)
  return [
    ...listed.slice(0, before),
    ...those(false).map(({ choice }) => choice),
    ...listed.slice(before),
    ...those(true).map(({ choice }) => choice),
  ]
}
