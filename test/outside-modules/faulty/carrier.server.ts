import { keyWord, type CarrierAccount } from 'anode/module'

export const carrier: CarrierAccount = {
  keys: { api_key: { form: keyWord, isShared: true } },
  hosts: { url: 'https://faulty.example' },
  trackingPages: { other: 'https://faulty.example/{n}' },
  simulatedKeys: { api_key: 'simulated' },
}
