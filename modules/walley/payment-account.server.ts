import { keyText, keyWord, type PaymentAccountDescription, type ProviderKey } from '../account-description.ts'

/** Walley's number of a store; a customer type without one is not offered. */
const storeNumber: ProviderKey = { form: /^[1-9]\d{0,8}$/, isOptional: true }

export const walley: PaymentAccountDescription = {
  keys: {
    client_id: { form: keyWord },
    client_secret: { form: keyText },
    store_b2c: storeNumber,
    store_b2b: storeNumber,
    profile: { form: keyText, isOptional: true },
  },
  needsOneOf: ['store_b2c', 'store_b2b'],
  // In its test environment the loader script has another host than the API.
  hosts: { url: 'https://api.walleypay.com', loader_url: { like: 'url' } },
}
