import { expect, it } from 'vitest'
import { attributeName } from './attribute-name.ts'

it('names an attribute in the language of the person, in English by its code without the unit', () => {
  const length = { code: 'length_mm', unit: 'mm', names: { sv: 'Längd' } }
  expect(attributeName(length, 'sv')).toBe('Längd')
  expect(attributeName(length, 'en')).toBe('Length')
  expect(attributeName({ code: 'voltage_v', unit: 'V', names: {} }, 'en')).toBe('Voltage')
  expect(attributeName({ code: 'cold_start_a', unit: 'A (EN)', names: {} }, 'en')).toBe('Cold start a')
  expect(attributeName({ code: 'base_form', unit: null, names: {} }, 'en')).toBe('Base form')
  expect(attributeName({ code: 'iec_code', unit: null, names: {} }, 'en')).toBe('IEC code')
})
