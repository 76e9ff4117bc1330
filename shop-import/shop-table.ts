/**
 * Tables that other shops export besides their products: what they hold, and the rows that come of them. Each system's
 * form is a preset, recognised by its columns.
 */
import type { NamedCells } from '../catalogue-import/named-cells.ts'
import { shortened, type ProblemCode, type RowProblem } from '../catalogue-import/row-report.ts'
import type { Table } from '../catalogue-import/table.ts'
import type { FileContents } from '../domain/catalogue/feed-upload.ts'
import type { Store } from '../domain/stores/stores.ts'
import type { z } from 'zod'

export type ShopTableContents = Exclude<FileContents, 'products' | 'pictures'>

/** A row of a table; one of `values` and `refused` is set. */
export interface ShopTableRow<Values = unknown> {
  /** Of a table as a spreadsheet numbers it, header and empty rows included; of a list the number of the item, from 1. */
  row: number
  line: number
  /** Estimated memory use. */
  bytes: number
  /** What it is about: an address, an article number, an e-mail address. */
  id?: string
  values?: Values
  refused?: RowProblem
  repaired?: RowProblem[]
}

export interface ReadOptions {
  /** Of stock: the location that counts; null: all of them. */
  location: string | null
}

export interface ShopTablePreset<Values = unknown> {
  /** Names the system and what the table holds. */
  name: string
  holds: ShopTableContents
  matches(columns: readonly string[]): boolean
  /** The columns of a table that it does not read. */
  unused(columns: readonly string[]): string[]
  /** The rows of a table, in its order. */
  read(table: Table, store: Store, options: ReadOptions): AsyncIterable<ShopTableRow<Values>>
}

/** Fields of a row by the spellings of their columns, of which the first names the column in reports. */
export type FieldColumns<Fields extends string> = Readonly<Record<Fields, readonly string[]>>

/** Shopify puts an apostrophe before numbers, so that spreadsheets do not change them. */
export const textOf = (cell: string | undefined): string => (cell ?? '').trim().replace(/^'(?=[+\d])/, '')

/** The texts of a row's fields; '' where the table has no such column. */
export function fieldTexts<Fields extends string>(
  columns: FieldColumns<Fields>,
  cell: NamedCells,
  cells: readonly string[],
): Record<Fields, string> {
  const entries = Object.entries(columns) as [Fields, readonly string[]][]
  const texts = entries.map(([field, names]) => [field, textOf(cell(cells, ...names))])
  return Object.fromEntries(texts) as Record<Fields, string>
}

/** A problem without what the row says: a broken row, or one about a person, may hold personal data or codes. */
export const withoutValue = ({ code, column }: RowProblem): RowProblem => ({
  code,
  ...(column !== undefined && { column }),
})

/** Reads the texts of a row by a schema whose messages are codes of problems. */
export function readFields<Fields extends string, Values>(
  schema: z.ZodType<Values>,
  columns: FieldColumns<Fields>,
  texts: Record<Fields, string>,
): { ok: true; values: Values } | { ok: false; problem: RowProblem } {
  const read = schema.safeParse(texts)
  if (read.success) return { ok: true, values: read.data }
  const [issue] = read.error.issues
  const field = issue?.path[0] as Fields | undefined
  const problem: RowProblem = { code: (issue?.message ?? 'bad_record') as ProblemCode }
  if (field === undefined) return { ok: false, problem }
  return { ok: false, problem: { ...problem, column: columns[field][0]!, value: shortened(texts[field]) } }
}
