import { keyText, sharedKey, storeKey, type CarrierDescription } from '../account-description.ts'

const contract = ['username', 'password', 'billing']
const billingNumber = /^\d{12}[\dA-Z]{2}$/

export const dhl: CarrierDescription = {
  keys: {
    api_key: sharedKey,
    username: storeKey(keyText, ...contract),
    password: storeKey(keyText, ...contract),
    billing: storeKey(billingNumber, ...contract),
    billing_international: storeKey(billingNumber, ...contract),
    returns: storeKey(/^\P{Cc}{1,50}$/u, ...contract),
  },
  // The shipping and tracking APIs have another origin than the location finder.
  hosts: { url: 'https://api.dhl.com', shipping_url: 'https://api-eu.dhl.com' },
  trackingPages: {
    SE: 'https://www.dhl.com/se-sv/home/tracking.html?tracking-id={n}',
    NO: 'https://www.dhl.com/no-no/home/tracking.html?tracking-id={n}',
    DE: 'https://www.dhl.com/de-de/home/tracking.html?tracking-id={n}',
    DK: 'https://www.dhl.com/da-dk/home/tracking.html?tracking-id={n}',
    other: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={n}',
  },
}
