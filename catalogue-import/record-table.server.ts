/**
 * Records of a file (objects of JSON, elements of XML) as a table: their fields are its columns. A file may have several
 * lists, of which the first that a form of table recognises is read.
 */
import type { Store } from '../domain/stores/stores.ts'
import { FeedFault } from './feed-fault.ts'
import type { FeedFormat } from './feed-source.server.ts'
import { maxLineBytes, mostColumns } from './file-limits.ts'
import type { RowProblem } from './row-report.ts'
import { presetRows, readingOf, unknownColumns, type OpenTable } from './table-feed.server.ts'
import { findHeader, type FirstRow, type FoundHeader } from './table-header.ts'
import type { TablePreset, TableRow } from './table.ts'

export interface FlatRecord {
  /** The list that it is part of: `products`, `catalog/product`. */
  list: string
  /** Null: the file has no lines by which it could be found. */
  line: number | null
  /** About how much memory it takes. */
  bytes: number
  fields: ReadonlyMap<string, string>
  /** Its reader has rejected it already. */
  refused?: RowProblem
}

/** Records by which the columns are known; further fields of later ones are not read. */
const sample = { records: 1000, bytes: 4 * maxLineBytes }

/** Throws FeedFault where no list of the file has the columns of a known form. */
export async function readRecordFeed(
  records: AsyncIterable<FlatRecord>,
  { format, store, presets }: { format: FeedFormat; store: Store; presets: readonly TablePreset[] },
): Promise<OpenTable> {
  const iterator = records[Symbol.asyncIterator]()
  const seen: FirstRow[] = []
  for (let isEnd = false; !isEnd;) {
    const held: FlatRecord[] = []
    let bytes = 0
    while (held.length < sample.records && bytes < sample.bytes && !isEnd) {
      const step = await iterator.next()
      isEnd = step.done === true
      if (step.done) break
      held.push(step.value)
      bytes += step.value.bytes
    }
    const found = knownList(held, { seen, presets })
    if (!found) continue
    if (found.columns.length > mostColumns) throw new FeedFault('too_many_columns', { maximum: mostColumns })
    async function* all(): AsyncGenerator<FlatRecord> {
      try {
        yield* held
        for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value
      } finally {
        await iterator.return?.()
      }
    }
    const table = { columns: found.columns, rows: tableRows(all(), found) }
    const rows = presetRows(found.preset, table, store)
    return { format, table: readingOf(found, {}), firstRows: [], rows }
  }
  if (seen.length === 0) throw new FeedFault('no_records')
  throw unknownColumns(seen, presets)
}

type KnownList = FoundHeader & { list: string }

/** The first list with known columns, or that with the highest rank; the columns of the others are added to `seen`. */
function knownList(
  records: readonly FlatRecord[],
  { seen, presets }: { seen: FirstRow[]; presets: readonly TablePreset[] },
): KnownList | null {
  let best: KnownList | null = null
  for (const [list, own] of Map.groupBy(records, (record) => record.list)) {
    const columns = [...new Set(own.flatMap(({ fields }) => [...fields.keys()]))]
    const row: FirstRow = { number: null, cells: columns }
    const header = findHeader([row], presets)
    if (header) {
      const { rank } = header.preset
      if (rank === undefined) return { ...header, columns, list }
      if (best === null || rank(columns) > rank(best.columns)) best = { ...header, columns, list }
    } else if (columns.length > 0 && seen.length < mostColumns) seen.push(row)
  }
  return best
}

async function* tableRows(
  records: AsyncIterable<FlatRecord>,
  { columns, list }: KnownList,
): AsyncGenerator<TableRow> {
  let row = 0
  for await (const record of records) {
    if (record.list !== list) continue
    const { line, bytes, fields } = record
    row += 1
    const refused: RowProblem | undefined = bytes > maxLineBytes ? { code: 'row_too_long' } : record.refused
    const cells = columns.map((column) => (refused ? '' : (fields.get(column) ?? '')))
    yield { row, line: line ?? row, bytes: refused ? 0 : bytes, cells, ...(refused && { refused }) }
  }
}
