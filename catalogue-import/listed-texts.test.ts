import { expect, it } from 'vitest'
import fc from 'fast-check'
import { joinTexts, splitTexts } from './listed-texts.ts'

it('a list of texts is one cell, and the same list again', () => {
  expect(joinTexts(['Fram', '', String.raw`10 | 20 mm, C:\bilder`])).toBe(
    String.raw`Fram |  | 10 \| 20 mm, C:\\bilder`,
  )
  expect(splitTexts('Fram||Bak ')).toEqual(['Fram', '', 'Bak'])
  expect(splitTexts(String.raw`a\b \n`)).toEqual([String.raw`a\b \n`])
  expect(splitTexts(' ')).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.string().map((text) => text.trim())), (texts) => {
      const last = texts.findLastIndex((text) => text !== '')
      expect(splitTexts(joinTexts(texts))).toEqual(texts.slice(0, last + 1))
    }),
  )
})
