/** Tables in every encoding and separator that programs write. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import type { FeedFault } from './feed-fault.ts'
import { readTableFeed } from './table-feed.server.ts'
import { readTable, readTableStart } from './table-source.server.ts'
import type { TableRow } from './table.ts'
import { detectEncoding, utf8Chunks, type TextEncoding } from './text-encoding.server.ts'
import { tablePresets } from './table-presets.ts'

const spectrumFolder = join(import.meta.dirname, '../node_modules/csv-spectrum/csvs')

/** Chunks as small as `size`, so that every character and line end is cut somewhere. */
async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function table(bytes: Buffer, size = bytes.length) {
  const encoding = detectEncoding(bytes.subarray(0, 65_536))
  const start = await readTableStart(utf8Chunks(chunksOf(bytes, size), encoding))
  const [cut] = start.cuts
  if (!cut) throw new Error('There is no header.')
  const { separator } = cut
  const [header] = cut.rows
  const columns = header!.cells.map((cell) => cell.trim())
  const rows: TableRow[] = []
  for await (const row of readTable(start.chunks, { separator, columns, row: header!.number }).rows)
    rows.push(row)
  return { encoding, separator, columns, rows }
}

const cellsOf = async (text: string) => (await table(Buffer.from(text))).rows.map(({ cells }) => cells)

const encoded: Record<string, { encoding: TextEncoding; write: (text: string) => Buffer }> = {
  'UTF-8': { encoding: 'utf-8', write: (text) => Buffer.from(text) },
  'UTF-8 with BOM': { encoding: 'utf-8', write: (text) => Buffer.from(`\uFEFF${text}`) },
  'UTF-16LE': { encoding: 'utf-16le', write: (text) => Buffer.from(text, 'utf16le') },
  'UTF-16LE with BOM': { encoding: 'utf-16le', write: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le') },
  'UTF-16BE': { encoding: 'utf-16be', write: (text) => Buffer.from(text, 'utf16le').swap16() },
  'UTF-16BE with BOM': {
    encoding: 'utf-16be',
    write: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  },
  'Windows-1252': {
    encoding: 'windows-1252',
    write: (text) => Buffer.from(text.replaceAll('€', '\u0080'), 'latin1'),
  },
}

describe.each(Object.keys(encoded))('a table in %s', (name) => {
  const { encoding, write } = encoded[name]!
  it.each([',', ';', '\t', '|'] as const)('separated by "%s"', async (separator) => {
    const text = ['Nr,Benämning,Not', '1,"Säkring, ""trög""\r\n2 A",5 €', '', '2,Ö', ''].join('\r\n')
    const bytes = write(text.replace(/,(?! )/g, separator))
    for (const size of [bytes.length, 7, 1]) {
      expect(await table(bytes, size)).toEqual({
        encoding,
        separator,
        columns: ['Nr', 'Benämning', 'Not'],
        rows: [
          { row: 2, line: 2, bytes: 26, cells: ['1', 'Säkring, "trög"\n2 A', '5 €'] },
          { row: 4, line: 5, bytes: 4, cells: ['2', 'Ö', ''] },
        ],
      })
    }
  })
})

describe('a table', () => {
  it('has lines that end with CR alone', async () => {
    expect(await cellsOf('a,b\r1,2\r3,4')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('has a separator inside a quoted name of a column', async () => {
    const { columns, separator } = await table(Buffer.from('"a,b,c,d";"e\nf";g\n1;2;3\n'))
    expect({ columns, separator }).toEqual({ columns: ['a,b,c,d', 'e\nf', 'g'], separator: ';' })
  })

  it('refuses a row with more cells than columns, unless they are empty', async () => {
    const { rows } = await table(Buffer.from('a,b\n1,2,,\n3,4,5\n,,\n6\n'))
    expect(rows).toMatchObject([
      { row: 2, cells: ['1', '2'] },
      { row: 3, cells: ['3', '4'], refused: { code: 'too_many_fields', detail: { values: { found: 3 } } } },
      { row: 5, line: 5, cells: ['6', ''] },
    ])
    expect(rows.map(({ refused }) => refused?.code)).toEqual([undefined, 'too_many_fields', undefined])
  })

  it('keeps a quotation mark inside of a cell', async () => {
    expect(await cellsOf('a,b\nKabel 3,5" svart\n"x" y,z\n')).toEqual([
      ['Kabel 3', '5" svart'],
      ['"x" y', 'z'],
    ])
  })

  it('whose first letter outside of ASCII comes far behind its beginning is read as what it is', async () => {
    const ascii = `a,b\n${'1,2\n'.repeat(50_000)}`
    const last = async (bytes: Buffer) => (await table(bytes, 65_536)).rows.at(-1)?.cells
    expect(await last(Buffer.from(`${ascii}3,ö\n`, 'latin1'))).toEqual(['3', 'ö'])
    expect(await last(Buffer.from(`${ascii}3,ö\n`))).toEqual(['3', 'ö'])
  })

  it('of UTF-8 stays UTF-8 where single bytes are damaged', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n1,ö\n2,'), Buffer.of(0xf6), Buffer.from('\n')])
    expect((await table(bytes)).rows.map(({ cells }) => cells[1])).toEqual(['ö', '\uFFFD'])
  })
})

/** The JSON of one case is of another file than its CSV; its coordinates are no UTF-8. */
const spectrum = readdirSync(spectrumFolder).filter((name) => name !== 'location_coordinates.csv')

describe('csv-spectrum', () => {
  it.each(spectrum)('%s', async (name) => {
    const bytes = readFileSync(join(spectrumFolder, name))
    const json = readFileSync(join(spectrumFolder, '../json', name.replace(/csv$/, 'json')), 'utf8')
    const expected = JSON.parse(json.replaceAll('\\r\\n', '\\n')) as Record<string, string>[]
    for (const size of [bytes.length, 1]) {
      const { columns, rows } = await table(bytes, size)
      const found = rows.map(({ cells }) =>
        Object.fromEntries(columns.map((column, at) => [column, cells[at]])),
      )
      expect(found).toEqual(expected)
    }
  })
})

const header = 'id,title,price,availability\n'

async function feed(text: string): Promise<CatalogueRow[]> {
  const rows: CatalogueRow[] = []
  const read = await readTableFeed(chunksOf(Buffer.from(text), 65_536), {
    encoding: 'utf-8',
    store: stores.sv,
    presets: tablePresets,
  })
  for await (const row of read.rows) rows.push(row)
  return rows
}

describe('the header of a table', () => {
  const row = 'A1;Kabel;5,00;3'
  it.each([
    // A spreadsheet shows no row for it.
    ['sep=;\r\nArt.nr;Namn;Pris;Saldo', 3, 2],
    ['\uFEFFsep=;\nArt.nr;Namn;Pris;Saldo', 3, 2],
    ['Prislista 2026, giltig från "1 maj"\n\n;;;\nUppdaterad;2026-11-20\nArt.nr;Namn;Pris;Saldo', 6],
    [`${'Villkor, se baksidan\n'.repeat(19)}Art.nr;Namn;Pris;Saldo`, 21],
    ['"Art. Nr";"NAMN";" Pris ";saldo', 2],
    ['ART_NR;Namn;pris_inkl_moms;Lager-Saldo', 2],
    ['\u200BArt.nr\u00a0;Namn;Pris;Saldo;;', 2],
  ])('is found in %j', async (text, line, number = line) => {
    expect(await feed(`${text}\n${row}\n`)).toMatchObject([{ row: number, line, feed: { sku: 'A1' } }])
  })

  it('is not looked for beyond twenty rows', async () => {
    await expect(feed(`${'a;b\n'.repeat(20)}Art.nr;Namn;Pris;Saldo\n${row}\n`)).rejects.toMatchObject({
      code: 'no_columns',
    })
  })

  it('of a feed may have titles above it, too', async () => {
    expect(await feed('Our feed\nid\ttitle\tprice\tavailability\nA1\tCell\t5 SEK\tin_stock\n')).toMatchObject(
      [{ row: 3, line: 3, feed: { sku: 'A1' } }],
    )
  })
})

describe('a gigabyte of one cell', () => {
  it.each([
    ['quoted', `${header}"`],
    ['without quotation marks', `${header}A1,`],
    ['in the header', 'id,'],
    ['after tabs', 'id\ttitle\tprice\tavailability\nA1\t'],
  ])('%s is given up after a few megabytes', async (_name, start) => {
    let megabytes = 0
    async function* endless() {
      yield Buffer.from(start)
      for (; megabytes < 1024; megabytes += 1) yield Buffer.alloc(1024 * 1024, 'x')
    }
    const reading = async () => {
      const codes: (string | undefined)[] = []
      for await (const { refused } of (
        await readTableFeed(endless(), { encoding: 'utf-8', store: stores.sv, presets: tablePresets })
      ).rows)
        codes.push(refused?.code)
      return codes
    }
    const outcome = await reading().catch((error: unknown) => (error as FeedFault).code)
    // A tab-separated row is measured to its end without being held.
    if (start.includes('\t')) expect(outcome).toEqual(['row_too_long'])
    else {
      expect(['endless_text', 'no_columns']).toContain(outcome)
      expect(megabytes).toBeLessThan(8)
    }
  })
})

describe('a hostile table', () => {
  it('gives the rows before a quotation mark that is not closed', async () => {
    const rows: CatalogueRow[] = []
    const read = await readTableFeed(chunksOf(Buffer.from(`${header}A1,Cell,5 SEK,in_stock\n"A2,x\n`), 9), {
      encoding: 'utf-8',
      store: stores.sv,
      presets: tablePresets,
    })
    const reading = (async () => {
      for await (const row of read.rows) rows.push(row)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'endless_text', values: { line: 3 } })
    expect(rows).toMatchObject([{ feed: { sku: 'A1' } }])
  })

  it.each([
    ['a cell of ten megabytes', `${header}A1,${'x'.repeat(10_000_000)}`, 'endless_text'],
    ['a quoted cell of ten megabytes', `${header}"${'x\n'.repeat(5_000_000)}`, 'endless_text'],
    ['a row of a million cells', `${header}${','.repeat(1_000_000)}x\n`, undefined],
    ['a header of a million columns', `${header.trim()}${',a'.repeat(1_000_000)}\n`, 'too_many_columns'],
    ['a header of ten thousand columns', `${header.trim()}${',a'.repeat(10_000)}\n`, 'too_many_columns'],
    ['a header with a quotation mark that is not closed', `"id,title\n1,2\n`, 'open_quote'],
    ['columns of no known form', 'a,b\n1,2\n', 'no_columns'],
  ])('with %s is refused', async (_name, text, code) => {
    if (code === undefined) expect(await feed(text)).toMatchObject([{ refused: { code: 'too_many_fields' } }])
    else await expect(feed(text)).rejects.toMatchObject({ name: 'FeedFault', code })
  })
})
