import { expect, it } from 'vitest'
import { refuseLiveKeys } from './provider-settings.ts'

it('refuses the simulator beside keys of any provider', () => {
  for (const name of [
    'KUSTOM_PASSWORD_SV',
    'STRIPE_SECRET_KEY_NO',
    'WALLEY_CLIENT_ID_DA',
    'WALLEY_CLIENT_SECRET_DE',
    'WALLEY_STORE_B2B_SV',
    'BRING_API_UID',
  ])
    expect(() => refuseLiveKeys({ [name]: 'x' })).toThrow(name)
  expect(() => refuseLiveKeys({ KUSTOM_URL: 'https://api.kustom.co', PORT: '3000' })).not.toThrow()
})
