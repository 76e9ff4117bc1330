import { describe, expect, it } from 'vitest'
import { accountProviders, type AccountProvider } from './account-provider.ts'
import { keyProblems, keysOf } from './provider-keys.server.ts'

describe('the keys of a carrier', () => {
  it.each<[AccountProvider, Record<string, string>]>([
    ['postnord', { api_key: 'key' }],
    ['postnord', { api_key: 'key', application_id: '1438', customer: '20000001' }],
    ['bring', { api_uid: 'lager@anode.example', api_key: 'key' }],
    ['bring', { api_uid: 'lager@anode.example', api_key: 'key', customer: '10000001' }],
    ['dhl', { api_key: 'key' }],
    ['dhl', { api_key: 'key', username: 'user', password: 'word', billing: '33333333330101' }],
    ['budbee', { api_key: 'key', api_secret: 'secret', collection: '12' }],
    ['instabee', { api_key: 'key' }],
  ])('of %s are enough for service points, or for parcels too: %o', (provider, values) => {
    expect(keyProblems(provider, values)).toEqual({})
  })

  it.each<[AccountProvider, Record<string, string>, Record<string, string>]>([
    ['postnord', {}, { api_key: 'required' }],
    ['postnord', { api_key: 'key', customer: '20000001' }, { application_id: 'required' }],
    ['postnord', { api_key: 'key', application_id: '1438' }, { customer: 'required' }],
    ['bring', { api_uid: 'user', api_key: 'key', customer: 'x' }, { customer: 'form' }],
    ['bring', { api_uid: 'us er', api_key: 'key' }, { api_uid: 'form' }],
    ['dhl', { api_key: 'key', username: 'user' }, { password: 'required', billing: 'required' }],
    [
      'dhl',
      { api_key: 'key', returns: 'Lager' },
      { username: 'required', password: 'required', billing: 'required' },
    ],
    ['dhl', { api_key: 'key', username: 'user', password: 'word', billing: '12' }, { billing: 'form' }],
    ['budbee', { api_key: 'key' }, { api_secret: 'required' }],
    ['instabee', { api_key: 'key', customer: '12' }, { customer: 'unknown_key' }],
  ])('of %s: %o is refused by name', (provider, values, problems) => {
    expect(keyProblems(provider, values)).toEqual(problems)
  })
})

it.each(accountProviders)('keys that those of %s need exist', (provider) => {
  const known = keysOf(provider)
  for (const { needs = [] } of Object.values(known))
    expect(Object.keys(known)).toEqual(expect.arrayContaining([...needs]))
})
