/**
 * How fields of the coupon entity (ENTITY-31..33) are declared: every kind of coupon has a table of its own fields, and
 * from the tables follow the types, what an import accepts and what the API answers. Only names and types; what the
 * values promise is decided by the kind.
 */

/**
 * What a field holds. `amount`: decimal major units with VAT, in one store's currency; `ids`: of products, categories or
 * groups. In `amount` and `optionalNumber` a 0 counts as left out when a coupon is written down.
 */
export type FieldType = 'amount' | 'number' | 'optionalNumber' | 'flag' | 'ids' | 'texts'

export type FieldTable = Readonly<Record<string, FieldType>>

interface FieldTypeValues {
  amount: number
  number: number
  optionalNumber: number
  flag: boolean
  ids: readonly number[]
  texts: readonly string[]
}

/** The values that a table's fields hold; each may be absent or null. */
export type FieldValues<Table extends FieldTable> = {
  [Name in keyof Table]?: FieldTypeValues[Table[Name]] | null | undefined
}

/** Whether a number is there and above 0. */
export function isPositive(value: number | null | undefined): boolean {
  return (value ?? 0) > 0
}

/** Whether a list is there and names anything. */
export function isFilled(list: readonly unknown[] | null | undefined): boolean {
  return (list?.length ?? 0) > 0
}
