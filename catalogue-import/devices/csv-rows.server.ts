/** Reads comma-separated rows under a header, one row at a time (RFC 4180; a row ends with its line). */
import { FeedFault } from '../feed-fault.ts'
import { linesOf } from '../feed-source.server.ts'
import { mostColumns } from '../file-limits.ts'
import type { RowProblem } from '../row-report.ts'

export interface CsvRow {
  /** As a spreadsheet numbers it: the header is 1, and empty lines count. */
  row: number
  read: { ok: true; values: Record<string, string> } | { ok: false; problem: RowProblem }
}

/** The columns of the file, and its rows. Throws FeedFault if there is no header. */
export async function readCsv(
  chunks: AsyncIterable<Buffer>,
): Promise<{ columns: string[]; rows: AsyncGenerator<CsvRow> }> {
  const lines = linesOf(chunks)
  const first = await lines.next()
  if (first.done) throw new FeedFault('no_header')
  const columns = fieldsOf(first.value.bytes.toString('utf8')).map((name) => name.trim().toLowerCase())
  if (columns.length > mostColumns) throw new FeedFault('too_many_columns', { maximum: mostColumns })
  return { columns, rows: rowsOf(lines, columns) }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

async function* rowsOf(lines: ReturnType<typeof linesOf>, columns: string[]): AsyncGenerator<CsvRow> {
  let row = 1
  for await (const { bytes, tooLong } of lines) {
    row += 1
    if (bytes.length === 0) continue
    yield {
      row,
      read: tooLong ? { ok: false, problem: { code: 'row_too_long' } } : readLine(bytes, columns),
    }
  }
}

function readLine(bytes: Buffer, columns: string[]): CsvRow['read'] {
  let text: string
  try {
    text = strict.decode(bytes)
  } catch {
    return { ok: false, problem: { code: 'broken_utf8' } }
  }
  const fields = fieldsOf(text)
  if (fields.length !== columns.length) {
    const code = fields.length < columns.length ? 'too_few_fields' : 'too_many_fields'
    return {
      ok: false,
      problem: {
        code,
        detail: { code: 'field_count', values: { found: fields.length, expected: columns.length } },
      },
    }
  }
  const values = Object.fromEntries(columns.map((name, at) => [name, fields[at]!.trim()]))
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  const column = columns.find((name) => /[\u0000-\u001f\u007f]/.test(values[name]!))
  if (column !== undefined)
    return { ok: false, problem: { code: 'control_character', column, value: values[column]! } }
  return { ok: true, values }
}

/** Fields of a line; a quoted field may contain commas, and doubled quotes. */
function fieldsOf(line: string): string[] {
  const fields: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^,]*))(,|$)/y
  for (let more = true; more;) {
    const match = pattern.exec(line)
    if (!match) return [...fields, line.slice(pattern.lastIndex)]
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    more = match[3] === ','
  }
  return fields
}
