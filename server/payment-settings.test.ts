import { expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { readPaymentAccounts, storedPaymentAccount } from './payment-settings.ts'

const stripeKeys = {
  STRIPE_SECRET_KEY_SV: 'sk_test_12345678',
  STRIPE_PUBLISHABLE_KEY_SV: 'pk_test_12345678',
  STRIPE_WEBHOOK_SECRET_SV: 'whsec_12345678',
}
const kustomKeys = { KUSTOM_USERNAME_SV: 'K123', KUSTOM_PASSWORD_SV: 'secret' }
const walleyKeys = { WALLEY_CLIENT_ID_SV: 'id', WALLEY_CLIENT_SECRET_SV: 's', WALLEY_STORE_B2B_SV: '124' }

it('reads an account of each store that has keys', () => {
  expect(readPaymentAccounts({}, null)).toEqual({ kustom: {}, stripe: {}, walley: {} })
  expect(
    readPaymentAccounts({ ...stripeKeys, ...kustomKeys, ...walleyKeys, STRIPE_METHODS_SV: 'card' }, null),
  ).toEqual({
    kustom: {
      sv: {
        keys: { username: 'K123', password: 'secret' },
        hosts: { url: 'https://api.kustom.co' },
        options: {},
      },
    },
    stripe: {
      sv: {
        keys: {
          secret_key: 'sk_test_12345678',
          publishable_key: 'pk_test_12345678',
          webhook_secret: 'whsec_12345678',
        },
        hosts: { api_url: 'https://api.stripe.com', script_url: 'https://js.stripe.com/dahlia/stripe.js' },
        options: { methods: 'card' },
      },
    },
    walley: {
      sv: {
        keys: { client_id: 'id', client_secret: 's', store_b2b: '124' },
        hosts: { url: 'https://api.walleypay.com', loader_url: 'https://api.walleypay.com' },
        options: {},
      },
    },
  })
})

it('takes the hosts of test environments; one that no variable names is like another', () => {
  const env = { ...kustomKeys, ...walleyKeys, KUSTOM_URL: 'https://api.playground.kustom.co' }
  const { kustom, walley } = readPaymentAccounts(
    { ...env, WALLEY_URL: 'https://api.uat.walleydev.com' },
    null,
  )
  expect(kustom?.sv?.hosts).toEqual({ url: 'https://api.playground.kustom.co' })
  expect(walley?.sv?.hosts['loader_url']).toBe('https://api.uat.walleydev.com')
})

it('uses the accounts of the simulator with the simulator', () => {
  const { kustom, stripe, walley } = readPaymentAccounts({}, 'http://localhost:3001')
  for (const accounts of [kustom, stripe, walley]) expect(Object.keys(accounts ?? {})).toEqual(storeCodes)
  expect(kustom?.sv?.hosts['url']).toBe('http://localhost:3001/kustom')
  expect(stripe?.da?.hosts['script_url']).toBe('http://localhost:3001/stripe/dahlia/stripe.js')
  expect(walley?.da?.keys).toMatchObject({ store_b2c: expect.any(String), store_b2b: expect.any(String) })
})

it('accepts what people choose: spaces and letters of their language', () => {
  const env = {
    ...kustomKeys,
    KUSTOM_PASSWORD_SV: 'löst ord',
    ...walleyKeys,
    WALLEY_PROFILE_SV: 'Min profil',
  }
  const { kustom, walley } = readPaymentAccounts(env, null)
  expect([kustom?.sv?.keys['password'], walley?.sv?.keys['profile']]).toEqual(['löst ord', 'Min profil'])
})

it('makes an account of keys that staff have set, beside hosts and options of the environment', () => {
  const keys = { secret_key: 'sk_live_12345678' }
  expect(
    storedPaymentAccount({ STRIPE_METHODS_SV: 'card' }, { store: 'sv', provider: 'stripe', keys }),
  ).toMatchObject({ keys, options: { methods: 'card' } })
})

it.each([
  [{ KUSTOM_USERNAME_SV: 'K123' }, 'KUSTOM_PASSWORD_SV is required'],
  [{ KUSTOM_URL: 'http://api.kustom.co' }, 'KUSTOM_URL must be'],
  [{ WALLEY_CLIENT_ID_SV: 'id' }, 'WALLEY_CLIENT_SECRET_SV is required'],
  [{ WALLEY_STORE_B2C_SV: '1' }, 'WALLEY_CLIENT_ID_SV is required'],
  [
    { WALLEY_CLIENT_ID_SV: 'id', WALLEY_CLIENT_SECRET_SV: 's' },
    'WALLEY_STORE_B2C_SV or WALLEY_STORE_B2B_SV is required',
  ],
  [{ ...walleyKeys, WALLEY_STORE_B2C_SV: 'abc' }, 'WALLEY_STORE_B2C_SV has another form'],
  [{ WALLEY_URL: 'http://api.walleypay.com' }, 'WALLEY_URL must be'],
  [{ WALLEY_LOADER_URL: 'https://api.walleypay.com/js' }, 'WALLEY_LOADER_URL must be'],
  [{ STRIPE_SECRET_KEY_SV: 'sk_test_12345678' }, 'STRIPE_PUBLISHABLE_KEY_SV is required'],
  [{ ...stripeKeys, STRIPE_SECRET_KEY_SV: 'pk_test_12345678' }, 'STRIPE_SECRET_KEY_SV has another form'],
  // Swish takes the money before the goods are sent, which Denmark does not allow.
  [{ STRIPE_METHODS_DA: 'card,swish' }, 'STRIPE_METHODS_DA may list card, mobilepay, not swish.'],
])('refuses a part of an account, and values of another form: %o', (env, message) => {
  expect(() => readPaymentAccounts(env, null)).toThrow(message)
})
