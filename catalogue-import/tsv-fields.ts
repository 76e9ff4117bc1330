/**
 * Cuts the lines of a tab-separated file into fields, as merchants' systems and spreadsheets write them. Pure, on bytes:
 * an invalid one affects only its field.
 */
import type { FeedLine } from './feed-source.server.ts'
import { maxLineBytes } from './file-limits.ts'

/** A line cut into fields. Only as many as the header has are kept: a hostile line has a million. */
export interface SplitLine {
  fields: Buffer[]
  /** How many fields the line has. */
  found: number
}

const tabulator = 0x09
const quotationMark = 0x22

export function splitAtTabs(bytes: Buffer, most = Infinity): SplitLine {
  const fields: Buffer[] = []
  let start = 0
  while (fields.length < most) {
    const tab = bytes.indexOf(tabulator, start)
    if (tab === -1) {
      fields.push(bytes.subarray(start))
      return { fields, found: fields.length }
    }
    fields.push(bytes.subarray(start, tab))
    start = tab + 1
  }
  let found = fields.length + 1
  for (let at = start; at < bytes.length; at += 1) if (bytes[at] === tabulator) found += 1
  return { fields, found }
}

/** Fields of a quoted line, without their quotation marks; null if a field is not closed on the line. */
export function splitQuoted(bytes: Buffer, most = Infinity): SplitLine | null {
  const fields: Buffer[] = []
  let found = 0
  let start = 0
  let open = false
  for (let at = 0; at <= bytes.length; at += 1) {
    if (bytes[at] === quotationMark) open = !open
    if (at === bytes.length ? open : open || bytes[at] !== tabulator) continue
    if (found < most) fields.push(unquoted(bytes.subarray(start, at)))
    found += 1
    start = at + 1
  }
  return open ? null : { fields, found }
}

/**
 * Fields of a line in which single cells may be quoted. Tabs separate, as in a file without quotation marks; only where
 * that gives another number of fields than the header has may a quoted cell hold them.
 */
export function splitCells(bytes: Buffer, columns: number): SplitLine {
  const plain = splitAtTabs(bytes, columns)
  if (plain.found === columns) return { ...plain, fields: plain.fields.map(cellOf) }
  const quoted = bytes.includes(quotationMark) ? splitQuoted(bytes, columns) : null
  return quoted?.found === columns ? quoted : plain
}

/** Without the quotation marks with which a spreadsheet encloses a cell. */
function cellOf(field: Buffer): Buffer {
  return isEnclosed(field.toString('latin1')) ? unquoted(field) : field
}

/**
 * Whether a spreadsheet would have enclosed the text: it does so for a quotation mark, which it doubles, for a comma, and
 * for a line end. `"Best" buy` and `"Best"` are texts as they are.
 */
function isEnclosed(text: string): boolean {
  return /^"(?:[^"]|"")*(?:""|[,\n])(?:[^"]|"")*"$/.test(text)
}

/** As an export writes a text that would otherwise be read as an enclosed cell. */
export function enclosed(text: string): string {
  return isEnclosed(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function unquoted(field: Buffer): Buffer {
  if (field[0] !== quotationMark || field.at(-1) !== quotationMark || field.length < 2) return field
  return Buffer.from(field.subarray(1, -1).toString('latin1').replaceAll('""', '"'), 'latin1')
}

/** Lines of one cell, at most. */
const mostLines = 1000

/** One or several lines of the file that are one row. */
interface JoinedLine extends FeedLine {
  lines: number
}

/**
 * The rows of a file: a line whose quoted cell goes on is joined with those after it, as far as they complete a row.
 * Where they do not, each line stays a row. `columns`: what the header says, undefined before it is read.
 */
export async function* joinedLines(
  lines: AsyncIterable<FeedLine>,
  columns: () => { count: number; isQuoted: boolean } | undefined,
): AsyncGenerator<JoinedLine> {
  let held: FeedLine[] = []
  let heldBytes = 0
  const drop = () => {
    const each = held.map((line) => ({ ...line, lines: 1 }))
    held = []
    heldBytes = 0
    return each
  }
  for await (const line of lines) {
    const header = columns()
    if (held.length === 0 && !(header && isOpen(line, header))) {
      yield { ...line, lines: 1 }
      continue
    }
    held.push(line)
    heldBytes += line.bytes.length + 1
    if (held.length === 1) continue
    if (line.tooLong || heldBytes > maxLineBytes || held.length > mostLines) {
      yield* drop()
      continue
    }
    // Only a line with a quotation mark can close the cell.
    if (!line.bytes.includes(quotationMark)) continue
    const bytes = Buffer.concat(
      held.flatMap((each, index) => (index === 0 ? [each.bytes] : [lineFeed, each.bytes])),
    )
    const split = splitQuoted(bytes)
    if (split === null) continue
    if (split.found === header!.count) {
      yield { bytes, tooLong: false, lines: held.length }
      held = []
      heldBytes = 0
    } else if (split.found > header!.count) yield* drop()
  }
  yield* drop()
}

const lineFeed = Buffer.from('\n')

/** Whether the last cell of a line is quoted and goes on, with too few cells before it for a whole row. */
function isOpen(
  { bytes, tooLong }: FeedLine,
  { count, isQuoted }: { count: number; isQuoted: boolean },
): boolean {
  if (tooLong || !bytes.includes(quotationMark)) return false
  if (isQuoted) return splitQuoted(bytes) === null
  const { fields, found } = splitAtTabs(bytes, count)
  const last = fields.at(-1)
  if (found > count || last?.[0] !== quotationMark) return false
  let marks = 0
  for (const byte of last) if (byte === quotationMark) marks += 1
  return marks % 2 === 1
}
