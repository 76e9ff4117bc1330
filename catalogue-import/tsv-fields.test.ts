import { expect, it } from 'vitest'
import type { FeedLine } from './feed-source.server.ts'
import { enclosed, joinedLines, splitCells } from './tsv-fields.ts'

const cells = (line: string, columns: number) => {
  const { fields, found } = splitCells(Buffer.from(line), columns)
  return [found, ...fields.map(String)]
}

it('reads cells as spreadsheets quote them, and other quotation marks as they are', () => {
  expect(cells('xt-1\t"Kabel 3,5"" svart, 2 m"\t129', 3)).toEqual([3, 'xt-1', 'Kabel 3,5" svart, 2 m', '129'])
  expect(cells('a\t19" rack\t"Best" buy\t"Best"', 4)).toEqual([4, 'a', '19" rack', '"Best" buy', '"Best"'])
  expect(cells('a\t"with a\ttab, and ""more"""\tb', 3)).toEqual([3, 'a', 'with a\ttab, and "more"', 'b'])
  expect(cells('a\t"19 inch\tb"\tc', 4)).toEqual([4, 'a', '"19 inch', 'b"', 'c'])
  for (const text of ['"a, b"', '"""a"""', '19"', 'a, b'])
    expect(cells(`x\t${enclosed(text)}`, 2)).toEqual([2, 'x', text])
})

it('joins the lines of a cell, and leaves lines that complete no row as they are', async () => {
  async function* lines(...texts: string[]): AsyncGenerator<FeedLine> {
    for (const text of texts) yield { bytes: Buffer.from(text), tooLong: false }
  }
  const joined = async (...texts: string[]) => {
    const rows: [string, number][] = []
    for await (const row of joinedLines(lines(...texts), () => ({ count: 3, isQuoted: false })))
      rows.push([String(row.bytes), row.lines])
    return rows
  }
  expect(await joined('a\t"one ""1""', 'two, ""2"" three"\tx', 'b\tc\td')).toEqual([
    ['a\t"one ""1""\ntwo, ""2"" three"\tx', 2],
    ['b\tc\td', 1],
  ])
  expect(await joined('a\t"short', 'b\tc\td', 'e\tf\tg')).toEqual([
    ['a\t"short', 1],
    ['b\tc\td', 1],
    ['e\tf\tg', 1],
  ])
  expect(await joined('a\tb\t"19 inch', 'c\td\te')).toEqual([
    ['a\tb\t"19 inch', 1],
    ['c\td\te', 1],
  ])
})
