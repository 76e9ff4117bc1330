import { expect, it } from 'vitest'
import { choiceAttributeOf } from './choice-attribute.ts'

it.each([
  ['Size', 'size'],
  ['Storlek', 'size'],
  ['størrelse', 'size'],
  ['Größe', 'size'],
  ['Colour', 'color'],
  ['Färg', 'color'],
  ['Farve', 'color'],
  ['Länge', 'length'],
  ['Förpackning', 'pack'],
  ['Pakke', 'pack'],
  ['Antal celler', 'antal_celler'],
  ['2. val', 'option_2_val'],
  ['Price', 'option_price'],
])('the choice %s is the attribute %s', (name, code) => {
  expect(choiceAttributeOf(name).code).toBe(code)
})

it('names known attributes in the language of every store', () => {
  expect(choiceAttributeOf('Size').names).toEqual({
    sv: 'Storlek',
    no: 'Størrelse',
    de: 'Größe',
    da: 'Størrelse',
  })
  expect(choiceAttributeOf('Antal celler').names).toBeUndefined()
})
