import fc from 'fast-check'
import { expect, it } from 'vitest'
import { asText, fromText, type AsText } from './sent-as-text.ts'

const none: ReadonlySet<never> = new Set()

/** The text as the browser receives it: a different string with the same characters, not in the cache. */
function received<T extends object>(text: AsText<T>): T {
  for (let n = 0; n < 8; n++) asText({ n }, none)
  return fromText(text)
}

it('restores what was written, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const plain = JSON.parse(JSON.stringify(value)) as object
      expect(received(asText(plain, none))).toEqual(plain)
      expect(received(asText({ list: [plain, plain, null] }, none))).toEqual({ list: [plain, plain, null] })
    }),
  )
  for (const text of ['`', '"`\\"', String.raw`\u0060`, '\\`', '</script>'])
    expect(received(asText({ [text]: [text, { text }] }, none))).toEqual({ [text]: [text, { text }] })
})

it('leaves undefined values out, and adds no backslash for a quote', () => {
  expect(asText({ name: 'AA', query: undefined, sizes: [1, 'LR6'] }, none)).toBe(
    '{`name`:`AA`,`sizes`:[1,`LR6`]}',
  )
})

it('passes the data on as it is where it is switched off', () => {
  const plain = { name: 'AA', sizes: [1, 'LR6'] }
  expect(fromText(asText(plain, new Set(['sent-as-text'])))).toBe(plain)
})
