import { describe, expect, it } from 'vitest'
import { readVatNumber, vatNumberOfCompany } from './vat-number.ts'

describe('a VAT number', () => {
  it.each([
    ['SE559000000001', { countryCode: 'SE', number: '559000000001' }],
    ['NO 923 609 016 MVA', { countryCode: 'NO', number: '923609016' }],
    ['de 136.695.976', { countryCode: 'DE', number: '136695976' }],
    ['DK13585628', { countryCode: 'DK', number: '13585628' }],
  ])('%s is well-formed', (text, expected) => {
    expect(readVatNumber(text)).toEqual(expected)
  })

  it.each([
    '',
    '559000000001',
    'SE559000000002',
    'NO123456789',
    'DE012345678',
    'DK1234567',
    'XX12345678',
    'DK13585628x',
  ])('%j is not', (text) => {
    expect(readVatNumber(text)).toBeNull()
  })

  it('follows from a company’s number, never from the masked number of a person', () => {
    expect(vatNumberOfCompany('SE', '5560360793')).toEqual({ countryCode: 'SE', number: '556036079301' })
    expect(vatNumberOfCompany('DE', 'DE136695976')).toEqual({ countryCode: 'DE', number: '136695976' })
    expect(vatNumberOfCompany('NO', '923609016')).toEqual({ countryCode: 'NO', number: '923609016' })
    expect(vatNumberOfCompany('SE', '********74')).toBeNull()
  })
})
