/**
 * Reads a table of any separator: cuts its first rows by each, of which one is the header, and gives the rows with as many cells as there are
 * columns. The text is UTF-8 already (text-encoding.server.ts). A quotation mark that is never closed ends the file
 * with a fault as soon as the row is longer than a row may be.
 */
import { parse, type CsvError } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { FeedFault } from './feed-fault.ts'
import { maxLineBytes, mostColumns } from './file-limits.ts'
import { headerRows } from './table-header.ts'
import { shortened, type RowProblem } from './row-report.ts'
import type { Table, TableForm, TableRow } from './table.ts'

type Separator = TableForm['separator']

/** In the order in which they are preferred where a header has as many of each. */
const separators: readonly Separator[] = ['\t', ';', '|', ',']

export interface TableCut {
  separator: Separator
  rows: NumberedRow[]
}

/** `number`: as a spreadsheet numbers it. */
interface NumberedRow {
  number: number
  cells: string[]
}

/** The beginning of a table. */
export interface TableStart {
  /** Its first rows cut by each separator that occurs in them, most cells in the first row first. Rows of empty cells are left out. */
  cuts: TableCut[]
  /** The first line of the file, if it has one of bearable length. */
  isComplete: boolean
  /** All of the file, also what was read for this. */
  chunks: AsyncIterable<Buffer>
}

/** Reads the first rows of a table. */
export async function readTableStart(chunks: AsyncIterable<Buffer>): Promise<TableStart> {
  const iterator = chunks[Symbol.asyncIterator]()
  const held: Buffer[] = []
  let bytes = 0
  let lines = 0
  let isEnd = false
  while (lines <= headerRows && !isEnd && bytes <= maxLineBytes) {
    const step = await iterator.next()
    isEnd = step.done === true
    if (step.done) break
    held.push(step.value)
    bytes += step.value.length
    lines += lineEndsIn(step.value)
  }
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield* held
      for (let step = await iterator.next(); !step.done; step = await iterator.next()) yield step.value
    } finally {
      await iterator.return?.()
    }
  }
  const text = Buffer.concat(held).toString('utf8').replaceAll(/\r\n?/g, '\n')
  return { cuts: cutsOf(text), isComplete: isEnd || lines > 0, chunks: all() }
}

const lineEndsIn = (chunk: Buffer): number => chunk.filter((byte) => byte === 0x0a || byte === 0x0d).length

function cutsOf(text: string): TableStart['cuts'] {
  return separators
    .filter((separator) => text.includes(separator))
    .map((separator) => ({ separator, rows: firstRows(text, separator) }))
    .filter(({ rows }) => rows.length > 0)
    .toSorted((a, b) => b.rows[0]!.cells.length - a.rows[0]!.cells.length)
}

/** The first rows that hold anything, up to a quotation mark that is not closed. */
function firstRows(text: string, separator: Separator): NumberedRow[] {
  const rows: NumberedRow[] = []
  let number = 0
  try {
    parseAtOnce(text, {
      delimiter: separator,
      record_delimiter: '\n',
      relax_quotes: true,
      relax_column_count: true,
      to: 2 * headerRows,
      on_record: (cells: string[]) => {
        number = nextRow(number, cells)
        if (rows.length < headerRows && cells.some((cell) => cell.trim() !== '')) rows.push({ number, cells })
        return null
      },
    })
  } catch (error) {
    if (!(error as CsvError).code?.startsWith('CSV_')) throw error
  }
  return rows
}

/** The rows of a table. Throws FeedFault for a header that cannot be read. */
export function readTable(
  chunks: AsyncIterable<Buffer>,
  header: { separator: Separator; columns: string[]; above?: string[][]; row: number | null },
): Table {
  const { columns, above = [] } = header
  if (columns.length > mostColumns) throw new FeedFault('too_many_columns', { maximum: mostColumns })
  return { columns, above, rows: rowsOf(chunks, header) }
}

interface Parsed {
  cells: string[]
  /** As a spreadsheet numbers it. */
  row: number
  line: number
}

async function* rowsOf(
  chunks: AsyncIterable<Buffer>,
  header: { separator: Separator; columns: readonly string[]; row: number | null },
): AsyncGenerator<TableRow> {
  const { separator, columns } = header
  let isBelow = false
  for await (const { cells, row, line } of parsed(withLineFeeds(chunks), separator)) {
    if (isBelow) yield { row, line, bytes: sizeOf(cells), ...cut(cells, columns.length) }
    else isBelow = row === header.row
  }
}

const sizeOf = (cells: readonly string[]) => cells.reduce((sum, cell) => sum + cell.length + 1, 0)

/** As many cells as columns; more than that make it doubtful which column each belongs to. */
function cut(cells: readonly string[], count: number): { cells: string[]; refused?: RowProblem } {
  const row = Array.from({ length: count }, (_, at) => cells[at] ?? '')
  const extra = cells.slice(count).find((cell) => cell.trim() !== '')
  if (extra === undefined) return { cells: row }
  const detail = { code: 'field_count', values: { found: cells.length, expected: count } } as const
  return { cells: row, refused: { code: 'too_many_fields', value: shortened(extra), detail } }
}

/** Rows that hold anything, as they are complete. A fault comes after the rows before it. */
async function* parsed(chunks: AsyncIterable<Buffer>, separator: Separator): AsyncGenerator<Parsed> {
  let done: Parsed[] = []
  let row = 0
  let endLine = 0
  const parser = parse({
    delimiter: separator,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxLineBytes,
    // Nothing is passed on: the stream would drop the rows before a fault.
    on_record: (cells: string[], { lines }) => {
      endLine = lines
      row = nextRow(row, cells)
      // Spreadsheets write empty rows as separators only.
      if (cells.some((cell) => cell.trim() !== ''))
        done.push({ cells, row, line: lines - lineFeedsIn(cells) })
      return null
    },
  })
  parser.on('error', () => {})
  const failed = (error: Error | null | undefined): FeedFault | null => {
    if (!error) return null
    if (!(error as CsvError).code?.startsWith('CSV_')) throw error
    return new FeedFault('endless_text', { line: endLine + 1 })
  }
  const written = (chunk: Buffer) =>
    new Promise<Error | null | undefined>((resolve) => parser.write(chunk, resolve))
  const ended = () =>
    new Promise<Error | null | undefined>((resolve) => {
      parser.once('error', resolve)
      parser.end(() => resolve(null))
    })
  try {
    for await (const chunk of chunks) {
      const fault = failed(await written(chunk))
      yield* done
      done = []
      if (fault) throw fault
    }
    const fault = failed(await ended())
    yield* done
    if (fault) throw fault
  } finally {
    parser.destroy()
  }
}

/** The number of the row after `row`. */
const nextRow = (row: number, cells: readonly string[]): number =>
  row > 0 || !isSeparatorRow(cells) ? row + 1 : row

/** `sep=;` says how the file is cut; a spreadsheet shows no row for it. */
const isSeparatorRow = ([first = '', ...others]: readonly string[]) =>
  /^\uFEFF?sep=.?$/i.test(first) && others.every((cell) => cell === '')

const lineFeedsIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/** CR LF and CR alone become LF. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let endsWithReturn = false
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    const rest = endsWithReturn && chunk[0] === 0x0a ? chunk.subarray(1) : chunk
    endsWithReturn = chunk.at(-1) === 0x0d
    if (!rest.includes(0x0d)) yield rest
    else yield Buffer.from(rest.toString('latin1').replace(/\r\n?/g, '\n'), 'latin1')
  }
}
