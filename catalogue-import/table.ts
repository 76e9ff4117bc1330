/** A file of rows and columns, read from any encoding and separator, and the forms of table that are known. */
import type { Store } from '../domain/stores/stores.ts'
import type { FeedValues } from './feed-row.ts'
import type { RowProblem } from './row-report.ts'
import type { TextEncoding } from './text-encoding.server.ts'

export interface TableRow {
  /** As a spreadsheet numbers it: the header, rows above it and empty ones count. Of records: 1 is the first. */
  row: number
  line: number
  /** Estimated memory use. */
  bytes: number
  /** As many as there are columns; missing cells at the end are ''. */
  cells: string[]
  /** The reader of the file has rejected it already. */
  refused?: RowProblem
}

export interface Table {
  /** As the header writes them, trimmed. */
  columns: readonly string[]
  /** The cells of the lines above the header, from the first; absent: there are none. */
  above?: readonly (readonly string[])[]
  /** Can be read once. */
  rows: AsyncIterable<TableRow>
}

export interface TableForm {
  encoding: TextEncoding
  separator: ',' | ';' | '\t' | '|'
}

/** A row of a table as a row of a feed. One of `values` and `refused` is set. */
export interface PresetRow {
  row: number
  line: number
  bytes: number
  /** Its id as far as it could be read. */
  id?: string
  /** Of a refused row: the name of its product as far as it could be read, shortened. */
  title?: string
  values?: FeedValues
  refused?: RowProblem
  /** What the preset has corrected. */
  repaired?: RowProblem[]
}

/** A known form of table: recognised by its columns, gives rows of a feed. */
export interface TablePreset {
  name: string
  /** The export of a shop that somebody leaves: its stock is that of products which are new here. */
  isOfOtherShop?: true
  /** The columns that it must have, where staff have said which (mapped-table.ts). */
  named?: readonly string[]
  /** The only row that may be its header, as a spreadsheet numbers it; absent: any of the first. */
  headerRow?: number | undefined
  /** Where no preset recognises a header, it reads the table below the likely one, or below `headerRow`. */
  guesses?: true
  matches(columns: readonly string[]): boolean
  /** How likely a list with these columns is the one that is meant, where a file has several; absent: the first is. */
  rank?(columns: readonly string[]): number
  /** The column of the table that gives a field of a feed, as its header writes it; undefined: none. */
  columnOf?(columns: readonly string[], field: string): string | undefined
  /** The columns of a table that it does not read. */
  unused?(columns: readonly string[]): string[]
  /** May throw FeedFault when the table as a whole cannot be read. `now` decides which of two dated prices applies. */
  read(table: Table, store: Store, now?: Date): AsyncIterable<PresetRow>
}
