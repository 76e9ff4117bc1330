import { describe, expect, it } from 'vitest'
import { readCostFile } from './cost-file.ts'

const read = (text: string | Uint8Array) =>
  readCostFile(typeof text === 'string' ? new TextEncoder().encode(text) : text)
function rowsOf(text: string) {
  const file = read(text)
  if (!file.ok) throw new Error(file.code)
  return file
}
const fault = (text: string | Uint8Array) => {
  const file = read(text)
  return !file.ok && 'fault' in file ? file.fault.code : null
}

describe('a file of purchase costs', () => {
  it.each([
    ['commas', 'sku,currency,cost\nA-1,SEK,12.50\nA-2,eur,"1299,5"\n'],
    ['semicolons and a byte order mark', '\uFEFFSKU;Currency;Cost\r\nA-1;SEK;12,5\r\nA-2;EUR;1 299,50\r\n'],
    [
      'tabs, other columns and blank lines',
      '\ncost\tname\tsku\tcurrency\n12.5\tX\tA-1\tSEK\n\n1299.5\tY\tA-2\tEUR',
    ],
  ])('is read with %s', (_name, text) => {
    const { rows, problems } = rowsOf(text)
    expect(problems).toEqual([])
    expect(rows.map(({ sku, currency, costMinor }) => [sku, currency, costMinor])).toEqual([
      ['A-1', 'SEK', 1250],
      ['A-2', 'EUR', 129_950],
    ])
  })

  it('names the line and the field of each problem', () => {
    const { rows, problems } = rowsOf(
      [
        'sku;currency;cost',
        'A-1;SEK;10',
        '',
        'a-1;SEK;11',
        ';SEK;1',
        'A-2;USD;1',
        'A-3;SEK;',
        'A-4;SEK;-1',
        'A-5;SEK;1.299',
        'A-6;SEK;=1+1',
        'A-7;SEK',
        'A-8;SEK;"1',
        'A-9;SEK;0.1234',
        'A-1;NOK;9',
      ].join('\n'),
    )
    expect(rows.map(({ row }) => row)).toEqual([2, 14])
    expect(problems.map(({ row, column, code }) => [row, column, code])).toEqual([
      [4, 'sku', 'duplicate_id'],
      [5, 'sku', 'missing'],
      [6, 'currency', 'unused_currency'],
      [7, 'cost', 'missing'],
      [8, 'cost', 'negative_amount'],
      [9, 'cost', 'ambiguous_amount'],
      [10, 'cost', 'bad_amount'],
      [11, null, 'too_few_fields'],
      [12, null, 'unclosed_quote'],
      [13, 'cost', 'bad_amount'],
    ])
  })

  it('is refused as a whole where it is no such file', () => {
    expect(fault('')).toBe('empty')
    expect(fault('\n \n')).toBe('blank')
    expect(fault('sku,cost\nA-1,1')).toBe('no_columns')
    expect(fault('sku,sku,currency,cost\nA-1,A-1,SEK,1')).toBe('column_twice')
    expect(fault('sku,currency,cost\n')).toBe('no_rows')
    expect(fault(Uint8Array.of(0x50, 0x4b, 3, 4))).toBe('archive')
    expect(fault(Uint8Array.of(0xff, 0xfe, 0x73, 0))).toBe('utf16')
    expect(read(`sku,currency,cost\n${'A,SEK,1\n'.repeat(50_001)}`)).toEqual({
      ok: false,
      code: 'too_many_rows',
    })
  })

  it('refuses rows that are not UTF-8', () => {
    const bytes = Uint8Array.from(Buffer.from('sku,currency,cost\nÅ-1,SEK,1\nA-2,SEK,1', 'latin1'))
    const file = read(bytes)
    expect(file).toMatchObject({
      ok: true,
      rows: [{ sku: 'A-2' }],
      problems: [{ row: 2, code: 'broken_utf8' }],
    })
  })
})
