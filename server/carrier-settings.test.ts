import { expect, it } from 'vitest'
import {
  readCallbackKeys,
  readCarrierAccounts,
  requireDescription,
  storedCarrierAccount,
} from './carrier-settings.ts'

const publicUrl = 'https://shop.example'
const read = (env: Record<string, string>) => readCarrierAccounts(env, { simulatorUrl: null, publicUrl })

it('reads the accounts of the carriers that have keys', () => {
  expect(read({})).toEqual({})
  expect(
    read({
      POSTNORD_API_KEY: 'p',
      POSTNORD_URL: 'https://atapi2.postnord.com',
      BRING_API_UID: 'u',
      BRING_API_KEY: 'b',
    }),
  ).toEqual({
    postnord: {
      keys: { api_key: 'p' },
      ofStores: {},
      hosts: { url: 'https://atapi2.postnord.com' },
      switches: [],
      publicUrl,
    },
    bring: {
      keys: { api_uid: 'u', api_key: 'b' },
      ofStores: {},
      hosts: { url: 'https://api.bring.com' },
      switches: [],
      publicUrl,
    },
  })
})

it('reads the keys of each store, hosts and switches', () => {
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
      BRING_API_UID: 'u',
      BRING_API_KEY: 'b',
      BRING_CUSTOMER_NO: '1',
      BRING_TEST: '1',
    }),
  ).toMatchObject({
    postnord: { keys: { application_id: '1438' }, ofStores: { sv: { customer: '20000001' } } },
    dhl: {
      hosts: { url: 'https://api.dhl.com', shipping_url: 'https://api-eu.dhl.com' },
      ofStores: {
        de: { username: 'user', password: 'secret', billing: '33333333330101', returns: 'anode' },
      },
    },
    bring: { ofStores: { no: { customer: '1' } }, switches: ['test'] },
  })
})

it.each([
  [{ POSTNORD_API_KEY: 'p', POSTNORD_CUSTOMER_SV: '20000001' }, 'POSTNORD_APPLICATION_ID is required'],
  [{ POSTNORD_API_KEY: 'p', POSTNORD_APPLICATION_ID: '1438' }, 'POSTNORD_CUSTOMER_… of a store is required'],
  [{ POSTNORD_CUSTOMER_SV: '20000001', POSTNORD_APPLICATION_ID: '1' }, 'POSTNORD_API_KEY is required'],
  [{ DHL_API_KEY: 'd', DHL_USERNAME_DE: 'user' }, 'DHL_PASSWORD_DE is required'],
  [{ BRING_API_UID: 'u', BRING_API_KEY: 'b', BRING_CUSTOMER_NO: 'x' }, 'BRING_CUSTOMER_NO has another form'],
  [{ BUDBEE_API_KEY: 'k' }, 'BUDBEE_API_SECRET is required'],
  [{ DHL_API_KEY: 'k', DHL_URL: 'http://api.dhl.com' }, 'DHL_URL must be'],
  [{ BUDBEE_URL: 'http://api.budbee.com' }, 'BUDBEE_URL must be'],
])('refuses a part of an account: %o', (env, message) => {
  expect(() => read(env)).toThrow(message)
})

it('makes an account of keys that staff have set for one store, beside hosts of the environment', () => {
  const values = { api_key: 'own', application_id: '7', customer: '30000001' }
  const env = { POSTNORD_URL: 'https://atapi2.postnord.com' }
  expect(storedCarrierAccount('postnord', { store: 'no', values }, env, publicUrl)).toEqual({
    keys: { api_key: 'own', application_id: '7' },
    ofStores: { no: { customer: '30000001' } },
    hosts: { url: 'https://atapi2.postnord.com' },
    switches: [],
    publicUrl,
  })
})

it('reads the keys with which a carrier reports deliveries, all or none', () => {
  const live = { isSimulated: false }
  expect(readCallbackKeys({}, live)).toEqual({})
  const env = { INSTABEE_EVENTS_USERNAME: 'u', INSTABEE_EVENTS_PASSWORD: 'p' }
  expect(readCallbackKeys(env, live)).toEqual({ instabee: { events_username: 'u', events_password: 'p' } })
  expect(() => readCallbackKeys({ INSTABEE_EVENTS_USERNAME: 'u' }, live)).toThrow(
    'INSTABEE_EVENTS_PASSWORD is required',
  )
})

it.each([
  ['no page of other countries', { SE: 'https://acme.example/{n}' }],
  ['a page that is a script', { other: 'javascript:alert("{n}")' }],
  ['a page without TLS', { other: 'http://acme.example/{n}' }],
  ['a page without the number', { other: 'https://acme.example/{n}', SE: 'https://acme.example/' }],
  ['no pages', undefined],
])('refuses to start with a carrier that has %s', (_what, trackingPages) => {
  const described = { keys: {}, hosts: { url: 'https://acme.example' }, trackingPages }
  expect(() => requireDescription('acme', described)).toThrow('carrier.server.ts of acme')
  requireDescription('acme', { ...described, trackingPages: { other: 'https://acme.example/{n}' } })
})

it('refuses to start with a carrier whose host is reached without TLS', () => {
  const trackingPages = { other: 'https://acme.example/{n}' }
  expect(() =>
    requireDescription('acme', { keys: {}, hosts: { url: 'http://a.example' }, trackingPages }),
  ).toThrow('url')
})
