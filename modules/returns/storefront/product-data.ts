import type { Store } from '../../../domain/stores/stores.ts'
import { returnDays } from '../return.ts'

/** How long goods may be returned, in the page's HTML, as schema.org has it. */
export function offerData(store: Pick<Store, 'countryCode'>): object {
  return {
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: store.countryCode,
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: returnDays,
      returnMethod: 'https://schema.org/ReturnByMail',
      returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
    },
  }
}
