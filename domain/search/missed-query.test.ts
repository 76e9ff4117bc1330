import { expect, it } from 'vitest'
import { isGtin } from '../products/gtin.ts'
import { missedQuery } from './missed-query.ts'

/** The twelve digits with the check digit of an EAN-13. */
const withCheckDigit = (digits: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${digits}${digit}`).find(isGtin)!

it('queries are counted in one spelling of case and spaces', () => {
  expect(missedQuery('  Litium   Batteri\t12V ')).toBe('litium batteri 12v')
  expect(missedQuery('ＡＡＡ')).toBe('aaa')
  expect(missedQuery('CR2032')).toBe('cr2032')
  expect(missedQuery('DC62-00024F')).toBe('dc62-00024f')
})

it.each([
  ['Germany', '4008496559831'],
  ['Denmark', '5704514912842'],
  ['Sweden', '7315626010001'],
])('an article number of %s is counted', (_country, digits) => {
  const number = withCheckDigit(digits.slice(0, 12))
  expect(missedQuery(number)).toBe(number)
  const wrong = number.slice(0, 12) + String((Number(number.at(-1)) + 1) % 10)
  expect(missedQuery(wrong)).toBeNull()
  expect(missedQuery(`${number.slice(0, 1)} ${number.slice(1)}`)).toBeNull()
  expect(missedQuery(`anna ${number}`)).toBeNull()
})

it.each([
  ['a German mobile number with its country', '491511234567'],
  ['an Austrian one', '436641234567'],
  ['a Swedish one with 00', '004670123456'],
  ['a date of birth', '199001011234'],
  ['an Argentine mobile number', '549111234567'],
])('%s is not counted, with a right check digit either', (_name, digits) => {
  expect(missedQuery(withCheckDigit(digits))).toBeNull()
})

it.each(['96385074', '036000291452', '10614141000415'])(
  '%s, a GTIN of another length, is not counted',
  (number) => {
    expect(missedQuery(number)).toBeNull()
  },
)

it.each([
  'anna@example.se',
  'anna @ example',
  '070-123 45 67',
  '+47 22 12 34 56',
  '+49 (30) 1234567',
  '19900101-1234',
  '900101-1234',
  '010190-1234',
  '556677-8899',
  '12345678',
  'order 070/1234567',
  'a',
  '',
  '!?',
  'x'.repeat(101),
])('%s is not counted', (text) => {
  expect(missedQuery(text)).toBeNull()
})
