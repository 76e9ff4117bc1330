/** Reads the products of a workbook: the first sheet with a known header, or a named one, as rows of a table. */
import type { Store } from '../domain/stores/stores.ts'
import { FeedFault } from './feed-fault.ts'
import { maxLineBytes, mostColumns } from './file-limits.ts'
import { shortened, type RowProblem } from './row-report.ts'
import { presetRows, readingOf, unknownColumns, type OpenTable } from './table-feed.server.ts'
import { findHeader, headerRows, type FirstRow, type FoundHeader } from './table-header.ts'
import type { TablePreset, TableRow } from './table.ts'
import { openWorkbook, type SheetRow, type Workbook } from './workbook.server.ts'
import type { Archive } from './zip-archive.server.ts'

type Sheet = Workbook['sheets'][number]

/** Sheets that are searched for a header, and named where none is known. */
const mostSheets = 50

/** Throws FeedFault where no sheet has the columns of a known form. */
export async function readWorkbookFeed(
  archive: Archive,
  {
    file,
    sheet,
    store,
    presets,
  }: { file: string; sheet: string | null; store: Store; presets: readonly TablePreset[] },
): Promise<OpenTable> {
  const workbook = await openWorkbook(archive, file)
  const firsts: FirstRow[] = []
  let known: KnownSheet | null = null
  for (const each of sheetsToRead(workbook, sheet)) {
    const rows = await firstRows(workbook, each)
    const header = findHeader(rows, presets)
    // Of guessed ones the one with most columns: a sheet of notes may come first.
    if (header && (!header.isGuess || filledIn(header) > filledIn(known?.header)))
      known = { sheet: each, header, rows }
    if (header && !header.isGuess) break
    firsts.push(...rows)
  }
  if (firsts.length === 0 && !known) throw new FeedFault('blank')
  if (!known) throw unknownColumns(firsts, presets)
  const { header } = known
  if (header.columns.length > mostColumns) throw new FeedFault('too_many_columns', { maximum: mostColumns })
  const sheets = workbook.sheets.slice(0, mostSheets).map(({ name }) => shortened(name))
  const read = { columns: header.columns, rows: tableRows(workbook, known.sheet, header) }
  return {
    format: 'xlsx',
    table: readingOf(header, { sheet: known.sheet.name, sheets }),
    firstRows: known.rows,
    rows: closing(presetRows(header.preset, read, store), archive),
  }
}

interface KnownSheet {
  sheet: Sheet
  header: FoundHeader
  rows: readonly FirstRow[]
}

const filledIn = (header: FoundHeader | undefined): number => header?.columns.filter(Boolean).length ?? 0

function sheetsToRead({ sheets }: Workbook, name: string | null): readonly Sheet[] {
  if (name === null) return sheets.slice(0, mostSheets)
  const found = sheets.filter((sheet) => sheet.name.trim().toLowerCase() === name.trim().toLowerCase())
  if (found.length > 0) return found
  const names = sheets.slice(0, mostSheets).map((sheet) => shortened(sheet.name))
  throw new FeedFault('no_sheet', { sheet: shortened(name), names: names.join(', ') })
}

async function firstRows(workbook: Workbook, { part }: Sheet): Promise<FirstRow[]> {
  const rows: FirstRow[] = []
  for await (const { number, cells } of workbook.rows(part)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    rows.push({ number, cells })
    if (rows.length === headerRows) break
  }
  return rows
}

/** The rows below the header. Cells beyond its columns are notes, as a sheet says which column a cell is in. */
async function* tableRows(workbook: Workbook, sheet: Sheet, header: FoundHeader): AsyncGenerator<TableRow> {
  const { columns, preset } = header
  const unused = new Set(preset.unused?.(columns))
  const isRead = columns.map((column) => column !== '' && !unused.has(column))
  let isBelow = false
  for await (const { number, cells, faults, bytes } of workbook.rows(sheet.part)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (!isBelow) {
      isBelow = number === header.row
      continue
    }
    const place = { row: number, line: number, bytes }
    const own = columns.map((_, column) => cells[column] ?? '')
    const refused = refusalOf({ cells, faults, bytes }, { columns, isRead })
    yield refused ? { ...place, bytes: 0, cells: own, refused } : { ...place, cells: own }
  }
}

function refusalOf(
  { cells, faults, bytes }: Omit<SheetRow, 'number'>,
  { columns, isRead }: { columns: readonly string[]; isRead: readonly boolean[] },
): RowProblem | null {
  if (bytes > maxLineBytes) return { code: 'row_too_long' }
  const fault = faults.find((column) => isRead[column])
  if (fault === undefined) return null
  return { code: 'sheet_error', column: columns[fault] ?? '', value: shortened(cells[fault] ?? '') }
}

async function* closing<Row>(rows: AsyncIterable<Row>, archive: Archive): AsyncGenerator<Row> {
  try {
    yield* rows
  } finally {
    archive.close()
  }
}
