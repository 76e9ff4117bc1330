/** In a worker process: the columns of a file's table with samples, for staff who say what they mean. */
import type {
  ColumnMapping,
  FoundColumn,
  FoundColumns,
  WantedHeader,
} from '../domain/catalogue/column-mapping.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { FeedFault } from './feed-fault.ts'
import { openRows } from './feed-job.server.ts'
import { openFeed } from './feed-source.server.ts'
import { filePartsOf, type FilePart } from './file-parts.server.ts'
import { mappedTable, suggestedColumns, suggestedFields } from './mapped-table.ts'
import { shortened } from './row-report.ts'
import type { FirstRow } from './table-header.ts'
import { tablePresets } from './table-presets.ts'
import type { TablePreset } from './table.ts'

export interface ColumnsInput {
  file: string
  store: StoreCode
  sheet: string | null
  /** The one that is changed. */
  mapping: ColumnMapping | null
  /** Null: the row that the mapping names, else `auto`. */
  header: WantedHeader | null
  mostUnpackedBytes: number
}

/** Rows in which samples are looked for, and samples of a column. */
const sampledRows = 100
const mostSamples = 3

/** Cells of a row by which a person recognises it. */
const shownCells = 6

export async function* run(input: ColumnsInput): AsyncGenerator<FilePart<FoundColumns, never>> {
  yield* filePartsOf(async () => {
    const source = await openFeed(input.file, input)
    const head = await columnsOf(source, input)
    return { source, head, rows: none(), bytesOf: () => 0 }
  })
}

async function* none(): AsyncGenerator<never> {}

async function columnsOf(
  source: Awaited<ReturnType<typeof openFeed>>,
  input: ColumnsInput,
): Promise<FoundColumns> {
  const columns: PlacedColumn[] = []
  const probe: Omit<TablePreset, 'matches'> = {
    name: 'columns',
    // A document may list its currencies and categories before its products.
    rank: (names) => suggestedFields(names).filter((field) => field !== null).length,
    async *read(table) {
      columns.push(...namedColumns(table.columns, input.store))
      let row = 0
      for await (const { cells } of table.rows) {
        for (const { column, at } of columns) addSample(column, cells[at] ?? '')
        if (++row >= sampledRows) break
      }
      // Says that the samples are complete; the samples are the answer.
      yield { row, line: row, bytes: 0 }
    },
  }
  const wanted = input.header ?? input.mapping?.headerRow ?? 'auto'
  const presets = headersFor(input, wanted).map((each): TablePreset => ({ ...probe, ...each }))
  const { rows, table, firstRows } = await openRows(source, { ...input, presets })
  for await (const _ of rows) break
  if (columns.length === 0 || table === null) throw new FeedFault('no_rows', { file: input.file })
  return {
    columns: columns.map(({ column }) => column),
    headerRow: table.headerRow,
    wantedRow: wanted === 'auto' || table.headerRow === null ? null : wanted,
    rows: firstRows.flatMap(shownRow),
    sheet: table.sheet,
    sheets: table.sheets,
  }
}

type HeaderOf = Pick<TablePreset, 'matches' | 'headerRow' | 'guesses'>

/**
 * What recognises the header: the same as when the file is imported, by the mapping and by the forms of table that are
 * known; else the likely row, or the wanted one.
 */
function headersFor({ mapping, store }: ColumnsInput, wanted: WantedHeader): HeaderOf[] {
  const headerRow = wanted === 'auto' ? undefined : wanted
  const guess: HeaderOf = { guesses: true, headerRow, matches: () => false }
  const mapped = mapping === null ? [] : [mappedTable({ ...mapping, headerRow }, store)]
  const known = headerRow === undefined ? tablePresets : []
  return [...mapped, ...known].map(({ matches }): HeaderOf => ({ matches, headerRow })).concat(guess)
}

const shownRow = ({ number, cells }: FirstRow): FoundColumns['rows'] => {
  const filled = cells.map((cell) => shortened(cell.trim())).filter(Boolean)
  return number === null || number === 0 ? [] : [{ number, cells: filled.slice(0, shownCells) }]
}

interface PlacedColumn {
  column: FoundColumn
  at: number
}

/** The first column of each name. */
function namedColumns(names: readonly string[], store: StoreCode): PlacedColumn[] {
  const suggested = suggestedColumns(names, store)
  return names.flatMap((name, at) =>
    name === '' || names.indexOf(name) !== at
      ? []
      : [{ column: { name, samples: [], ...suggested[at]! }, at }],
  )
}

function addSample({ samples }: FoundColumn, cell: string): void {
  const text = shortened(cell.trim())
  if (text !== '' && samples.length < mostSamples && !samples.includes(text)) samples.push(text)
}
