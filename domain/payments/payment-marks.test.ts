import { expect, it } from 'vitest'
import { paymentLogos, storeCodes } from '../stores/stores.ts'
import { paymentProviderIds } from '../stores/payment-provider-id.ts'
import { paymentMarksOfStore, shownPayments } from './payment-marks.ts'

it('[CHROME-16] [ENTITY-09] show marks of configured payment methods only', () => {
  for (const store of storeCodes)
    expect(shownPayments(store, ['invoice'])).toEqual({ marks: [], invoice: true })
  expect(shownPayments('sv', ['walley_b2c', 'invoice']).marks).toEqual(['walley'])
  expect(shownPayments('de', ['stripe'])).toEqual({
    marks: ['visa', 'mastercard', 'amex', 'stripe'],
    invoice: false,
  })
  expect(shownPayments('no', ['klarna']).marks).toEqual(['vipps', 'kustom', 'visa', 'mastercard'])
})

it('[ENTITY-09] have a set of their own in each store, of known marks that some provider brings', () => {
  for (const store of storeCodes) {
    const marks = paymentMarksOfStore[store]
    expect(paymentLogos).toEqual(expect.arrayContaining([...marks]))
    expect(new Set(marks).size).toBe(marks.length)
    expect(shownPayments(store, paymentProviderIds).marks).toEqual(marks)
  }
  expect(new Set(storeCodes.map((store) => paymentMarksOfStore[store].join())).size).toBe(4)
})
