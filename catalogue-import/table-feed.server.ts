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
import { findHeader, likelyHeader, type FoundHeader } from './table-header.ts'
import { readTable, readTableStart, type TableStart } from './table-source.server.ts'
import type { Table, TableForm, TablePreset } from './table.ts'
import type { TextEncoding } from './text-encoding.server.ts'
import { readTsvFeed } from './tsv-feed.server.ts'

/** A table that is being read. */
export interface OpenTable {
  format: FeedFormat
  table: TableReading | null
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
  if (known && !(known.preset === merchantTable && known.separator === '\t' && known.at === 0)) {
    return { format: 'csv', table, rows: presetRows(known.preset, readTable(start.chunks, known), store) }
  }
  if (!known && !start.isComplete) throw new FeedFault('endless_text', { line: 1 })
  const [first] = start.cuts
  // The reader of feeds refuses a header that nothing separates.
  const isFeed = presets.includes(merchantTable)
  if (known || !first || (isFeed && first.separator === '\t'))
    return { format: 'tsv', table, rows: readTsvFeed(start.chunks, store) }
  throw unknownColumns(first.rows, presets)
}

type KnownHeader = FoundHeader & { separator: TableForm['separator'] }

/** The first row that is known, cut by the separator with which it is. */
function knownHeader({ cuts }: TableStart, presets: readonly TablePreset[]): KnownHeader | null {
  const found = cuts.flatMap(({ separator, rows }) => {
    const header = findHeader(rows, presets)
    return header ? [{ ...header, separator }] : []
  })
  return found.toSorted((a, b) => a.at - b.at || b.columns.length - a.columns.length)[0] ?? null
}

/** Columns that are named to people; a hostile file has a thousand. */
const namedColumns = 100

/** How a table was read, for the person who imports it. */
export function readingOf(
  { preset, columns }: FoundHeader,
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
    preset: preset.name,
    columnCount: columns.length,
    unusedColumns: unused.filter(Boolean).slice(0, namedColumns).map(shortened),
  }
}

/** The fault of a table in whose first rows no header is known. */
export function unknownColumns(
  rows: readonly (readonly string[])[],
  presets: readonly TablePreset[],
): FeedFault {
  const columns = likelyHeader(rows)
  if (columns.length > mostColumns) return new FeedFault('too_many_columns', { maximum: mostColumns })
  const mapped = presets.find(({ named }) => named !== undefined)?.named
  if (mapped !== undefined) {
    const lacking = mapped.filter((name) => !columns.some((column) => column.trim() === name))
    const found = shortened(columns.map((column) => column.trim()).join(', '))
    return new FeedFault('unmapped_columns', { columns: lacking.slice(0, namedColumns).join(', '), found })
  }
  const names = columns.map(feedColumnName)
  const missing = missingColumns(columns)
  return new FeedFault('no_columns', { columns: missing.join(', '), found: shortened(names.join(', ')) })
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
