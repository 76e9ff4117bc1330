import { keyWord, type PaymentAccount } from 'anode/module'

/** A store's account: staff set its keys in the back office, or variables as `HARBOUR_PAY_API_KEY_SV` have them. */
export const paymentAccount: PaymentAccount = {
  keys: { api_key: { form: keyWord }, webhook_secret: { form: keyWord } },
  hosts: { url: 'https://api.harbour-pay.example' },
  simulatedKeys: { api_key: 'simulated-api-key', webhook_secret: 'simulated-webhook-secret' },
}
