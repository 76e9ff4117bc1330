import { sharedKey, storeKey, type CarrierDescription } from '../account-description.ts'

export const postnord: CarrierDescription = {
  keys: {
    api_key: sharedKey,
    application_id: { ...storeKey(/^\d{1,9}$/, 'customer'), isShared: true },
    customer: storeKey(/^\d{5,10}$/, 'application_id'),
  },
  hosts: { url: 'https://api2.postnord.com' },
  trackingPages: {
    SE: 'https://tracking.postnord.com/se/?id={n}',
    NO: 'https://tracking.postnord.com/no/?id={n}',
    DK: 'https://tracking.postnord.com/dk/?id={n}',
    other: 'https://tracking.postnord.com/en/?id={n}',
  },
}
