/**
 * Reads a file of purchase costs: comma-separated, or as spreadsheets of the shop's countries save it (semicolons or tabs,
 * a decimal comma), with the columns `sku`, `currency` and `cost`. The codes of its problems are those of docs/import.md.
 * Pure.
 */
import { readMinor, type Minor } from '../money/money.ts'
import { toSku, skuKey, type Sku } from '../products/sku.ts'
import type { CurrencyCode } from '../stores/store.ts'
import { storeCodes, stores } from '../stores/stores.ts'
import type { FeedProblem, FeedProblemDetail } from './feed-upload.ts'

const columns = ['sku', 'currency', 'cost'] as const
type Column = (typeof columns)[number]

/** Most rows of a file. */
export const mostCostRows = 50_000

/** Largest file, in bytes. */
export const mostCostBytes = 5 * 1024 * 1024

/** More than any real file has: every row is compared with the names of its columns. */
const mostColumns = 100

const longestSku = 100

export interface CostRow {
  /** As a spreadsheet numbers it: the header, rows above it and empty ones count. */
  row: number
  sku: Sku
  currency: CurrencyCode
  costMinor: Minor
}

export interface CostProblem extends FeedProblem {
  outcome: 'refused'
}

export type CostFile =
  | { ok: true; read: number; rows: CostRow[]; problems: CostProblem[] }
  /** The file as a whole cannot be read. */
  | { ok: false; code: 'unreadable_feed'; fault: FeedProblemDetail }
  | { ok: false; code: 'too_many_rows' }

/** The currencies of the stores. */
export const costCurrencies: readonly CurrencyCode[] = [
  ...new Set(storeCodes.map((code) => stores[code].currency)),
]

export function readCostFile(bytes: Uint8Array): CostFile {
  const unreadable = (code: string, values: FeedProblemDetail['values'] = {}): CostFile => ({
    ok: false,
    code: 'unreadable_feed',
    fault: { code, values },
  })
  const [first, second] = bytes
  if (first === undefined) return unreadable('empty')
  if (first === 0x50 && second === 0x4b) return unreadable('archive')
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return unreadable('utf16')
  // A byte that is not UTF-8 becomes U+FFFD, which refuses its row.
  const lines = new TextDecoder('utf-8').decode(bytes).split(/\r\n|\n|\r/)
  const header = lines.findIndex((line) => line.trim() !== '')
  if (header === -1) return unreadable('blank')
  const separator = [';', '\t', ','].find((each) => lines[header]!.includes(each)) ?? ','
  const names = fieldsOf(lines[header]!, separator)?.map((name) => name.trim().toLowerCase())
  if (!names) return unreadable('open_quote')
  if (names.length > mostColumns) return unreadable('too_many_columns', { maximum: mostColumns })
  const missing = columns.filter((column) => !names.includes(column))
  if (missing.length > 0)
    return unreadable('no_columns', { columns: missing.join(', '), found: names.join(', ').slice(0, 60) })
  const twice = columns.find((column) => names.indexOf(column) !== names.lastIndexOf(column))
  if (twice !== undefined) return unreadable('column_twice', { column: twice })
  const filled = lines.flatMap((text, index) =>
    index > header && text.trim() !== '' ? [{ text, row: index + 1 }] : [],
  )
  if (filled.length === 0) return unreadable('no_rows')
  if (filled.length > mostCostRows) return { ok: false, code: 'too_many_rows' }
  return { ok: true, read: filled.length, ...readRows(filled, names, separator) }
}

function readRows(
  lines: readonly { text: string; row: number }[],
  names: readonly string[],
  separator: string,
): { rows: CostRow[]; problems: CostProblem[] } {
  const rows: CostRow[] = []
  const problems: CostProblem[] = []
  const seen = new Map<string, number>()
  for (const { text, row } of lines) {
    const read = readRow(fieldsOf(text, separator), names)
    const key = read.ok ? `${skuKey(read.sku)} ${read.currency}` : ''
    const earlier = seen.get(key)
    if (!read.ok) problems.push({ outcome: 'refused', row, ...read.problem })
    else if (earlier !== undefined)
      problems.push({
        outcome: 'refused',
        row,
        ...problemOf({ sku: read.sku }, 'sku', 'duplicate_id', {
          code: 'earlier_row',
          values: { row: earlier },
        }),
      })
    else {
      seen.set(key, row)
      rows.push({ row, sku: read.sku, currency: read.currency, costMinor: read.costMinor })
    }
  }
  return { rows, problems }
}

type Problem = Omit<CostProblem, 'outcome' | 'row'>
type RowRead =
  | { ok: true; sku: Sku; currency: CurrencyCode; costMinor: Minor }
  | { ok: false; problem: Problem }

function problemOf(
  values: Partial<Record<Column, string>>,
  column: Column | null,
  code: string,
  detail: FeedProblemDetail | null = null,
): Problem {
  const value = column === null ? null : (values[column] ?? '').slice(0, 60)
  return { sku: values.sku?.slice(0, longestSku) || null, title: null, column, value, code, detail }
}

function readRow(fields: readonly string[] | null, names: readonly string[]): RowRead {
  const refuse = (...given: Parameters<typeof problemOf>): RowRead => ({
    ok: false,
    problem: problemOf(...given),
  })
  if (fields === null) return refuse({}, null, 'unclosed_quote')
  const values: Partial<Record<Column, string>> = Object.fromEntries(
    columns.map((column) => [column, fields[names.indexOf(column)]?.trim()]),
  )
  if (fields.length !== names.length)
    return refuse(values, null, fields.length < names.length ? 'too_few_fields' : 'too_many_fields', {
      code: 'field_count',
      values: { found: fields.length, expected: names.length },
    })
  for (const column of columns) {
    if (!values[column]) return refuse(values, column, 'missing')
    if (values[column].includes('\uFFFD')) return refuse(values, column, 'broken_utf8')
  }
  const { sku = '', currency = '', cost = '' } = values
  if (sku.length > longestSku)
    return refuse(values, 'sku', 'too_long', { code: 'most_characters', values: { maximum: longestSku } })
  const known = costCurrencies.find((code) => code === currency.toUpperCase())
  if (!known) return refuse(values, 'currency', 'unused_currency')
  const read = readCost(cost)
  return read.ok
    ? { ok: true, sku: toSku(sku), currency: known, costMinor: read.costMinor }
    : refuse(values, 'cost', read.code, read.detail ?? null)
}

/**
 * `1234`, `1234.50`, `1234,5` or `1 234,50`. A point or comma before three digits may group them or begin decimals: such
 * an amount is refused rather than guessed.
 */
function readCost(
  text: string,
): { ok: true; costMinor: Minor } | { ok: false; code: string; detail?: FeedProblemDetail } {
  const amount = /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?$/.test(text)
    ? text.replaceAll(/[ \u00a0\u202f]/g, '')
    : text
  if (/^\d{1,7}(?:[.,]\d{1,2})?$/.test(amount))
    return { ok: true, costMinor: readMinor(amount.replace(',', '.')) }
  if (/^[-−]\s*\d/.test(amount)) return { ok: false, code: 'negative_amount' }
  if (/^\d+[.,]\d{3}$/.test(amount)) return { ok: false, code: 'ambiguous_amount' }
  if (/^\d+[.,]\d{3,}$/.test(amount))
    return { ok: false, code: 'bad_amount', detail: { code: 'too_many_decimals' } }
  return { ok: false, code: 'bad_amount' }
}

/** The fields of a line, of which some may be in quotation marks (RFC 4180); null: one of them is not closed. */
function fieldsOf(line: string, separator: string): string[] | null {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!
    if (isQuoted && character === '"' && line[at + 1] === '"') {
      field += '"'
      at++
    } else if (character === '"' && (isQuoted || field === '')) isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += character
  }
  return isQuoted ? null : [...fields, field]
}
