import { expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { missingTexts, textsOf } from './texts.server.ts'

it.each(storeCodes)('%s has the same texts as the first store', (code) => {
  expect(missingTexts(textsOf('sv'), textsOf(code)), `missing in locales/${code}`).toEqual([])
  expect(missingTexts(textsOf(code), textsOf('sv')), `only in locales/${code}`).toEqual([])
})

it('names a missing text by its path', () => {
  expect(missingTexts({ a: { b: 'x', c: 'y' } }, { a: { b: 'x' } })).toEqual(['a.c'])
})
