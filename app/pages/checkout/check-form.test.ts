import { describe, expect, it } from 'vitest'
import { stores, type StoreCode } from '../../../domain/stores/stores.ts'
import { checkForm, checkText, type CheckedPage } from './check-form.ts'
import { emptyForm } from './checkout-types.ts'

const page = (code: StoreCode = 'sv', part: Partial<CheckedPage> = {}): CheckedPage => ({
  store: stores[code],
  needsServicePoint: false,
  needsPostNumber: false,
  needsDelivery: true,
  needsPayment: true,
  now: Date.UTC(2026, 10, 20),
  ...part,
})
const filled = {
  ...emptyForm,
  email: 'a@b.se',
  phone: '0701234567',
  firstName: 'A',
  lastName: 'B',
  address: 'C 1',
  postalCode: '12345',
  city: 'D',
  shippingMethod: 'm',
  paymentMethod: 'invoice',
  identityNumber: '19811218-9876',
  acceptTerms: true,
}

describe('the form of checkout', () => {
  it('is valid when everything is filled in', () => {
    expect(checkForm(filled, page())).toEqual({})
  })

  it('names every missing field', () => {
    expect(Object.keys(checkForm(emptyForm, page())).sort()).toEqual([
      'acceptTerms',
      'address',
      'city',
      'email',
      'firstName',
      'lastName',
      'paymentMethod',
      'phone',
      'postalCode',
      'shippingMethod',
    ])
  })

  it('requires a company’s name for a company, and a service point for a collected parcel', () => {
    const form = { ...filled, customerType: 'business' as const, identityNumber: '556703-7485' }
    expect(checkForm(form, page('sv', { needsServicePoint: true }))).toMatchObject({
      companyName: 'form.missing',
      servicePoint: 'field.service_point',
    })
  })

  it('requires a DHL Postnummer of 6 to 10 digits for a Packstation, and not elsewhere', () => {
    const asks = page('sv', { needsPostNumber: true })
    const withNumber = (postNumber: string) => ({ ...filled, postNumber })
    expect(checkForm(filled, asks)).toEqual({ postNumber: 'field.post_number' })
    expect(checkForm(withNumber('12345'), asks)).toEqual({ postNumber: 'field.post_number' })
    expect(checkForm(withNumber('1234 567 890'), asks)).toEqual({})
    expect(checkForm(withNumber('12345'), page())).toEqual({})
  })

  it('requires no payment method and no number if nothing is to be paid', () => {
    const form = { ...filled, paymentMethod: '', identityNumber: '' }
    expect(checkForm(form, page('sv', { needsPayment: false }))).toEqual({})
  })

  it('accepts every plausible telephone number, and rejects every other text', () => {
    const phone = (code: StoreCode, text: string) =>
      checkText('phone', { ...filled, phone: text }, page(code))
    for (const [code, text] of [
      ['sv', '070-123 45 67'],
      ['sv', '08-446 810 30'],
      ['sv', '+49 151 23456789'],
      ['no', '41234567'],
      ['no', '02345'],
      ['de', '030 2555 8740'],
      ['da', '+45 41 23 45 67'],
    ] as const)
      expect([text, phone(code, text)]).toEqual([text, null])
    for (const text of ['07012', 'ring mig', '070-123 45 67 hemma', '+'.repeat(9)])
      expect([text, phone('sv', text)]).toEqual([text, 'field.phone'])
  })

  it('distinguishes a person too young for an invoice from an invalid date', () => {
    const born = (text: string) =>
      checkForm({ ...filled, postalCode: '10115', identityNumber: text }, page('de')).identityNumber
    expect(born('31.12.1980')).toBeUndefined()
    expect(born('31.12.2015')).toBe('field.too_young')
    expect(born('31.02.1980')).toBe('field.identity_number')
  })
})
