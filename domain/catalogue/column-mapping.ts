/** How staff say what the columns of a table mean, where no form of table that the import knows does. Pure. */
import type { StoreCode } from '../stores/stores.ts'

/** What is made of the text of a cell, in the order in which the steps are given. */
export type MappingStep =
  /** An amount or a number times a decimal factor, such as `1.25` for VAT; rounded to minor units. */
  | { kind: 'multiply'; by: string }
  | { kind: 'prefix' | 'suffix'; text: string }
  | { kind: 'replace'; text: string; by: string }
  /** A part of what the separator divides; 1 is the first, −1 the last. */
  | { kind: 'part'; separator: string; number: number }

export interface MappedField {
  /** A column of a feed (docs/import.md), of the shop's own fields too, or one of `ordinary_price` and `delivery_time`. */
  field: string
  /** As the header writes it; null: `text` is the value of each row. */
  column: string | null
  text: string
  steps: readonly MappingStep[]
  /** The store that alone gets it, in place of a field of all stores; absent: all of them. */
  store?: StoreCode | undefined
}

/** Columns that no field names are not read. */
export interface ColumnMapping {
  fields: readonly MappedField[]
  /**
   * The row of a text or a sheet that names the columns, as a spreadsheet numbers it; absent: the first one with all columns
   * of the mapping.
   */
  headerRow?: number | undefined
}

export interface SavedMapping extends ColumnMapping {
  /** Unique but for case. */
  name: string
  /** Changes with each save. */
  version: string
}

/** Samples of a column, for the person who says what it means. */
export interface FoundColumn {
  name: string
  samples: string[]
  /** What its name suggests; null: nothing. */
  field: string | null
  /** The store that gets it; null: all of an import. */
  store: StoreCode | null
  /** The stores that its name may mean: several where they share its currency. */
  stores: StoreCode[]
}

/** Which row is the header of a file whose columns are read: `auto`: the likely one; a number: that row. */
export type WantedHeader = 'auto' | number

/** The columns of a file, and how it was read. */
export interface FoundColumns {
  columns: FoundColumn[]
  /** The row that names them, as a spreadsheet numbers it; null: they are fields of records, which no row names. */
  headerRow: number | null
  /** The row that was wanted; null: `auto`, or a document of records. It is another than `headerRow` where the file has no such row. */
  wantedRow: number | null
  /** The first rows, one of which is the header, with the beginning of their cells; of records: none. */
  rows: { number: number; cells: string[] }[]
  sheet: string | null
  sheets: string[]
}

export type SaveMapping =
  | { ok: true; version: string }
  /** `unmapped`: a mapping needs the field; `mapped_twice`; `no_such_field`; `no_amount`: it cannot be multiplied. `store`: in which. */
  | { ok: false; code: string; field: string; store?: StoreCode | undefined }
  /** A new one has the name of another; the one that is changed was changed by somebody else, or removed. */
  | { ok: false; code: 'mapping_exists' | 'changed_meanwhile' }
