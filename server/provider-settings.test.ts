import { expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { readKustomAccounts, refuseLiveKeys } from './provider-settings.ts'

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

it('refuses the simulator beside keys of any payment provider', () => {
  for (const name of ['KUSTOM_PASSWORD_SV', 'STRIPE_SECRET_KEY_NO', 'WALLEY_CLIENT_ID_B2C_DA'])
    expect(() => refuseLiveKeys({ [name]: 'x' })).toThrow(name)
  expect(() => refuseLiveKeys({ KUSTOM_URL: 'https://api.kustom.co', PORT: '3000' })).not.toThrow()
})
