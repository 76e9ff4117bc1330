import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asText, fromText, type AsText } from './sent-as-text.ts'

/** The text as the browser receives it: a different string with the same characters, not in the cache. */
function received<T extends object>(text: AsText<T>): T {
  for (let n = 0; n < 8; n++) asText({ n })
  return fromText(text)
}

it('restores what was written, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as object
      expect(received(asText(plain))).toEqual(plain)
      expect(received(asText({ list: [plain, plain, null] }))).toEqual({ list: [plain, plain, null] })
    }),
  )
  for (const text of ['`', '"`\\"', String.raw`\u0060`, '\\`', '</script>'])
    expect(received(asText({ [text]: [text, { text }] }))).toEqual({ [text]: [text, { text }] })
})

it('leaves undefined values out, and adds no backslash for a quote', () => {
  expect(asText({ name: 'AA', query: undefined, sizes: [1, 'LR6'] })).toBe('{`name`:`AA`,`sizes`:[1,`LR6`]}')
})
