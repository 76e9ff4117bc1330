import { expect, it } from 'vitest'
import { storeCodes, storePolicies } from '../stores/stores.ts'
import { paymentProviderIds } from '../payment-methods/payment-methods.ts'
import { marksOf } from '../payment-methods/payment-methods.ts'
import { shownPayments } from './payment-marks.ts'
import { paymentLogos } from '../stores/store.ts'

it('[CHROME-16] [ENTITY-09] show marks of configured payment methods only', () => {
  for (const store of storeCodes)
    expect(shownPayments(store, ['invoice'])).toEqual({ marks: [], invoice: true })
  expect(shownPayments('sv', ['walley_b2c', 'invoice']).marks).toEqual(['walley'])
  expect(shownPayments('de', ['stripe'])).toEqual({
    marks: ['visa', 'mastercard', 'amex'],
    invoice: false,
  })
  expect(shownPayments('no', ['klarna']).marks).toEqual(['vipps', 'visa', 'mastercard', 'amex', 'kustom'])
})

it('[CHROME-16] are beside the methods of checkout that bring them', () => {
  const { marks } = shownPayments('sv', paymentProviderIds)
  expect(marksOf('stripe', ['card'], marks)).toEqual(['visa', 'mastercard', 'amex'])
  expect(marksOf('stripe', ['swish'], marks)).toEqual(['swish'])
  expect(marksOf('klarna', ['invoice', 'part_payment'], marks)).toEqual(['kustom'])
  expect(marksOf('klarna', ['swish', 'invoice'], marks)).toEqual(['swish', 'kustom'])
  expect(marksOf('walley_b2c', ['invoice'], marks)).toEqual(['walley'])
  expect(marksOf('invoice', ['invoice'], marks)).toEqual([])
  expect(marksOf('stripe', ['swish'], shownPayments('de', paymentProviderIds).marks)).toEqual([])
})

it('[ENTITY-09] are a separate set in each store, of known marks that some provider supports', () => {
  for (const store of storeCodes) {
    const marks = storePolicies[store].paymentMarks
    expect(paymentLogos).toEqual(expect.arrayContaining([...marks]))
    expect(new Set(marks).size).toBe(marks.length)
    expect(shownPayments(store, paymentProviderIds).marks).toEqual(marks)
  }
  expect(new Set(storeCodes.map((store) => storePolicies[store].paymentMarks.join())).size).toBe(4)
})
