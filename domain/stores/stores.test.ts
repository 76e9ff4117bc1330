import { describe, expect, it } from 'vitest'
import { shownCarriers } from '../shipping/shipping-methods.ts'
import { isPostalCode } from './postal-code.ts'
import { carrierLogos } from './store.ts'
import { isStoreCode, storeCodes, storeFromPath, stores } from './stores.ts'

const all = Object.values(stores)

describe('the four stores', () => {
  it('[ENTITY-01] are sv 7, no 8, de 9 and da 10, and no others', () => {
    expect(Object.fromEntries(all.map(({ code, storeId }) => [code, storeId]))).toEqual({
      sv: 7,
      no: 8,
      de: 9,
      da: 10,
    })
    expect([...storeCodes].sort()).toEqual(Object.keys(stores).sort())
    expect(['fi', 'SV', '', 7, null, 'toString'].filter(isStoreCode)).toEqual([])
  })

  it('[ENTITY-02] have their currency, language and country', () => {
    const facts = all.map((store) => [
      store.code,
      store.currency,
      store.iso,
      store.countryCode,
      store.country,
    ])
    expect(facts).toEqual([
      ['sv', 'SEK', 'sv-SE', 'SE', 'Sverige'],
      ['no', 'NOK', 'nb-NO', 'NO', 'Norge'],
      ['de', 'EUR', 'de-DE', 'DE', 'Deutschland'],
      ['da', 'DKK', 'da-DK', 'DK', 'Danmark'],
    ])
  })

  it('[CONST-05] show kronor without öre and euros with cents', () => {
    expect(Object.fromEntries(all.map((store) => [store.currency, store.currencyDigits]))).toEqual({
      SEK: 0,
      NOK: 0,
      DKK: 0,
      EUR: 2,
    })
  })

  it('[ENTITY-05] [VAT-02] show prices without VAT everywhere but in Germany', () => {
    expect(all.filter(({ allowExVat }) => !allowExVat).map(({ code }) => code)).toEqual(['de'])
  })

  it('[ENTITY-06] show the VAT and shipping notes in Germany only', () => {
    expect(all.filter((store) => store.showPriceDisclaimer).map(({ code }) => code)).toEqual(['de'])
    expect(all.filter((store) => store.showShippingInfo).map(({ code }) => code)).toEqual(['de'])
  })

  it('[ENTITY-09] show marks of known carriers', () => {
    for (const store of all) {
      expect(carrierLogos).toEqual(expect.arrayContaining(shownCarriers(store.code)))
      expect(shownCarriers(store.code).length).toBeGreaterThan(0)
    }
    expect(new Set(all.map(({ code }) => shownCarriers(code).join())).size).toBe(4)
  })

  it('[ENTITY-10] have their postal codes, mobile numbers and minimum order', () => {
    const examples = { sv: '111 52', no: '0150', de: '10115', da: '2100' }
    const mobiles = { sv: '0701234567', no: '41234567', de: '01512345678', da: '41234567' }
    for (const store of all) {
      expect(isPostalCode(examples[store.code], store)).toBe(true)
      expect(mobiles[store.code]).toMatch(store.mobilePattern)
      expect(store.minimumOrderMinor).toBeGreaterThanOrEqual(0)
    }
  })

  it('[MINORD-03] have a minimum order of 99 kr, 99 kr, 79 kr or 10 €', () => {
    expect(all.map((store) => store.minimumOrderMinor)).toEqual([9900, 9900, 1000, 7900])
  })

  it('[ROUTE-01] are identified by the first segment of an address, exactly', () => {
    expect(storeFromPath('/de/artiklar/x.html')?.code).toBe('de')
    expect(storeFromPath('/da')?.code).toBe('da')
    for (const path of ['/', '', '/fi', '/DE', '/svenska', '/.sv', '/__proto__/x'])
      expect(storeFromPath(path)).toBe(null)
  })
})
