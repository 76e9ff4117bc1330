import { expect, it } from 'vitest'
import { missedQuery } from './missed-query.ts'

it('queries are counted in one spelling of case and spaces', () => {
  expect(missedQuery('  Litium   Batteri\t12V ')).toBe('litium batteri 12v')
  expect(missedQuery('ＡＡＡ')).toBe('aaa')
  expect(missedQuery('CR2032')).toBe('cr2032')
  expect(missedQuery('DC62-00024F')).toBe('dc62-00024f')
})

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
