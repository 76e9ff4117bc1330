/**
 * The parsers of all kinds and what is derived from them: the fields of a coupon, and the coupon of a
 * definition. Where a definition names several discounts, those of kinds further down the list are reported
 * as excess.
 */
import type { Coupon, CouponDefinition } from './coupon.ts'
import { readCoupon } from './coupon.ts'
import { moduleCouponKinds } from '../../modules/coupon-kinds.ts'
import { couponKinds, recognizeKind, type CouponKind } from './coupon-kinds.ts'
import type { FieldType } from './coupon-fields.ts'
import {
  asks,
  allOf,
  isCount,
  absentOr,
  type Contradiction,
  type CouponParser,
  type Rule,
} from './coupon-parser.server.ts'
import { isMajorAmount } from '../money/money.ts'
import { amountIncrementParser } from './kinds/amount-increment.server.ts'
import { amountIntervalParser } from './kinds/amount-interval.server.ts'
import { buyXGetYParser } from './kinds/buy-x-get-y.server.ts'
import { fixedAmountParser } from './kinds/fixed-amount.server.ts'
import { globalPercentageParser } from './kinds/global-percentage.server.ts'
import { quantityIncrementParser } from './kinds/quantity-increment.server.ts'
import { quantityIntervalParser } from './kinds/quantity-interval.server.ts'
import { restrictedPercentageParser } from './kinds/restricted-percentage.server.ts'
import { parserOfModuleKind } from './module-kind.server.ts'

const listed = [
  quantityIntervalParser,
  amountIntervalParser,
  quantityIncrementParser,
  amountIncrementParser,
  buyXGetYParser,
  restrictedPercentageParser,
  globalPercentageParser,
  fixedAmountParser,
] as const

const ofModules = moduleCouponKinds.map((each) =>
  parserOfModuleKind(
    each,
    couponKinds.find(({ kind }) => kind === each.kind.name)!,
  ),
)

export const couponParsers: readonly CouponParser[] = [...ofModules, ...listed]

type TableOf<Parser> = Parser extends CouponParser<infer Table> ? Table : never
type ToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Every field of the terms of any kind, with its type. */
export const termFields = Object.assign({}, ...couponParsers.map(({ fields }) => fields)) as ToIntersection<
  TableOf<(typeof listed)[number]>
>

/** The same, as pairs. */
export const termFieldTypes = Object.entries(termFields) as [keyof typeof termFields, FieldType][]

const byKind = new Map(couponParsers.map((parser) => [parser.kind, parser]))

/** The parser of a kind. Throws where the registry has a kind without one. */
export function parserOf(kind: CouponKind): CouponParser {
  const parser = byKind.get(kind)
  if (!parser) throw new Error(`the coupon kind ${kind.kind} has no parser`)
  return parser
}

const isAbsent = (value: unknown): boolean => value == null || value === 0

/** Those of the filled fields that each name a discount. */
function grantFieldsOf(definition: CouponDefinition): (keyof CouponDefinition)[] {
  const fields = new Set(couponParsers.map((parser) => parser.grantField(definition)))
  return [...fields].filter((field) => !isAbsent(definition[field]))
}

/** Whether the terms give neither a discount nor a gift. */
export function grantsNothing(definition: CouponDefinition): boolean {
  return grantFieldsOf(definition).length === 0 && !definition.gift_sku
}

/** The parser of the kind whose discount the definition names. */
export function parserOfGrant(definition: CouponDefinition): CouponParser | null {
  const parser = parserOf(recognizeKind(definition))
  return isAbsent(definition[parser.grantField(definition)]) ? null : parser
}

/** Reports the second discount that a definition names as excess. */
const grantsOnce: Rule = (definition) => {
  const [, second] = grantFieldsOf(definition)
  return second === undefined ? [] : [{ code: 'more_than_one_kind', field: second }]
}

/** What is wrong with a definition whose fields have the right types, the most important first. */
export const contradictionsOf = allOf(
  asks('missing_code', (code) => (code as string).trim() !== '', 'code'),
  grantsOnce,
  asks(
    'bad_amount',
    absentOr((value) => isMajorAmount(value) && value >= 0),
    'minimum_spend',
  ),
  // A gift is a few units, not the whole stock.
  asks(
    'bad_quantity',
    absentOr((value) => isCount(value) && (value as number) <= 100),
    'gift_quantity',
  ),
  (definition) => parserOf(recognizeKind(definition)).rule(definition),
)

export type ParsedCoupon = { ok: true; coupon: Coupon } | ({ ok: false } & Contradiction)

/**
 * The coupon of a definition whose fields have the right types. Rejected where it is contradictory: it must
 * name at most one discount, with valid numbers.
 */
export function parseCoupon(definition: CouponDefinition): ParsedCoupon {
  const [contradiction] = contradictionsOf(definition)
  if (contradiction !== undefined) return { ok: false, ...contradiction }
  const coupon = readCoupon(definition)
  if (coupon === null) throw new Error(`the terms of ${definition.code} are sound and cannot be read`)
  return { ok: true, coupon }
}
