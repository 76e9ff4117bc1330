/** The plain fields of a product (product-fields.ts) in their columns, and back. */
import {
  feedFieldEntries,
  productFieldEntries,
  type FeedFieldColumn,
  type FieldColumn,
  type ProductFieldValues,
} from '../domain/catalogue/product-fields.ts'
import { measureText } from '../domain/catalogue/measures.ts'
import type { ProductRow } from './catalogue-tables.server.ts'

/** The columns of the fields. */
type FieldRow = Pick<ProductRow, FieldColumn>

/** The columns after a row of a file: an absent field stays as it is, null clears it. */
export function fieldsAfter(given: ProductFieldValues, former: FieldRow | null): FieldRow {
  return Object.fromEntries(
    productFieldEntries.map(([name, { column }]) => {
      const value = given[name]
      return [column, value === undefined ? (former?.[column] ?? null) : value]
    }),
  ) as FieldRow
}

/** The stored fields that have a value, by their names. */
export function fieldsOf(row: FieldRow): ProductFieldValues {
  return Object.fromEntries(
    productFieldEntries.flatMap(([name, { column }]) => (row[column] === null ? [] : [[name, row[column]]])),
  )
}

/** The stored fields as texts in the columns of a feed; empty where there is no value. */
export function feedFieldTexts(row: FieldRow | null): Record<FeedFieldColumn, string> {
  return Object.fromEntries(
    feedFieldEntries.map(({ column, feedColumn, measure }) => {
      const value = row?.[column] ?? null
      if (value === null) return [feedColumn, '']
      return [feedColumn, measure === undefined ? String(value) : measureText(measure, Number(value))]
    }),
  ) as Record<FeedFieldColumn, string>
}
