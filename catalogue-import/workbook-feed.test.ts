/** Workbooks as programs write them, and such as no program does. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import writeXlsxFile from 'write-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CatalogueRow } from './catalogue-rows.ts'
import type { FeedHead } from './feed-job.server.ts'
import { readFeed, type FeedLimits } from './read-feed.server.ts'
import { textRow, workbookFiles, workbookOf, zipOf } from './zip-fixture.test-support.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anode-workbook-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function read(
  contents: Buffer | string,
  limits: FeedLimits = {},
): Promise<{ head: FeedHead; rows: CatalogueRow[] }> {
  const file = join(folder, 'feed')
  writeFileSync(file, contents)
  const source = await readFeed(file, 'sv', limits)
  const rows: CatalogueRow[] = []
  for await (const row of source.rows) rows.push(row)
  return { head: source.head, rows }
}

const columns = ['Artnr', 'Namn', 'Pris', 'Saldo', 'EAN']
const list = textRow(...columns)
const fact = (row: CatalogueRow) => row.feed ?? row.refused

describe('a workbook', () => {
  it('of a program is read as a price list', async () => {
    const cells = [
      columns.map((value) => ({ value })),
      [
        { value: '0012' },
        { value: 'Säkring & "trög" (2 A)\nrad två' },
        { value: 4.5, format: '0.00' },
        { value: 1200 },
        { value: 7_310_000_000_010 },
      ],
    ]
    const { head, rows } = await read(await writeXlsxFile(cells as never).toBuffer())
    expect(head).toMatchObject({
      format: 'xlsx',
      table: { preset: 'price-list', encoding: null, columnCount: 5, unusedColumns: [] },
    })
    expect(rows).toMatchObject([
      {
        row: 2,
        line: 2,
        feed: {
          sku: '0012',
          name: 'Säkring & "trög" (2 A) rad två',
          priceMinor: 500,
          gtin: '7310000000010',
        },
      },
    ])
  })

  it('keeps numbers, texts in pieces, cells in any place, and values of formulas', async () => {
    const sheet = `<row r="1" hidden="1"><c r="B1" t="s"><v>0</v></c></row>
      <row r="4">${columns.map((_, at) => `<c r="${'BCDEF'[at]}4" t="s"><v>${at + 1}</v></c>`).join('')}</row>
      <row r="6" hidden="1"><c r="B6" s="1"><v>12</v></c><c r="C6" t="s"><v>6</v></c>
        <c r="D6"><f>2*6.25</f><v>12.5</v></c><c r="F6"><v>7.31000000001E+12</v></c><c r="Z6"><v>9</v></c></row>
      <row r="7"><c r="B7" t="str"><f>"A"&amp;1</f><v>A1</v></c><c r="C7" t="inlineStr"><is><r><t>Ka</t></r><r><t>bel</t></r></is></c>
        <c r="D7"><v>0.30000000000000004E2</v></c><c r="E7"><v>3</v></c></row>`
    const texts = ['Prislista 2026', ...columns]
      .map((text) => `<si><t>${text}</t></si>`)
      .concat('<si><r><t xml:space="preserve">Batteri </t></r><r><t>AA</t></r><rPh><t>x</t></rPh></si>')
      .join('')
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="0000"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>`
    const { rows } = await read(workbookOf({ sheets: { Blad1: sheet }, texts, styles }))
    expect(rows).toMatchObject([
      { row: 6, line: 6, feed: { sku: '0012', name: 'Batteri AA', priceMinor: 1300, gtin: '7310000000010' } },
      { row: 7, line: 7, feed: { sku: 'A1', name: 'Kabel', priceMinor: 3000, quantity: { units: 3 } } },
    ])
  })

  it('is read from its first sheet with known columns, or from the sheet that is named', async () => {
    const contents = workbookOf({
      sheets: {
        Notes: textRow('Read me first'),
        Prices: list + textRow('A-1', 'One', '5', '1', ''),
        More: list + textRow('A-2', 'Two', '5', '1', '') + textRow('A-3', 'Three', '5', '1', ''),
      },
    })
    const first = await read(contents)
    expect([first.head.table?.sheet, first.rows.length]).toEqual(['Prices', 1])
    const named = await read(contents, { sheet: 'more' })
    expect([named.head.table?.sheet, named.rows.length]).toEqual(['More', 2])
    await expect(read(contents, { sheet: 'Other' })).rejects.toMatchObject({
      code: 'no_sheet',
      values: { names: 'Notes, Prices, More' },
    })
    await expect(read(contents, { sheet: 'Notes' })).rejects.toMatchObject({
      code: 'no_columns',
      values: { found: 'read_me_first' },
    })
  })

  it('refuses a row with an error or a formula without a value where a column is read', async () => {
    const error = '<c t="e"><v>#N/A</v></c>'
    const formula = '<c><f>SUM(1,2)</f></c>'
    const text = (value: string) => `<c t="str"><v>${value}</v></c>`
    const rowOf = (price: string, note: string) =>
      `<row>${text('A-1')}${text('Kabel')}${price}<c><v>3</v></c>${text('')}${note}</row>`
    const header = textRow(...columns, 'Anteckning')
    const { rows } = await read(
      workbookOf({
        sheets: { A: header + rowOf(error, '') + rowOf(formula, '') + rowOf('<c><v>5</v></c>', error) },
      }),
    )
    expect(rows.map(fact)).toMatchObject([
      { code: 'sheet_error', column: 'Pris', value: '#N/A' },
      { code: 'sheet_error', column: 'Pris' },
      { sku: 'A-1', priceMinor: 500 },
    ])
  })

  it('is read with prefixed elements, strict types, and links out of it that nobody follows', async () => {
    const files = workbookFiles({ sheets: { A: list + textRow('A-1', 'One', '5', '1', '') } }).map(
      (file) => ({
        ...file,
        contents: String(file.contents)
          .replaceAll(/<(\/?)(?=worksheet|sheetData|row|c[ >]|is|t>)/g, '<$1x:')
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006',
            'http://purl.oclc.org/ooxml/officeDocument',
          )
          .replace(
            '</Relationships>',
            '<Relationship Id="e" Type="x/worksheet" Target="https://evil.example/" TargetMode="External"/></Relationships>',
          ),
      }),
    )
    expect((await read(zipOf(files))).rows.map(fact)).toMatchObject([{ sku: 'A-1' }])
  })

  it('is found within gzip and within an archive, which the result names', async () => {
    const workbook = workbookOf({ sheets: { A: list + textRow('A-1', 'One', '5', '1', '') } })
    expect((await read(gzipSync(workbook))).rows).toHaveLength(1)
    const packed = await read(zipOf([{ name: 'lists/prices.xlsx', contents: workbook }]))
    expect(packed.head).toMatchObject({ format: 'xlsx', entry: 'lists/prices.xlsx', table: { sheet: 'A' } })
    expect(packed.rows).toHaveLength(1)
  })
})

const feed = 'id,title,price,availability\nA-1,Cell,5 SEK,in_stock\n'

describe('an archive', () => {
  it('with one file of products is read, whatever lies beside it', async () => {
    const { head, rows } = await read(
      zipOf([
        { name: 'out/', contents: '' },
        { name: 'out/products.csv', contents: feed },
        { name: '__MACOSX/out/._products.csv', contents: 'x' },
        { name: 'out/pictures/a.jpg', contents: 'x' },
        { name: 'README.txt', contents: 'x' },
      ]),
    )
    expect(head).toMatchObject({ format: 'csv', entry: 'out/products.csv', table: { preset: 'merchant' } })
    expect(rows).toMatchObject([{ feed: { sku: 'A-1' } }])
  })

  it('may hold a file of gzip, but no deeper ones', async () => {
    const inner = { name: 'feed.csv.gz', contents: gzipSync(feed) }
    expect((await read(zipOf([inner]))).rows).toHaveLength(1)
    const nested = zipOf([{ name: 'a.zip', contents: zipOf([{ name: 'b.zip', contents: zipOf([inner]) }]) }])
    await expect(read(nested)).rejects.toMatchObject({ code: 'packed' })
  })
})

describe('a hostile archive or workbook is refused', () => {
  const megabytes = Buffer.alloc(64 * 1024 * 1024, '1')
  const sheetOf = (contents: string) => workbookOf({ sheets: { A: contents } })
  const cases: [name: string, contents: () => Buffer, code: string, limits?: FeedLimits][] = [
    [
      'several files',
      () => zipOf(['a.csv', 'b.csv'].map((name) => ({ name, contents: feed }))),
      'archive_several',
    ],
    ['no file of products', () => zipOf([{ name: 'a.jpg', contents: 'x' }]), 'archive_empty'],
    ['a password', () => zipOf([{ name: 'a.csv', contents: feed, isEncrypted: true }]), 'archive_encrypted'],
    ['a name that leads out', () => zipOf([{ name: '../a.csv', contents: feed }]), 'archive_path'],
    ['an absolute name', () => zipOf([{ name: '/etc/a.csv', contents: feed }]), 'archive_path'],
    ['a name of a drive', () => zipOf([{ name: 'C:\\a.csv', contents: feed }]), 'archive_path'],
    [
      'more contents than announced',
      () => zipOf([{ name: 'a.csv', contents: feed.repeat(9000), announcedBytes: 300 }]),
      'damaged',
    ],
    ['no end', () => zipOf([{ name: 'a.csv', contents: feed }]).subarray(0, 60), 'damaged'],
    [
      'rows that unpack beyond the limit',
      () => zipOf([{ name: 'a.csv', contents: feed + 'A,B,5 SEK,in_stock\n'.repeat(500_000) }]),
      'too_large_unpacked',
      { mostUnpackedBytes: 1024 * 1024 },
    ],
    [
      'too many files',
      () => zipOf(Array.from({ length: 20_001 }, (_, at) => ({ name: `${at}`, contents: '' }))),
      'archive_files',
    ],
    [
      'a workbook that unpacks beyond the limit',
      () => sheetOf(list + '<row><c><v>1</v></c></row>'.repeat(200_000)),
      'too_large_unpacked',
      { mostUnpackedBytes: 1024 * 1024 },
    ],
    ['a cell of 64 MB', () => sheetOf(`<row><c><v>${megabytes.toString()}</v></c></row>`), 'endless_text'],
    [
      'a shared text of 64 MB',
      () => workbookOf({ sheets: { A: list }, texts: `<si><t>${megabytes.toString()}</t></si>` }),
      'endless_text',
    ],
    ['nested elements', () => sheetOf('<row>'.repeat(100_000)), 'too_deep'],
    ['a sheet that is no XML', () => sheetOf('<row><c></row>'), 'bad_xml'],
    ['an entity', () => sheetOf('<row><c><v>&x;</v></c></row>'), 'bad_xml'],
    ['no sheets', () => workbookOf({ sheets: {} }), 'blank'],
    ['a sheet that is missing', () => zipOf(workbookFiles({ sheets: { A: list } }).slice(0, -1)), 'damaged'],
    [
      'a workbook in binary form',
      () => zipOf([{ name: 'xl/workbook.bin', contents: 'x' }]),
      'other_spreadsheet',
    ],
    [
      'a workbook of Excel 97, or with a password',
      () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)]),
      'other_spreadsheet',
    ],
  ]
  it.each(cases)('with %s', async (_name, contents, code, limits) => {
    await expect(read(contents(), limits)).rejects.toMatchObject({ name: 'FeedFault', code })
  })

  it('a row of a thousand long texts is refused by itself', async () => {
    const texts = `<si><t>${'x'.repeat(30_000)}</t></si>`
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(1000)}</row>`
    const { rows } = await read(workbookOf({ sheets: { A: list + row }, texts }))
    expect(rows).toMatchObject([{ refused: { code: 'row_too_long' } }])
  })
})
