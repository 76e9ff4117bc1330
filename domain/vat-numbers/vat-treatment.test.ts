import { describe, expect, it } from 'vitest'
import { storeCodes, stores } from '../stores/stores.ts'
import { vatTreatment, type Sale } from './vat-treatment.ts'

const countries = storeCodes.map((code) => stores[code].countryCode)
const sale = (from: string, to: string, more: Partial<Sale> = {}): Sale => ({
  from,
  to,
  buyer: 'business',
  hasValidVatNumber: true,
  isVoec: false,
  ...more,
})

describe('VAT of a sale', () => {
  it.each(countries)(
    'within %s is that of the country, also for a business with a valid number',
    (country) => {
      expect(vatTreatment(sale(country, country))).toBe('domestic')
      expect(vatTreatment(sale(country, country, { buyer: 'private', isVoec: true }))).toBe('domestic')
    },
  )

  it.each([
    ['SE', 'DE', 'intra_community', 'distance_sale'],
    ['SE', 'DK', 'intra_community', 'distance_sale'],
    ['DE', 'SE', 'intra_community', 'distance_sale'],
    ['DE', 'DK', 'intra_community', 'distance_sale'],
    ['DK', 'SE', 'intra_community', 'distance_sale'],
    ['DK', 'DE', 'intra_community', 'distance_sale'],
    ['SE', 'NO', 'export', 'export'],
    ['DE', 'NO', 'export', 'export'],
    ['DK', 'NO', 'export', 'export'],
    ['NO', 'SE', 'export', 'export'],
    ['NO', 'DE', 'export', 'export'],
    ['NO', 'DK', 'export', 'export'],
  ])('from %s to %s is %s for a business and %s for a consumer', (from, to, business, consumer) => {
    expect(vatTreatment(sale(from, to))).toBe(business)
    expect(vatTreatment(sale(from, to, { buyer: 'private' }))).toBe(consumer)
    // Without a confirmed number a business is treated as a consumer.
    expect(vatTreatment(sale(from, to, { hasValidVatNumber: false }))).toBe(consumer)
  })

  it('to a Norwegian consumer goes through VOEC where the seller is registered', () => {
    expect(vatTreatment(sale('SE', 'NO', { buyer: 'private', isVoec: true }))).toBe('voec')
    expect(vatTreatment(sale('SE', 'NO', { isVoec: true }))).toBe('export')
  })
})
