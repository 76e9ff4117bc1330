/**
 * Reads the products of a table. A tab-separated Merchant Center feed has a reader of its own (tsv-feed.server.ts); other
 * tables are read by the preset that knows their columns.
 */
import type { TableReading } from '../domain/catalogue/feed-upload.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { FeedFault } from './feed-fault.ts'
import { feedColumnName, merchantTable } from './merchant-table.ts'
import { readFeedRow } from './feed-row.ts'
import type { FeedFormat } from './feed-source.server.ts'
import { mostColumns } from './file-limits.ts'
import { missingColumns } from './missing-columns.ts'
import { isCurrencyColumn, namingCurrency, withCurrencyChecked } from './other-currency.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import {
  findHeader,
  likelyColumns,
  likelyHeader,
  rowsLike,
  type FirstRow,
  type FoundHeader,
} from './table-header.ts'
import { readTable, readTableStart, type TableCut, type TableStart } from './table-source.server.ts'
import type { Table, TablePreset } from './table.ts'
import type { TextEncoding } from './text-encoding.server.ts'
import { readTsvFeed } from './tsv-feed.server.ts'

/** A table that is being read. */
export interface OpenTable {
  format: FeedFormat
  table: TableReading | null
  /** Of a text or a sheet, in which its header was found; of records and feeds: none. */
  firstRows: readonly FirstRow[]
  rows: AsyncIterable<CatalogueRow>
}

/** The rows of a table in UTF-8; `encoding` is what the file had. Throws FeedFault when its columns are those of no known form. */
export async function readTableFeed(
  chunks: AsyncIterable<Buffer>,
  { encoding, store, presets }: { encoding: TextEncoding; store: Store; presets: readonly TablePreset[] },
): Promise<OpenTable> {
  const start = await readTableStart(chunks)
  const known = knownHeader(start, presets)
  const table = known && readingOf(known, { encoding, separator: known.separator })
  const firstRows = known?.rows ?? []
  if (known && !(known.preset === merchantTable && known.separator === '\t' && isFirst(known))) {
    const rows = presetRows(known.preset, readTable(start.chunks, known), store)
    return { format: 'csv', table, firstRows, rows }
  }
  if (!known && !start.isComplete) throw new FeedFault('endless_text', { line: 1 })
  const likely = likelyCut(start)
  // The reader of feeds refuses a header that nothing separates.
  const isFeed = presets.includes(merchantTable)
  const isTsv = likely?.separator === '\t' && (likelyHeader(likely.rows) ?? likely.rows[0]) === likely.rows[0]
  if (known || !likely || (isFeed && isTsv))
    return { format: 'tsv', table, firstRows, rows: readTsvFeed(start.chunks, store) }
  throw unknownColumns(likely.rows, presets)
}

type KnownHeader = FoundHeader & TableCut

const isFirst = ({ row, rows }: KnownHeader): boolean => row === rows[0]?.number

/** The first row that is known, cut by the separator with which it is. One that is guessed is cut by the likely separator. */
function knownHeader({ cuts }: TableStart, presets: readonly TablePreset[]): KnownHeader | null {
  const found = cuts.flatMap((cut) => {
    const header = findHeader(cut.rows, presets)
    return header ? [{ ...header, ...cut }] : []
  })
  const likeness = ({ columns, row, rows }: KnownHeader) => rowsLike(columns.length, row, rows)
  return (
    found.toSorted(
      (a, b) =>
        Number(a.isGuess) - Number(b.isGuess) ||
        (a.isGuess ? likeness(b) - likeness(a) : a.row! - b.row!) ||
        b.columns.length - a.columns.length,
    )[0] ?? null
  )
}

/** The first rows as the separator cuts them that gives most rows as many cells as the likely header has. */
function likelyCut({ cuts }: TableStart): TableCut | undefined {
  const likeness = ({ rows }: TableCut) => {
    const header = likelyHeader(rows)
    return header ? rowsLike(header.cells.length, header.number, rows) : -1
  }
  return cuts.toSorted((a, b) => likeness(b) - likeness(a))[0]
}

/** Columns that are named to people; a hostile file has a thousand. */
const namedColumns = 100

/** How a table was read, for the person who imports it. */
export function readingOf(
  { preset, columns, row }: FoundHeader,
  form: Partial<Pick<TableReading, 'encoding' | 'separator' | 'sheet' | 'sheets'>>,
): TableReading {
  const isRead = (column: string) => preset.named === undefined && isCurrencyColumn(column)
  const unused = (preset.unused?.(columns) ?? []).filter((column) => !isRead(column))
  return {
    encoding: null,
    separator: null,
    sheet: null,
    sheets: [],
    ...form,
    headerRow: row,
    preset: preset.name,
    columnCount: columns.length,
    unusedColumns: unused.filter(Boolean).slice(0, namedColumns).map(shortened),
  }
}

/** The fault of a table in whose first rows no header is known. */
export function unknownColumns(rows: readonly FirstRow[], presets: readonly TablePreset[]): FeedFault {
  const columns = likelyColumns(rows)
  if (columns.length > mostColumns) return new FeedFault('too_many_columns', { maximum: mostColumns })
  const mapped = presets.find(({ named }) => named !== undefined)
  if (mapped) return unmappedColumns(rows, mapped)
  const names = columns.map(feedColumnName)
  const missing = missingColumns(columns)
  return new FeedFault('no_columns', { columns: missing.join(', '), found: shortened(names.join(', ')) })
}

/** The fault of a table in which a mapping does not find its columns, or not in the row that it names. */
function unmappedColumns(rows: readonly FirstRow[], { named = [], headerRow }: TablePreset): FeedFault {
  const row = rows.find(({ number }) => number !== null && number === headerRow)
  const expected = headerRow === undefined ? likelyColumns(rows) : (row?.cells ?? [])
  const lackedBy = (cells: readonly string[]) =>
    named.filter((name) => !cells.some((cell) => cell.trim() === name))
  const columns = lackedBy(expected).slice(0, namedColumns).join(', ')
  const found = shortened(
    expected
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(', '),
  )
  if (headerRow === undefined) return new FeedFault('unmapped_columns', { columns, found })
  const other = rows.find(({ cells }) => lackedBy(cells).length === 0)?.number
  return other
    ? new FeedFault('header_elsewhere', { row: headerRow, other })
    : new FeedFault('header_row', { row: headerRow, columns, found: found || '–' })
}

/** The rows of a table as its preset reads them. */
export async function* presetRows(
  preset: TablePreset,
  table: Table,
  store: Store,
): AsyncGenerator<CatalogueRow> {
  const isFeed = preset === merchantTable
  // The prices of a feed name theirs; a mapping may convert them.
  const { columns } = table
  /** Named as the file names it, not as the field that is read from it. A preset may have done so itself. */
  const inOwnWords = (problem: RowProblem): RowProblem => {
    const { column } = problem
    if (column === undefined || (preset.named === undefined && columns.includes(column))) return problem
    const own = preset.columnOf?.(columns, column)
    return own === undefined ? problem : { ...problem, column: shortened(own) }
  }
  const knowsCurrency = isFeed || preset.named !== undefined
  for await (const { values, refused, repaired = [], ...place } of preset.read(
    knowsCurrency ? table : withCurrencyChecked(table, store),
    store,
  )) {
    if (refused || !values) {
      yield { ...place, refused: inOwnWords(namingCurrency(refused ?? { code: 'missing' }, store)) }
      continue
    }
    const read = readFeedRow(values, store, { isFeed })
    if (!read.ok) {
      yield { ...place, ...titleIn(values.title), refused: inOwnWords(read.problem) }
      continue
    }
    const { id: _id, title: _title, ...rest } = place
    const all = [...repaired, ...read.repaired].map(inOwnWords)
    const feed = preset.isOfOtherShop ? { ...read.feed, isFormerStock: true as const } : read.feed
    yield { ...rest, feed, ...(all.length > 0 && { repaired: all }) }
  }
}
