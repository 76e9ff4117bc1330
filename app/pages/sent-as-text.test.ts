import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asText, fromText, type AsText } from './sent-as-text.ts'

/** As the browser has it: another string with the same characters, and nothing remembered. */
function received<T extends object>(text: AsText<T>): T {
  for (let n = 0; n < 8; n++) asText({ n })
  return fromText(text)
}

it('gives back what was written, whatever its strings hold', () => {
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

it('leaves out what is not there, and takes no backslash for a quote', () => {
  expect(asText({ name: 'AA', query: undefined, sizes: [1, 'LR6'] })).toBe('{`name`:`AA`,`sizes`:[1,`LR6`]}')
})
