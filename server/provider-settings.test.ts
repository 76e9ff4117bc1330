import { expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import {
  readCarrierAccounts,
  readKustomAccounts,
  readWalleyAccounts,
  refuseLiveKeys,
} from './provider-settings.ts'

it('reads an account of Kustom for each store that has keys', () => {
  const keys = { KUSTOM_USERNAME_SV: 'K123', KUSTOM_PASSWORD_SV: 'secret' }
  expect(readKustomAccounts(keys, null)).toEqual({
    sv: { url: 'https://api.kustom.co', username: 'K123', password: 'secret' },
  })
  const playground = { ...keys, KUSTOM_URL: 'https://api.playground.kustom.co' }
  expect(readKustomAccounts(playground, null).sv?.url).toBe('https://api.playground.kustom.co')
  expect(readKustomAccounts({}, null)).toEqual({})
})

it('uses the accounts of the simulator with the simulator', () => {
  const accounts = readKustomAccounts({}, 'http://localhost:3001')
  expect(Object.keys(accounts)).toEqual(storeCodes)
  expect(accounts.sv?.url).toBe('http://localhost:3001/kustom')
})

it('refuses half of an account, and an address that is not encrypted', () => {
  expect(() => readKustomAccounts({ KUSTOM_USERNAME_SV: 'K123' }, null)).toThrow(
    'KUSTOM_PASSWORD_SV is required: KUSTOM_USERNAME_SV and KUSTOM_PASSWORD_SV belong together.',
  )
  expect(() => readKustomAccounts({ KUSTOM_URL: 'http://api.kustom.co' }, null)).toThrow('KUSTOM_URL must be')
})

it('reads an account of Walley for each store that has keys, with the customer types that it has', () => {
  const keys = { WALLEY_CLIENT_ID_SV: 'id', WALLEY_CLIENT_SECRET_SV: 'secret', WALLEY_STORE_B2B_SV: '124' }
  const url = 'https://api.walleypay.com'
  const account = { url, loaderUrl: url, clientId: 'id', clientSecret: 'secret', profile: null }
  expect(readWalleyAccounts(keys, null)).toEqual({ sv: { ...account, storeIds: { b2b: 124 } } })
  const more = { ...keys, WALLEY_STORE_B2C_SV: '123', WALLEY_PROFILE_SV: 'Shop' }
  expect(readWalleyAccounts(more, null).sv).toEqual({
    ...account,
    storeIds: { b2c: 123, b2b: 124 },
    profile: 'Shop',
  })
  const test = { ...keys, WALLEY_URL: 'https://api.uat.walleydev.com' }
  expect(readWalleyAccounts(test, null).sv).toMatchObject({ loaderUrl: 'https://api.uat.walleydev.com' })
  expect(readWalleyAccounts({}, null)).toEqual({})
  expect(readWalleyAccounts({}, 'http://localhost:3001').da).toMatchObject({
    url: 'http://localhost:3001/walley',
    storeIds: { b2c: expect.any(Number), b2b: expect.any(Number) },
  })
})

it.each([
  [{ WALLEY_CLIENT_ID_SV: 'id' }, 'WALLEY_CLIENT_SECRET_SV is required'],
  [{ WALLEY_STORE_B2C_SV: '1' }, 'WALLEY_CLIENT_ID_SV is required'],
  [{ WALLEY_CLIENT_ID_SV: 'id', WALLEY_CLIENT_SECRET_SV: 's' }, 'WALLEY_STORE_B2C_SV or WALLEY_STORE_B2B_SV'],
  [{ WALLEY_STORE_B2C_SV: 'abc' }, 'WALLEY_STORE_B2C_SV must be the number'],
  [{ WALLEY_URL: 'http://api.walleypay.com' }, 'WALLEY_URL must be'],
  [{ WALLEY_LOADER_URL: 'https://api.walleypay.com/js' }, 'WALLEY_LOADER_URL must be'],
])('refuses a part of an account of Walley: %o', (env, message) => {
  expect(() => readWalleyAccounts(env, null)).toThrow(message)
})

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

it('reads the accounts of the carriers that have keys', () => {
  const publicUrl = 'https://shop.example'
  const read = (env: Record<string, string>) => readCarrierAccounts(env, { simulatorUrl: null, publicUrl })
  expect(read({})).toEqual({})
  expect(
    read({
      POSTNORD_API_KEY: 'p',
      POSTNORD_URL: 'https://atapi2.postnord.com',
      BRING_API_UID: 'u',
      BRING_API_KEY: 'b',
    }),
  ).toEqual({
    postnord: { url: 'https://atapi2.postnord.com', apiKey: 'p' },
    bring: { url: 'https://api.bring.com', uid: 'u', apiKey: 'b', clientUrl: publicUrl },
  })
  expect(
    read({
      POSTNORD_API_KEY: 'p',
      POSTNORD_APPLICATION_ID: '1438',
      POSTNORD_CUSTOMER_SV: '20000001',
      DHL_API_KEY: 'd',
      DHL_USERNAME_DE: 'user',
      DHL_PASSWORD_DE: 'secret',
      DHL_BILLING_DE: '33333333330101',
      DHL_RETURNS_DE: 'anode',
      BUDBEE_API_KEY: 'k',
      BUDBEE_API_SECRET: 's',
      BUDBEE_COLLECTION_DA: '12',
    }),
  ).toMatchObject({
    postnord: { booking: { applicationId: 1438, customers: { sv: '20000001' } } },
    dhl: {
      url: 'https://api.dhl.com',
      booking: {
        url: 'https://api-eu.dhl.com',
        contracts: {
          de: {
            username: 'user',
            billingNumber: '33333333330101',
            internationalBillingNumber: null,
            returnReceiver: 'anode',
          },
        },
      },
    },
    budbee: { booking: { collectionIds: { da: 12 } } },
  })
  expect(() => read({ POSTNORD_API_KEY: 'p', POSTNORD_CUSTOMER_SV: '20000001' })).toThrow(
    'POSTNORD_APPLICATION_ID',
  )
  expect(() => read({ DHL_API_KEY: 'd', DHL_USERNAME_DE: 'user' })).toThrow('DHL_PASSWORD_DE is required')
  expect(() => read({ BRING_API_UID: 'u', BRING_API_KEY: 'b', BRING_CUSTOMER_NO: 'x' })).toThrow(
    'BRING_CUSTOMER_NO has another form',
  )
  expect(() => read({ BUDBEE_API_KEY: 'k' })).toThrow('BUDBEE_API_SECRET is required')
  expect(() => read({ DHL_API_KEY: 'k', DHL_URL: 'http://api.dhl.com' })).toThrow('DHL_URL must be')
})
