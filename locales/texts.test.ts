import { expect, it } from 'vitest'
import { storeCodes } from '../domain/stores/stores.ts'
import { missingTexts, stringsOf, textsOf } from './texts.server.ts'

it.each(storeCodes)('%s has the same texts as the first store', (code) => {
  expect(missingTexts(textsOf('sv'), textsOf(code)), `missing in locales/${code}`).toEqual([])
  expect(missingTexts(textsOf(code), textsOf('sv')), `only in locales/${code}`).toEqual([])
})

it('keeps "e-post" and "E-Mail" on one line in sentences, and leaves labels as they are typed', () => {
  expect(stringsOf('sv')['withdraw.lead']).toContain('med e-\u2060post')
  expect(stringsOf('de')['subscription.cancel_text']).toContain('per E-\u2060Mail')
  expect(stringsOf('da')['subscription.cancel_text']).toContain('på e-\u2060mail')
  for (const code of storeCodes) expect(stringsOf(code)['form.email']).not.toContain('\u2060')
})

it('names a missing text by its path', () => {
  expect(missingTexts({ a: { b: 'x', c: 'y' } }, { a: { b: 'x' } })).toEqual(['a.c'])
})
