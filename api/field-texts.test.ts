import { expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { fieldTexts } from './field-texts.ts'

it('names a missing field in every language, and says of a wrong one what is wrong', () => {
  const texts = storeCodes.map((store) => fieldTexts(store, { firstName: 'required', city: 'too_long' }))
  expect(Object.fromEntries(storeCodes.map((store, index) => [store, texts[index]!['firstName']]))).toEqual({
    sv: 'Fyll i ”Förnamn”.',
    no: 'Fyll ut «Fornavn».',
    de: 'Bitte füllen Sie „Vorname“ aus.',
    da: 'Udfyld ”Fornavn”.',
  })
  expect(texts[0]!['city']).toBe('Texten är för lång.')
})

it('names the fields of a company', () => {
  expect(fieldTexts('de', { organisationNumber: 'required', street: 'required' })).toEqual({
    organisationNumber: 'Bitte füllen Sie „USt-IdNr.“ aus.',
    street: 'Bitte füllen Sie „Straße und Hausnummer“ aus.',
  })
})

it('says of a missing choice what to choose', () => {
  expect(fieldTexts('sv', { servicePoint: 'required' })).toEqual({
    servicePoint: 'Välj ett utlämningsställe i listan.',
  })
})
