import { expect, it } from 'vitest'
import { hiddenRows } from './shown-columns.ts'

it.each([
  ['Aktiv', 'Ja', null],
  ['Aktiv', 'Nej', 'not_published'],
  ['Aktiv', 'perhaps', 'unclear_word'],
  ['Status', 'draft', 'not_published'],
  ['Status', 'new', null],
  ['PROD_HIDDEN', '0', null],
  ['PROD_HIDDEN', '1', 'not_published'],
  ['PROD_HIDDEN', '', null],
  ['Dold', 'perhaps', 'unclear_word'],
])('%s: %s', (column, cell, code) => {
  expect(hiddenRows(['SKU', column])(['A-1', cell])?.code ?? null).toBe(code)
})
