/**
 * Declares fields of the coupon entity (ENTITY-31..33): each coupon kind has a table of its fields, from
 * which follow the types, the accepted import fields and the API's response. Only names and types; the kind
 * defines their meaning.
 */
import type { CouponFieldType } from '../../modules/coupon-kind.ts'

/** The type of a field. */
export type FieldType = CouponFieldType

export type FieldTable = Readonly<Record<string, FieldType>>

interface FieldTypeValues {
  amount: number
  number: number
  optionalNumber: number
  flag: boolean
  ids: readonly number[]
  texts: readonly string[]
}

/** The values of a table's fields; each may be absent or null. */
export type FieldValues<Table extends FieldTable> = {
  [Name in keyof Table]?: FieldTypeValues[Table[Name]] | null | undefined
}

/** Whether a number is present and above 0. */
export function isPositive(value: number | null | undefined): boolean {
  return (value ?? 0) > 0
}

/** Whether a list is present and not empty. */
export function isFilled(list: readonly unknown[] | null | undefined): boolean {
  return (list?.length ?? 0) > 0
}
