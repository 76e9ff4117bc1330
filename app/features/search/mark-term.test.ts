import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markTerm } from './mark-term.ts'

const marked = (text: string, term: string) =>
  markTerm(text, term)
    .map(({ part, isMarked }) => (isMarked ? `[${part}]` : part))
    .join('')

it('marks what was typed where a word begins with it', () => {
  expect(marked('Hörapparatsbatteri 10 gul', 'hör gul')).toBe('[Hör]apparatsbatteri 10 [gul]')
  expect(marked('AAA-batteri, AA', 'aa aaa')).toBe('[AAA]-batteri, [AA]')
  expect(marked('Bärbar', 'bar')).toBe('Bärbar')
})

it('leaves the text unchanged for any other input', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, term) => {
      expect(
        markTerm(text, term)
          .map(({ part }) => part)
          .join(''),
      ).toBe(text)
    }),
  )
})
