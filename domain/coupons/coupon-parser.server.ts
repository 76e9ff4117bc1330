/**
 * The parts of a coupon kind's parser: the kind's fields, the field that names the discount, and the rules
 * for its values. Parsers validate coupons that are stored or imported; browsers do not load them.
 */
import { isMajorAmount } from '../money/money.ts'
import type { CouponKind, CouponTerms } from './coupon-kinds.ts'
import type { OfferLine } from './coupon-line.ts'
import type { Missing } from './missing.server.ts'
import type { FieldTable } from './coupon-fields.ts'
import type { CouponDefinition } from './coupon.ts'

/** Why a definition is invalid. */
export type DefinitionProblem =
  | 'missing_code'
  | 'bad_percentage'
  | 'bad_amount'
  | 'bad_quantity'
  | 'more_than_one_kind'
  | 'matches_nothing'
  | 'gives_nothing'

/** A problem, and the field that has it. */
export interface Contradiction {
  code: DefinitionProblem
  field: keyof CouponDefinition
}

/** The contradictions in a definition. */
export type Rule = (definition: CouponDefinition) => readonly Contradiction[]

/** The parser of one kind, and what its coupons say of a cart on the server alone. */
export interface CouponParser<Table extends FieldTable = FieldTable> {
  kind: CouponKind
  /** The fields that the kind reads. */
  fields: Table
  /** The field that names the discount; a valid coupon fills that of one kind only. */
  grantField(definition: CouponDefinition): keyof CouponDefinition
  /** The kind's rules for its own fields. */
  rule: Rule
  /** What the lines are missing for it to give something; null: nothing. `lines` are those that accept coupons. */
  missing(terms: CouponTerms, lines: readonly OfferLine[]): Missing | null
  /** Whether a 0 in the field has a meaning in this record; otherwise a 0 counts as absent. */
  meansZero?(field: string, raw: Readonly<Record<string, unknown>>): boolean
}

type Sound = (value: unknown) => boolean

export const isPercent: Sound = (value) => typeof value === 'number' && value >= 0 && value <= 100
export const isCount: Sound = (value) => Number.isSafeInteger(value) && (value as number) >= 1
/** An amount of money above 0, in major units. */
export const isAmount: Sound = (value) => isMajorAmount(value) && value > 0

export function absentOr(isSound: Sound): Sound {
  return (value) => value == null || isSound(value)
}

/** The fields must be valid; each one that is not has a problem. */
export function asks(
  code: DefinitionProblem,
  isSound: Sound,
  ...fields: readonly (keyof CouponDefinition)[]
): Rule {
  return (definition) =>
    fields.filter((field) => !isSound(definition[field])).map((field) => ({ code, field }))
}

/** The problems that any of the rules finds. */
export function allOf(...rules: readonly Rule[]): Rule {
  return (definition) => rules.flatMap((rule) => rule(definition))
}
