import { keyWord, sharedKey, storeKey, type CarrierAccount } from 'anode/module'

/** The keys of an account, as staff or variables such as `HARBOUR_POST_API_KEY` and `HARBOUR_POST_CUSTOMER_SV` set them. */
export const carrier: CarrierAccount = {
  keys: { api_key: sharedKey, customer: storeKey(/^\d{6}$/) },
  callbackKeys: { report_secret: { form: keyWord } },
  hosts: { url: 'https://api.harbour-post.example' },
  trackingPages: { other: 'https://track.harbour-post.example/{n}' },
  simulatedKeys: {
    api_key: 'simulated-api-key',
    customer: '100001',
    report_secret: 'simulated-report-secret',
  },
}
