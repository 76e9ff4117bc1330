/**
 * Reads a tab-separated Merchant Center feed. A quotation mark is an ordinary character, but for two forms: a file
 * whose header is in quotation marks is quoted throughout (RFC 4180 with tabs), and spreadsheets quote single cells that
 * hold a quotation mark, a comma, a tab or a line end (tsv-fields.ts). Each row is decoded separately, so that an invalid
 * byte affects only its row.
 */
import type { Store } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { readFeedRow, requiredColumns, type FeedValues } from './feed-row.ts'
import { missingColumns } from './missing-columns.ts'
import { feedColumnName, requireSingleColumns, setCell } from './merchant-table.ts'
import { FeedFault } from './feed-fault.ts'
import { linesOf, type FeedLine } from './feed-source.server.ts'
import { mostColumns } from './file-limits.ts'
import type { ProblemDetail } from './problem-details.ts'
import { joinedLines, splitAtTabs, splitCells, splitQuoted } from './tsv-fields.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'

const quotationMark = 0x22

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** The rows of a feed for a store. Throws FeedFault when the header lacks a required column. */
export async function* readTsvFeed(
  chunks: AsyncIterable<Buffer>,
  store: Store,
): AsyncGenerator<CatalogueRow> {
  let header: Header | undefined
  let row = 0
  let next = 1
  const columns = () => header && { count: header.names.length, isQuoted: header.quoted }
  for await (const { lines, ...feedLine } of joinedLines(linesOf(chunks), columns)) {
    const line = next
    next += lines
    row += 1
    // Empty lines are not rows; editors add them at the end.
    if (feedLine.bytes.length === 0) continue
    if (!header) {
      header = readHeader(feedLine)
      continue
    }
    yield { row, line, bytes: feedLine.bytes.length, ...readLine(feedLine, header, store) }
  }
  if (!header) throw new FeedFault('blank')
}

interface Header {
  names: string[]
  /** Fields may be in quotation marks; a quotation mark inside is doubled. */
  quoted: boolean
}

function readHeader({ bytes, tooLong }: FeedLine): Header {
  const quoted = bytes[0] === quotationMark
  const split = quoted ? splitQuoted(bytes, mostColumns) : splitAtTabs(bytes, mostColumns)
  if (split === null) throw new FeedFault('open_quote')
  if (split.found > mostColumns) throw new FeedFault('too_many_columns', { maximum: mostColumns })
  const names = split.fields.map((field) => feedColumnName(lenient.decode(field)))
  const missing = requiredColumns.filter((column) => !names.includes(column))
  if (tooLong || missing.length > 0) {
    const found = shortened(names.join(', '))
    // The error for a price list without prices names the missing column, not the format.
    const lacking = missingColumns(split.fields.map((field) => lenient.decode(field)))
    const columns = (lacking.length > 0 ? lacking : missing).join(', ')
    throw new FeedFault('no_columns', { columns, found })
  }
  requireSingleColumns(names)
  return { names, quoted }
}

type ReadLine = Pick<CatalogueRow, 'feed' | 'refused' | 'id' | 'title' | 'repaired'>

function readLine({ bytes, tooLong }: FeedLine, { names, quoted }: Header, store: Store): ReadLine {
  const split = quoted ? splitQuoted(bytes, names.length) : splitCells(bytes, names.length)
  if (split === null) return { refused: { code: tooLong ? 'row_too_long' : 'unclosed_quote' } }
  const { fields, found } = split
  const known = () => ({ ...idOf(fields, names), ...titleIn(textIn(fields, names, 'title')) })
  if (tooLong) return { ...known(), refused: { code: 'row_too_long' } }
  if (found !== names.length) {
    const code = found < names.length ? 'too_few_fields' : 'too_many_fields'
    return { ...known(), refused: { code, detail: fieldCount(found, names.length) } }
  }
  const values: FeedValues = {}
  for (const [index, field] of fields.entries()) {
    const column = names[index] ?? ''
    const text = decoded(field)
    if (text === null) return { ...known(), refused: brokenBytes(field, column) }
    setCell(values, column, text)
  }
  const read = readFeedRow(values, store)
  if (!read.ok) return { ...known(), refused: read.problem }
  return { feed: read.feed, ...(read.repaired.length > 0 && { repaired: read.repaired }) }
}

const fieldCount = (found: number, expected: number): ProblemDetail => ({
  code: 'field_count',
  values: { found, expected },
})

function decoded(field: Buffer): string | null {
  try {
    return strict.decode(field)
  } catch {
    return null
  }
}

/** Reports the position of the first invalid byte. */
function brokenBytes(field: Buffer, column: string): RowProblem {
  const text = lenient.decode(field)
  const intact = text.slice(0, text.indexOf('\uFFFD'))
  const at = Buffer.byteLength(intact)
  const byte = field[at]?.toString(16).padStart(2, '0')
  return {
    code: 'broken_utf8',
    column,
    value: shortened(text),
    detail: { code: 'broken_byte', values: { byte: byte ?? '', at } },
  }
}

function idOf(fields: readonly Buffer[], header: readonly string[]): { id?: string } {
  const text = textIn(fields, header, 'id')
  return text === undefined ? {} : { id: shortened(text.trim()) }
}

/** The beginning of a field. */
function textIn(fields: readonly Buffer[], header: readonly string[], column: string): string | undefined {
  const field = fields[header.indexOf(column)]
  return field === undefined ? undefined : lenient.decode(field.subarray(0, 400))
}
