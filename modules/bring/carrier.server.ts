import { sharedKey, storeKey, type CarrierDescription } from '../account-description.ts'

export const bring: CarrierDescription = {
  keys: { api_uid: sharedKey, api_key: sharedKey, customer: storeKey(/^\d{1,11}$/) },
  hosts: { url: 'https://api.bring.com' },
  // Bookings are checked and answered, but nothing is carried or charged.
  switches: ['test'],
  trackingPages: {
    SE: 'https://tracking.bring.se/tracking/{n}',
    NO: 'https://sporing.posten.no/sporing/{n}',
    DK: 'https://tracking.bring.dk/tracking/{n}',
    other: 'https://tracking.bring.com/tracking/{n}',
  },
}
