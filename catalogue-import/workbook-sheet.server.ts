/** Opens the sheet of a workbook that is meant as a table: the first with a known header, or a named one. */
import { FeedFault } from './feed-fault.ts'
import { maxLineBytes, mostColumns } from './file-limits.ts'
import { shortened, type RowProblem } from './row-report.ts'
import { findHeader, headerRows, type FirstRow, type FoundHeader, type HeaderPreset } from './table-header.ts'
import type { TableRow } from './table.ts'
import { openWorkbook, type SheetRow, type Workbook } from './workbook.server.ts'
import type { Archive } from './zip-archive.server.ts'

type Sheet = Workbook['sheets'][number]

/** Sheets that are searched for a header, and named where none is known. */
const mostSheets = 50

/** What recognises a sheet. */
type SheetPreset = HeaderPreset & { unused?(columns: readonly string[]): string[] }

export interface OpenSheet<Preset extends SheetPreset> {
  header: FoundHeader<Preset>
  /** In which the header was found. */
  firstRows: readonly FirstRow[]
  /** Its name, and those of all sheets. */
  sheet: string
  sheets: string[]
  /** Those below the header. The archive is closed at their end. */
  rows: AsyncIterable<TableRow>
}

/** `searched`: the first rows of all sheets, where none has a known header. Throws FeedFault where there is no such sheet. */
export async function openSheet<Preset extends SheetPreset>(
  archive: Archive,
  { file, sheet, presets }: { file: string; sheet: string | null; presets: readonly Preset[] },
): Promise<OpenSheet<Preset> | { searched: FirstRow[] }> {
  const workbook = await openWorkbook(archive, file)
  const searched: FirstRow[] = []
  let known: KnownSheet<Preset> | null = null
  for (const each of sheetsToRead(workbook, sheet)) {
    const rows = await firstRows(workbook, each)
    const header = findHeader(rows, presets)
    // Of guessed ones the one with most columns: a sheet of notes may come first.
    if (header && (!header.isGuess || filledIn(header) > filledIn(known?.header)))
      known = { sheet: each, header, rows }
    if (header && !header.isGuess) break
    searched.push(...rows)
  }
  if (!known) return { searched }
  const { header } = known
  if (header.columns.length > mostColumns) throw new FeedFault('too_many_columns', { maximum: mostColumns })
  return {
    header,
    firstRows: known.rows,
    sheet: known.sheet.name,
    sheets: workbook.sheets.slice(0, mostSheets).map(({ name }) => shortened(name)),
    rows: closing(tableRows(workbook, known.sheet, header), archive),
  }
}

interface KnownSheet<Preset extends SheetPreset> {
  sheet: Sheet
  header: FoundHeader<Preset>
  rows: readonly FirstRow[]
}

const filledIn = (header: { columns: readonly string[] } | undefined): number =>
  header?.columns.filter(Boolean).length ?? 0

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
async function* tableRows(
  workbook: Workbook,
  sheet: Sheet,
  header: FoundHeader<SheetPreset>,
): AsyncGenerator<TableRow> {
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
