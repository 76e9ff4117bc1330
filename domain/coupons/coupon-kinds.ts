/**
 * The coupon kinds, in the order of DEF-09: the first that recognises an entity is its kind. The coupon types
 * are derived from this list. A new kind is one line here and one in `coupon-parsers.server.ts`. Those of modules
 * come before: each is recognised by a field of its own.
 */
import { moduleCouponKinds } from '../../modules/coupon-kinds.ts'
import type { AnyKind } from './coupon-kind.ts'
import { amountIncrement } from './kinds/amount-increment.ts'
import { amountInterval } from './kinds/amount-interval.ts'
import { buyXGetY } from './kinds/buy-x-get-y.ts'
import { fixedAmount } from './kinds/fixed-amount.ts'
import { globalPercentage } from './kinds/global-percentage.ts'
import { quantityIncrement } from './kinds/quantity-increment.ts'
import { quantityInterval } from './kinds/quantity-interval.ts'
import { restrictedPercentage } from './kinds/restricted-percentage.ts'
import { kindOfModule, type ModuleTerms } from './module-kind.ts'

const kinds = [
  quantityInterval,
  amountInterval,
  quantityIncrement,
  amountIncrement,
  buyXGetY,
  fixedAmount,
  restrictedPercentage,
  globalPercentage,
] as const

type ListedKind = (typeof kinds)[number]

/** The terms of a coupon: a union of one type per kind, discriminated by `kind`. */
export type CouponTerms = NonNullable<ReturnType<ListedKind['read']>> | ModuleTerms
export type CouponKindName = CouponTerms['kind']

type ToIntersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** The fields of all kinds, as the coupon entity contains them. */
export type KindFields = ToIntersection<Parameters<ListedKind['read']>[0]>

/** A kind for callers that do not depend on which one it is; it must be given its own terms. */
export type CouponKind = AnyKind<CouponTerms, KindFields>

export const couponKinds: readonly CouponKind[] = [...moduleCouponKinds.map(kindOfModule), ...kinds]

const byName = new Map(couponKinds.map((kind) => [kind.kind, kind]))

/** The kind that created the terms. */
export function kindOf(terms: { kind: CouponKindName }): CouponKind {
  return byName.get(terms.kind)!
}

/** The kind of an entity's fields (DEF-09). */
export function recognizeKind(fields: KindFields): CouponKind {
  return couponKinds.find((kind) => kind.recognizes(fields))!
}
