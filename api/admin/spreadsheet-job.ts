/** Writes a spreadsheet in a worker process. */
import writeXlsxFile, { type Cell } from 'write-excel-file/node'
import { isoMinute } from '../../domain/stores/local-time.ts'
import { defaultStoreCode, isStoreCode, stores } from '../../domain/stores/stores.ts'

export function run({
  columns,
  rows,
}: {
  columns: readonly SpreadsheetColumn[]
  rows: readonly Readonly<Record<string, unknown>>[]
}): Promise<Buffer> {
  const header = columns.map(({ name }): Cell => ({ value: name, type: String, fontWeight: 'bold' }))
  const lines = rows.map((row) => {
    const { store } = row
    const { timeZone } = stores[typeof store === 'string' && isStoreCode(store) ? store : defaultStoreCode]
    return columns.map(({ name, kind }) => cellOf(row[name], kind, timeZone))
  })
  return writeXlsxFile([header, ...lines]).toBuffer()
}

function cellOf(value: unknown, kind: SpreadsheetColumn['kind'], timeZone: string): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return { value, type: Number }
  if (typeof value === 'boolean') return { value, type: Boolean }
  if (typeof value !== 'string') return textCell(JSON.stringify(value))
  if (kind === 'date') return { value: new Date(`${value}T00:00Z`), type: Date, format: 'yyyy-mm-dd' }
  // A spreadsheet knows no time zones: the time of the clock in the store, as the pages show it.
  if (kind === 'datetime')
    return {
      value: new Date(`${isoMinute(timeZone, Date.parse(value))}Z`),
      type: Date,
      format: 'yyyy-mm-dd hh:mm',
    }
  return textCell(value)
}

/** Longest text of a cell. */
const mostCharacters = 32_767

/** Without characters that XML does not allow. */
function textCell(text: string): Cell {
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 forbids
  const allowed = text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
  return { value: allowed.slice(0, mostCharacters), type: String }
}

export interface SpreadsheetColumn {
  name: string
  /** What its texts are: `datetime` is ISO 8601 with an offset, `date` a day. */
  kind: 'datetime' | 'date' | 'plain'
}
