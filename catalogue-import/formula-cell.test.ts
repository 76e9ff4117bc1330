import fc from 'fast-check'
import { expect, it } from 'vitest'
import { harmlessCell, textOfCell } from './formula-cell.ts'

it('a cell that would be run as a formula begins with an apostrophe', () => {
  expect(harmlessCell('=1+1')).toBe("'=1+1")
  expect(harmlessCell('"=1+1"')).toBe(`'"=1+1"`)
  expect(harmlessCell('@SUM(A1)')).toBe("'@SUM(A1)")
  expect(harmlessCell('AA 8-pack')).toBe('AA 8-pack')
  expect(harmlessCell("'n Abend")).toBe("'n Abend")
})

it('every text is read from its cell as it was', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom("'", '"', '=', '-', 'a')).map((each) => each.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(textOfCell(harmlessCell(text))).toBe(text)
      expect(harmlessCell(text)).not.toMatch(/^"*[=+@-]/)
    }),
  )
})
