import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReferenceScheme } from '../stores/store.ts'
import { paymentReference, readPaymentReference } from './payment-reference.ts'

/** Published examples and calculations by hand: scheme, invoice number, reference. */
const examples: [ReferenceScheme, number, string][] = [
  ['ocr', 1234, '12344'],
  ['kid', 1234, '12344'],
  // giro-kort.dk prints number 1 as 18 and number 2 as 26.
  ['fik', 1, '000000000000018'],
  ['fik', 2, '000000000000026'],
  // The usual example of Luhn's algorithm.
  ['ocr', 7_992_739_871, '79927398713'],
  ['fik', 1234, '000000000012344'],
  ['rf', 1234, 'RF541234'],
  // The example of ISO 11649.
  ['rf', 539_007_547_034, 'RF18539007547034'],
  ['text', 1234, '1234'],
]

it.each(examples)('the %s reference of invoice %d is %s', (scheme, number, reference) => {
  expect(paymentReference(scheme, number)).toBe(reference)
})

const schemes: ReferenceScheme[] = ['ocr', 'kid', 'fik', 'rf', 'text']

it('every reference is read back to its number, and no single wrong digit passes', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...schemes),
      fc.integer({ min: 1, max: 2 ** 31 - 1 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      (scheme, number, position, change) => {
        const reference = paymentReference(scheme, number)
        if (scheme === 'text') return
        expect(readPaymentReference(scheme, reference)).toBe(number)
        expect(readPaymentReference(scheme, ` ${reference.slice(0, 4)} ${reference.slice(4)}`)).toBe(number)
        const start = scheme === 'rf' ? 2 : 0
        const at = start + (position % (reference.length - start))
        const wrong = `${reference.slice(0, at)}${(Number(reference[at]) + change) % 10}${reference.slice(at + 1)}`
        expect(readPaymentReference(scheme, wrong)).toBeNull()
      },
    ),
  )
})

it('references are read in the forms that banks report', () => {
  for (const text of [
    '000000000012344',
    '71000000000012344',
    '+71<000000000012344',
    '+71<000000000012344+00000000<',
    '+75<0000000000012344+00000000<',
  ])
    expect(readPaymentReference('fik', text)).toBe(1234)
  expect(readPaymentReference('ocr', '0000012344')).toBe(1234)
  expect(readPaymentReference('rf', 'rf54 1234')).toBe(1234)
  for (const [scheme, text] of [
    ['ocr', '12345'],
    ['ocr', 'FAKTURA'],
    ['ocr', ''],
    ['kid', '00'],
    ['fik', '12344'],
    ['rf', '1234'],
    ['rf', 'RF'],
    ['text', '0'],
  ] as const)
    expect(readPaymentReference(scheme, text)).toBeNull()
})
