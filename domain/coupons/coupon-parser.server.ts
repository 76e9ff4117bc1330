/**
 * What the parser of a kind is made of: the kind's fields, which of them promises something, and the rule that its
 * values must keep. Parsers judge coupons as they are stored or written down for import; browsers do not load them.
 */
import { isMajorAmount } from '../money/money.ts'
import type { CouponKind } from './coupon-kinds.ts'
import type { FieldTable } from './coupon-fields.ts'
import type { CouponDefinition } from './coupon.ts'

/** Why a definition cannot be given out. */
export type DefinitionProblem =
  | 'missing_code'
  | 'bad_percentage'
  | 'bad_amount'
  | 'bad_quantity'
  | 'more_than_one_kind'
  | 'matches_nothing'
  | 'gives_nothing'

/** What is wrong, and which field says it. */
export interface Contradiction {
  code: DefinitionProblem
  field: keyof CouponDefinition
}

/** What contradicts itself in a definition, or null. */
export type Rule = (definition: CouponDefinition) => Contradiction | null

/** The parser of one kind. */
export interface CouponParser<Table extends FieldTable = FieldTable> {
  kind: CouponKind
  /** The fields that the kind reads. */
  fields: Table
  /** The field that names the discount; a sound coupon fills that of one kind alone. */
  promise(definition: CouponDefinition): keyof CouponDefinition
  /** What the kind asks of its own fields. */
  rule: Rule
  /** Whether a 0 in the field says something in this record; elsewhere a 0 there counts as left out. */
  meansZero?(field: string, raw: Readonly<Record<string, unknown>>): boolean
}

type Sound = (value: unknown) => boolean

export const isPercent: Sound = (value) => typeof value === 'number' && value >= 0 && value <= 100
export const isCount: Sound = (value) => Number.isSafeInteger(value) && (value as number) >= 1
/** An amount of money above 0, major units. */
export const isAmount: Sound = (value) => isMajorAmount(value) && value > 0

export function orNone(isSound: Sound): Sound {
  return (value) => value == null || isSound(value)
}

/** The fields must be sound; the first that is not is to blame. */
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

/** What the first of the rules finds that finds anything. */
export function firstOf(...rules: readonly Rule[]): Rule {
  return (definition) => {
    for (const rule of rules) {
      const found = rule(definition)
      if (found !== null) return found
    }
    return null
  }
}
