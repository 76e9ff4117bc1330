import { keyText, sharedKey, type CarrierDescription } from '../account-description.ts'

export const instabee: CarrierDescription = {
  keys: { api_key: sharedKey, product: { form: keyText, isShared: true, isOptional: true } },
  callbackKeys: { events_username: { form: keyText }, events_password: { form: keyText } },
  hosts: { url: 'https://api.integration.instabee.com' },
  trackingPages: { other: 'https://track.instabox.io/{n}' },
}
