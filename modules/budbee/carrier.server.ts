import { sharedKey, storeKey, type CarrierDescription } from '../account-description.ts'

export const budbee: CarrierDescription = {
  keys: { api_key: sharedKey, api_secret: sharedKey, collection: storeKey(/^\d{1,9}$/) },
  hosts: { url: 'https://api.budbee.com' },
  trackingPages: { other: 'https://tracking.budbee.com/{n}' },
}
