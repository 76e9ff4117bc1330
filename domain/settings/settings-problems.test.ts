import { afterEach, describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { applySettings, storeFile } from '../stores/apply-settings.ts'
import {
  settingsOf,
  withSettings,
  type SettingsSection,
  type StoreSettings,
} from '../stores/store-settings.ts'
import { storeCodes, storePolicies, stores } from '../stores/stores.ts'
import { isIban } from './iban.ts'
import { settingsProblems } from './settings-problems.ts'

const file = settingsOf(storeFile('sv'))
const { store } = storeFile('sv')
const problems = <Section extends SettingsSection>(
  section: Section,
  change: Partial<StoreSettings[Section]>,
) => {
  const current = file[section]
  return settingsProblems(section, { ...current, ...change }, { store, current })
}

describe('settings over a store’s file', () => {
  afterEach(() => storeCodes.forEach((code) => applySettings(code, {})))

  it('change what they name, leave the rest, and give way again', () => {
    for (const code of storeCodes) {
      const before = { store: stores[code], policy: storePolicies[code] }
      expect(settingsOf(withSettings(before, settingsOf(before)))).toEqual(settingsOf(before))
      applySettings(code, { orders: { minimumMinor: minor(500_00) } })
      expect(stores[code]).toEqual({ ...before.store, minimumOrderMinor: 500_00 })
      expect(storePolicies[code]).toEqual(before.policy)
      applySettings(code, {})
      expect([stores[code], storePolicies[code]]).toEqual([before.store, before.policy])
    }
  })

  it('switch a method off without losing its prices, and know of none that older settings do not name', () => {
    const { shipping } = settingsOf(storeFile('sv'))
    const { 'budbee-home': home, ...others } = shipping
    const off = withSettings(storeFile('sv'), {
      shipping: { ...shipping, 'budbee-home': { ...home!, isOffered: false } },
    })
    expect(off.policy.shippingMethods.map(({ id }) => id)).toEqual(Object.keys(others))
    expect(settingsOf(off).shipping['budbee-home']).toEqual({ ...home, isOffered: false })
    const { isOffered: _, ...older } = home!
    const before = withSettings(storeFile('sv'), {
      shipping: { 'budbee-home': older as typeof home & object },
    })
    expect(settingsOf(before).shipping).toEqual(shipping)
  })

  it('keep a method that the settings do not know, and ignore one that is gone', () => {
    const [first, ...others] = storeFile('sv').policy.shippingMethods
    const price = {
      isOffered: true,
      priceMinor: minor(100),
      freeFromMinor: null,
      heavierMinor: first!.heavier.map(() => minor(200)),
    }
    const { policy } = withSettings(storeFile('sv'), { shipping: { [first!.id]: price, gone: price } })
    const [changed, ...same] = policy.shippingMethods
    expect(changed).toMatchObject({ id: first!.id, priceMinor: 100, freeFromMinor: null })
    expect(same).toEqual(others)
  })
})

describe('settings are refused', () => {
  it('in company data that no invoice or parcel may carry', () => {
    expect(problems('company', { name: ' ' })).toEqual({ name: 'required' })
    expect(problems('company', { email: 'nobody' })).toEqual({ email: 'email' })
    expect(problems('company', { phoneNumber: '08-123 456' })).toEqual({ phoneNumber: 'phone' })
    expect(problems('company', { postalCode: '1234' })).toEqual({ postalCode: 'postal_code' })
    expect(problems('company', { vatNumber: 'SE5590000000' })).toEqual({ vatNumber: 'vat_number' })
    expect(problems('company', { name: 'Batteri AB', phoneNumber: '+46 8 123 45 67' })).toEqual({})
  })

  it('in a bank account whose check digits are wrong', () => {
    expect(isIban('DE89 3704 0044 0532 0130 00')).toBe(true)
    expect(isIban('DE98 3704 0044 0532 0130 00')).toBe(false)
    const accounts = [{ label: 'IBAN', value: 'DE98 3704 0044 0532 0130 00' }]
    expect(problems('bank', { accounts })).toEqual({ 'accounts.0': 'iban' })
    expect(problems('bank', { accounts: [] })).toEqual({ accounts: 'required' })
  })

  it('in an address for dispatch that no carrier could use', () => {
    expect(problems('dispatch', { street: '' })).toEqual({ street: 'required' })
    expect(problems('dispatch', { postalCode: '1234' })).toEqual({ postalCode: 'postal_code' })
    expect(problems('dispatch', { countryCode: 'DK', postalCode: '2300' })).toEqual({})
    expect(problems('dispatch', { countryCode: 'XX' })).toEqual({ countryCode: 'country' })
    expect(problems('dispatch', { voecNumber: '20345' })).toEqual({ voecNumber: 'voec_number' })
    expect(problems('dispatch', { voecNumber: '2034567' })).toEqual({})
  })

  it('in days to pay and reminders that the law does not allow', () => {
    expect(problems('invoices', { privateDays: 13 })).toEqual({ privateDays: 'private_term' })
    expect(problems('invoices', { privateDays: 51 })).toEqual({ privateDays: 'private_term' })
    expect(problems('invoices', { privateDays: 50, businessDays: 60 })).toEqual({})
    expect(problems('invoices', { businessDays: 61 })).toEqual({ businessDays: 'business_term' })
    expect(problems('invoices', { reminderDays: [] })).toEqual({})
    for (const reminderDays of [[0], [21, 7], [7, 7], [91], [1, 2, 3, 4, 5]])
      expect(problems('invoices', { reminderDays })).toEqual({ reminderDays: 'reminder_days' })
  })

  it('in amounts that a buyer could not pay', () => {
    expect(problems('orders', { minimumMinor: minor(9950) })).toEqual({ minimumMinor: 'whole_units' })
    const [id = '', price] =
      Object.entries(file.shipping).find(([, each]) => each.heavierMinor.length > 0) ?? []
    expect(problems('shipping', { [id]: { ...price!, priceMinor: minor(9_999_00) } })).toEqual({
      [id]: 'lower',
    })
    expect(problems('shipping', { pigeon: price! })).toEqual({ pigeon: 'unknown_method' })
    expect(problems('shipping', { [id]: { ...price!, heavierMinor: [] } })).toEqual({
      [id]: 'heavier_prices',
    })
    const off = Object.entries(file.shipping).map(([name, each]) => [name, { ...each, isOffered: false }])
    expect(problems('shipping', Object.fromEntries(off))).toMatchObject({ [id]: 'none_offered' })
    const { guest } = file.credit
    expect(problems('credit', { guest: { ...guest, heldOrders: 0 } })).toEqual({ guest: 'lower' })
  })
})
