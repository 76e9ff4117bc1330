import { expect, it } from 'vitest'
import { storeOfLanguages } from './store-of-languages.ts'

it.each([
  ['da-DK,da;q=0.9,en;q=0.8', 'da'],
  ['en-GB, de;q=0.5, sv;q=0.7', 'sv'],
  ['nn', 'no'],
  ['NB-no', 'no'],
  ['sv;q=0, de;q=0.1', 'de'],
  ['en, fr;q=0.9', null],
  ['sv;q=x', null],
  ['*', null],
  ['', null],
  [undefined, null],
])('the header %s prefers the store %s', (header, store) => {
  expect(storeOfLanguages(header)).toBe(store)
})
