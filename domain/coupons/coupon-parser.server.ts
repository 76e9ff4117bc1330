/**
 * The parts of a coupon kind's parser: the kind's fields, the field that names the discount, and the rules
 * for its values. Parsers validate coupons that are stored or imported; browsers do not load them.
 */
import { isMajorAmount } from '../money/money.ts'
import type { CouponKind } from './coupon-kinds.ts'
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

/** The contradiction in a definition, or null. */
export type Rule = (definition: CouponDefinition) => Contradiction | null

/** The parser of one kind. */
export interface CouponParser<Table extends FieldTable = FieldTable> {
  kind: CouponKind
  /** The fields that the kind reads. */
  fields: Table
  /** The field that names the discount; a valid coupon fills that of one kind only. */
  grantField(definition: CouponDefinition): keyof CouponDefinition
  /** The kind's rules for its own fields. */
  rule: Rule
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

/** The fields must be valid; the problem names the first that is not. */
export function asks(
  code: DefinitionProblem,
  isSound: Sound,
  ...fields: readonly (keyof CouponDefinition)[]
): Rule {
  return (definition) => {
    const bad = fields.find((field) => !isSound(definition[field]))
    return bad === undefined ? null : { code, field: bad }
  }
}

/** The problem of the first rule that finds one. */
export function firstOf(...rules: readonly Rule[]): Rule {
  return (definition) => {
    for (const rule of rules) {
      const found = rule(definition)
      if (found !== null) return found
    }
    return null
  }
}
