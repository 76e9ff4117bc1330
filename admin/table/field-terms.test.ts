import { expect, it } from 'vitest'
import { describeFields, readFields, writeFields } from './field-terms.ts'

it('wanted values of fields are one text of the address, and are read again', () => {
  const terms = { care: ['=Torkas, 100 %'], wood: ['=oak', '=ash'], length: ['10..20'] }
  const text = writeFields(terms)
  expect(text).toBe('care:=Torkas%2C 100 %25,wood:=oak,wood:=ash,length:10..20')
  expect({ ...readFields(text) }).toEqual(terms)
  expect(readFields('constructor:=x')['constructor']).toEqual(['=x'])
  const fields = [
    { key: 'wood', label: 'Trä', kind: 'choice', options: [{ value: 'oak', label: 'Ek' }] },
    { key: 'length', label: 'Längd (mm)', kind: 'number', options: [] },
  ] as const
  expect(describeFields(fields, 'wood:=oak,wood:=ash,length:10..')).toBe('Trä: Ek, ash, Längd (mm): 10 – ')
})
