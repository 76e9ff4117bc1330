/** Which row names the columns: the same for the page on which they are mapped and for the import that follows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ColumnMapping, WantedHeader } from '../domain/catalogue/column-mapping.ts'
import type { FeedFault } from './feed-fault.ts'
import { readColumns } from './import-mappings.server.ts'
import { readFeed } from './read-feed.server.ts'
import { likelyHeader } from './table-header.ts'
import { textRow, workbookOf } from './zip-fixture.test-support.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anode-header-'))
  file = join(folder, 'feed')
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Terms {
  mapping?: ColumnMapping
  header?: WantedHeader
  sheet?: string
}

const columnsOf = (contents: Buffer | string, { mapping, header, sheet }: Terms = {}) => {
  writeFileSync(file, contents)
  return readColumns({
    file,
    store: 'sv',
    sheet: sheet ?? null,
    mapping: mapping ?? null,
    header: header ?? null,
    mostUnpackedBytes: 10_000_000,
  })
}

async function feedOf(contents: Buffer | string, mapping?: ColumnMapping) {
  writeFileSync(file, contents)
  const source = await readFeed(file, 'sv', { mapping })
  const rows = []
  for await (const { row, feed, refused } of source.rows) rows.push([row, feed?.sku ?? refused?.code])
  return { headerRow: source.head.table?.headerRow, rows }
}

const mappingOf = (columns: readonly string[], headerRow?: number): ColumnMapping => ({
  fields: (['id', 'title', 'price', 'quantity'] as const).map((field, at) => ({
    field,
    column: columns[at]!,
    text: '',
    steps: [],
  })),
  ...(headerRow !== undefined && { headerRow }),
})

const own = ['Ref', 'Vara', 'Riktpris', 'Antal']
const goods = 'A-1;Kabel, svart;80,00;3\nA-2;Kabel, vit;96,00;0\n'

/** Tables whose columns no form knows, each with the row of its header. */
const tables: [string, Buffer | string, number][] = [
  ['without a title', `${own.join(';')}\n${goods}`, 1],
  ['below a title', `Prislista november\n\n${own.join(';')}\n${goods}`, 3],
  ['below a title of two cells', `Prislista;Nordlager AB;;\n${own.join(';')}\n${goods}`, 2],
  ['below a title with commas', `Nordlager AB, Storgatan 1, Ort, Sverige\n${own.join(';')}\n${goods}`, 2],
  ['below a line that groups the columns', `Vara;;;Lager\n${own.join(';')}\n${goods}`, 2],
  ['below a line for spreadsheets', `sep=;\n${own.join(';')}\n${goods}`, 1],
  [
    'in a sheet behind one of notes',
    workbookOf({
      sheets: {
        Om: textRow('Kontakt', 'Nordlager AB'),
        Lista: `${textRow('Prislista')}<row r="4">${textRow(...own).slice('<row>'.length)}${textRow('A-1', 'Kabel', '80', '3')}${textRow('A-2', 'Kabel', '96', '0')}`,
      },
    }),
    4,
  ],
]

describe('the header of a table', () => {
  it.each(tables)('%s is the same for the mapping and for the import by it', async (_name, contents, row) => {
    const found = await columnsOf(contents)
    expect(found).toMatchObject({ headerRow: row, wantedRow: null })
    expect(found.columns.map(({ name }) => name)).toEqual(own)
    expect(found.rows.find(({ number }) => number === row)?.cells).toEqual(own)
    const rows = [
      [row + 1, 'A-1'],
      [row + 2, 'A-2'],
    ]
    for (const headerRow of [undefined, row])
      expect(await feedOf(contents, mappingOf(own, headerRow))).toEqual({ headerRow: row, rows })
  })

  it('of a form that is known is the row that an import without a mapping reads', async () => {
    const list = `Våra varor;Alla priser\nGäller;november;inkl. moms;hela lagret\nArtnr;Namn;Pris;Saldo\nA-1;Kabel;80,00;3\n`
    expect((await columnsOf(list)).headerRow).toBe(3)
    expect(await feedOf(list)).toEqual({ headerRow: 3, rows: [[4, 'A-1']] })
  })

  it('of a mapping that is changed is the row that the import reads by it', async () => {
    const twice = `Butik;Kod;Belopp;Rest\n${own.join(';')}\n${goods}`
    const mapping = mappingOf(own)
    expect((await columnsOf(twice)).headerRow).toBe(1)
    expect((await columnsOf(twice, { mapping })).headerRow).toBe(2)
    expect((await feedOf(twice, mapping)).headerRow).toBe(2)
  })

  it('may have columns named by numbers, which no row of goods is taken for', () => {
    const rows = [
      ['Lager', 'Sverige'],
      ['Ref', 'Vara', '2025', '2026', 'Pris'],
      ['A-1', 'Kabel', '3', '4', '9,50'],
    ]
    const numbered = rows.map((cells, at) => ({ number: at + 1, cells }))
    expect(likelyHeader(numbered)?.number).toBe(2)
    expect(likelyHeader([{ number: 1, cells: ['1', '2', '3'] }])).toBeUndefined()
  })
})

describe('a heading line that a person chooses', () => {
  const table = `Vara;Vara;Pris;Lager\n${own.join(';')}\n${goods}`

  it('is read in place of the likely one, with the rows below it, which keep their numbers', async () => {
    expect((await columnsOf(table)).headerRow).toBe(2)
    const first = await columnsOf(table, { header: 1 })
    expect(first).toMatchObject({ headerRow: 1, wantedRow: 1 })
    expect(first.columns.map(({ name, samples }) => [name, samples[0]])).toEqual([
      ['Vara', 'Ref'],
      ['Pris', 'Riktpris'],
      ['Lager', 'Antal'],
    ])
    const units = `Artikel;Text;Belopp;Antal\nnr;namn;kr;st\n${goods}`
    const mapping = mappingOf(['nr', 'namn', 'kr', 'st'], 2)
    expect(await feedOf(units, mapping)).toEqual({
      headerRow: 2,
      rows: [
        [3, 'A-1'],
        [4, 'A-2'],
      ],
    })
    const above = mappingOf(['Artikel', 'Text', 'Belopp', 'Antal'], 1)
    expect((await feedOf(units, above)).rows[0]).toEqual([2, 'bad_amount'])
  })

  it('is kept with the mapping when this is changed, unless it is to be found again', async () => {
    const mapping = mappingOf(own, 1)
    expect(await columnsOf(table, { mapping })).toMatchObject({ headerRow: 1, wantedRow: 1 })
    expect(await columnsOf(table, { mapping, header: 'auto' })).toMatchObject({
      headerRow: 2,
      wantedRow: null,
    })
  })

  it('is named where the file has no such line, and the likely one is shown', async () => {
    expect(await columnsOf(table, { header: 30 })).toMatchObject({ headerRow: 2, wantedRow: 30 })
  })

  it('means nothing to records, which have no lines', async () => {
    const records = JSON.stringify([{ Ref: 'A-1', Vara: 'Kabel', Riktpris: '80', Antal: '3' }])
    expect(await columnsOf(records, { header: 5 })).toMatchObject({
      headerRow: null,
      wantedRow: null,
      rows: [],
    })
    expect(await feedOf(records, mappingOf(own, 5))).toEqual({ headerRow: null, rows: [[1, 'A-1']] })
  })

  it('that does not fit the file is a fault that says where the columns are, or what the line holds', async () => {
    const fault = async (contents: Buffer | string, row: number) => {
      const { code, values } = (await feedOf(contents, mappingOf(own, row)).catch(
        (error: unknown) => error,
      )) as FeedFault
      return { code, values }
    }
    expect(await fault(table, 1)).toEqual({ code: 'header_elsewhere', values: { row: 1, other: 2 } })
    const other = `Prislista\nRef;Namn;Riktpris;Lager\n${goods}`
    const values = { row: 2, columns: 'Vara, Antal', found: 'Ref, Namn, Riktpris, Lager' }
    expect(await fault(other, 2)).toEqual({ code: 'header_row', values })
    expect(await fault(other, 12)).toEqual({
      code: 'header_row',
      values: { row: 12, columns: own.join(', '), found: '–' },
    })
    const sheet = workbookOf({ sheets: { A: textRow('Ref', 'Namn') + textRow(...own) } })
    expect(await fault(sheet, 1)).toEqual({ code: 'header_elsewhere', values: { row: 1, other: 2 } })
  })
})

describe('two heading lines', () => {
  const swedish = 'Artnr;Namn;Pris;;Lager\n;;EUR;SEK;\n1;Kabel;9,00;99,00;3\n2;Lampa;19,00;199,00;0\n'

  it('are joined where the upper one reaches over several columns', async () => {
    const { columns, headerRow } = await columnsOf(swedish)
    expect(columns.map(({ name }) => name)).toEqual(['Artnr', 'Namn', 'Pris EUR', 'Pris SEK', 'Lager'])
    expect(headerRow).toBe(2)
    writeFileSync(file, swedish)
    const source = await readFeed(file, 'sv')
    const rows = []
    for await (const { row, feed } of source.rows) rows.push([row, feed?.sku, feed?.priceMinor])
    expect(rows).toEqual([
      [3, '1', 9900],
      [4, '2', 19_900],
    ])
  })

  it('in a workbook with merged cells are joined, below a title, too', async () => {
    const book = workbookOf({
      sheets: {
        Preise: `${textRow('Preisliste 2026')}${textRow('Artikel', '', 'Preis', '', 'Lager')}${textRow('Nr', 'Name', 'EUR', 'SEK', 'Bestand')}${textRow('A-1', 'Kabel', '9', '99', '3')}`,
      },
    })
    const { columns, headerRow } = await columnsOf(book)
    expect(columns.map(({ name }) => name)).toEqual([
      'Artikel Nr',
      'Artikel Name',
      'Preis EUR',
      'Preis SEK',
      'Lager Bestand',
    ])
    expect(headerRow).toBe(3)
  })

  it('of which each names all columns are read by the one that says more', async () => {
    const goods = 'A-1;Kabel;99,00;3\n'
    for (const [upper, lower] of [
      ['Artikelnummer;Bezeichnung;Preis;Bestand', 'sku;name;price;stock'],
      ['Produkt;Text;Kosten;Zahl', 'sku;name;price;stock'],
      ['id;title;note;x', 'Artnr;Namn;Pris;Lager'],
    ])
      expect(await feedOf(`${upper}\n${lower}\n${goods}`)).toEqual({ headerRow: 2, rows: [[3, 'A-1']] })
    const labels = 'Ref;Vara;Riktpris;Antal'
    const { columns } = await columnsOf(`Vara;;;Lager;\n${labels};\n${goods}`)
    expect(columns.map(({ name }) => name)).toEqual(labels.split(';'))
  })

  it('are joined or not, as staff choose the lower or the upper one', async () => {
    const names = async (header: WantedHeader) =>
      (await columnsOf(swedish, { header })).columns.map(({ name }) => name)
    expect(await names(2)).toEqual(['Artnr', 'Namn', 'Pris EUR', 'Pris SEK', 'Lager'])
    expect(await names(1)).toEqual(['Artnr', 'Namn', 'Pris', 'Lager'])
    const mapping = mappingOf(['Artnr', 'Namn', 'Pris SEK', 'Lager'], 2)
    expect(await feedOf(swedish, mapping)).toEqual({
      headerRow: 2,
      rows: [
        [3, '1'],
        [4, '2'],
      ],
    })
    expect(await feedOf(swedish, { fields: mapping.fields })).toMatchObject({ headerRow: 2 })
  })

  it('are not seen in a row of goods below a heading with a gap', async () => {
    const text = 'Artnr;Namn;Pris;;Lager\nA;Kabel;99,00;svart;3\nB;Lampa;99,00;vit;4\n'
    expect(await feedOf(text)).toEqual({
      headerRow: 1,
      rows: [
        [2, 'A'],
        [3, 'B'],
      ],
    })
  })
})
