import { describe, expect, it } from 'vitest'
import { isEmail, normalizeEmail } from './email.ts'
import { isMobileNumber, nationalNumber } from './mobile-number.ts'
import { isPostalCode, normalizePostalCode, postalCodeText } from './postal-code.ts'
import { stores, type StoreCode } from './stores.ts'

const postal = (code: StoreCode, ...texts: string[]) => texts.map((text) => isPostalCode(text, stores[code]))
const mobile = (code: StoreCode, ...texts: string[]) =>
  texts.map((text) => isMobileNumber(text, stores[code]))

describe('postal codes', () => {
  it('[VALID-03] Sweden: five digits, a space at most after the third', () => {
    const answers = postal('sv', '12345', '123 45', '1234', '12 345', '123456')
    expect(answers).toEqual([true, true, false, false, false])
    expect(normalizePostalCode(' 123 45 ', stores.sv)).toBe('12345')
    expect(normalizePostalCode('12 345', stores.sv)).toBe(null)
  })

  it('are shown as the country writes them', () => {
    const shown = (code: StoreCode, text: string) => postalCodeText(text, stores[code])
    expect([shown('sv', '12345'), shown('sv', '123 45'), shown('sv', '1234')]).toEqual([
      '123 45',
      '123 45',
      '1234',
    ])
    expect([shown('no', '0581'), shown('da', '2300'), shown('de', '10115')]).toEqual([
      '0581',
      '2300',
      '10115',
    ])
  })

  it('[VALID-04] Norway and Denmark: four digits', () => {
    for (const code of ['no', 'da'] as const) {
      expect(postal(code, '0150', '150', '12345')).toEqual([true, false, false])
    }
  })

  it('[VALID-05] Germany: five digits', () => {
    expect(postal('de', '10115', '1011', '101 15')).toEqual([true, false, false])
  })
})

describe('mobile numbers', () => {
  it('[VALID-06] Sweden: ten digits from 07, spaces and hyphens ignored', () => {
    expect(mobile('sv', '0701234567', '070-123 45 67', '0812345678', '070123456')).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(nationalNumber('+46 70 123 45 67', stores.sv)).toBe('0701234567')
  })

  it('[VALID-07] Norway and Denmark: eight digits from 4 or 9', () => {
    for (const code of ['no', 'da'] as const) {
      expect(mobile(code, '41234567', '91234567', '21234567', '4123456')).toEqual([true, true, false, false])
    }
    expect(mobile('no', '+4791234567', '0047 912 34 567')).toEqual([true, true])
  })

  it('[VALID-08] Germany: 11 to 12 digits from 015, 016 or 017', () => {
    expect(mobile('de', '01512345678', '01712345678', '01812345678', '016123456789')).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect(mobile('de', '+49 (0)151 2345678')).toEqual([true])
  })
})

describe('e-mail addresses', () => {
  it('[VALID-14] one @, something before it, a domain with a dot, trimmed', () => {
    expect(['a@b.se', 'a@b', 'a b@c.se', ' a@b.se ', '@b.se', 'a@@b.se', 'a@b.'].map(isEmail)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      false,
    ])
    expect(normalizeEmail(' Kim@Example.SE ')).toBe('kim@example.se')
  })

  it.each([
    '<a@b.se',
    'a@b.se>',
    'a@b<.se',
    '"a"@b.se',
    'a(b)@c.se',
    'a,b@c.se',
    'a;@c.se',
    'a\u200b@c.se',
    'a@b\u00ad.se',
    'a\u0001@c.se',
  ])('[VALID-14] %j is none: it would be another spelling of an address', (text) =>
    expect(normalizeEmail(text)).toBe(null),
  )

  it.each(["o'brien+shop@b.se", 'a.b-c_d=e@b.co.uk', 'jörg@müller.de'])('[VALID-14] %j is one', (text) =>
    expect(normalizeEmail(text)).toBe(text),
  )
})
