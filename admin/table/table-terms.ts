/** What a page says about its table: columns, filters, what a row is. */
import type { ReactNode } from 'react'
import type { BulkTarget } from './selection.ts'

export interface Column<Row> {
  /** The API's name of the column. */
  name: string
  label: string
  cell: (row: Row) => ReactNode
  /** The API's name of the sort by this column. */
  sort?: string
  /** Amounts and counts are aligned at the end. */
  isNumber?: boolean
  /** Shown only when chosen. */
  isHidden?: boolean
}

export interface FilterOption {
  value: string
  label: string
  /** Options with the same group follow each other under its name. */
  group?: string
}

/** A field of the shop's own that a table is filtered by. */
export interface FilterField {
  key: string
  label: string
  /** A number and a date between two values, a text as it is. */
  kind: 'text' | 'number' | 'date' | 'choice'
  /** Of a choice. */
  options: readonly FilterOption[]
}

export type Filter = { name: string; label: string } & (
  | { kind: 'options'; options: readonly FilterOption[] }
  | { kind: 'days' }
  /** On or off. */
  | { kind: 'flag' }
  | { kind: 'number'; hint?: string }
  | { kind: 'text' }
  /** The shop's own fields. */
  | { kind: 'fields'; fields: readonly FilterField[] }
)

export interface BulkAction<Row> {
  label: string
  /** `done` ends the selection. */
  run: (target: BulkTarget<Row>, done: () => void) => void
}

export interface TableTerms<Row> {
  /** Name of the table for assistive technology. */
  label: string
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  /** The sort without one in the address, as the API has it. */
  defaultSort: string
  keyOf: (row: Row) => string
  /** What a person calls a row, for the label of its checkbox; absent: its key. */
  nameOf?: (row: Row) => string
  /** The page of a row, which its first column links to. */
  pathOf?: (row: Row) => string
  searchLabel: string
  /** What to do while there is no row at all; absent: rows appear by themselves. */
  emptyText?: string
  /** What can be done with a row, in a cell at its end. */
  rowActions?: (row: Row) => ReactNode
  /** What can be done with several rows, or with all that match; without any no row can be selected. */
  bulkActions?: readonly BulkAction<Row>[]
  /** Address of the exports without the view and their ending; absent: the person may not export. */
  exportPath?: string
  /** The export holds personal data: the API asks for a step-up before it. */
  isPersonal?: boolean
}
