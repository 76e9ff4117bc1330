/**
 * The discount codes of a cart as the browser stores them, and all their transitions (COUPON-01..06, 18,
 * 29..31, ENTITY-34). Pure: takes a state and returns a new one; aggregates are recomputed on every change.
 * Sends no requests and prices nothing.
 */
import { aggregateCoupons, type CouponAggregates } from './coupon-aggregates.ts'
import type { RemovalReason } from './coupon-kind.ts'
import {
  couponLabel,
  removalReason,
  type CouponEntity,
  type MissingEntity,
  type CouponRefusalReason,
} from './coupon.ts'
import { isSameCode, normalizeCode } from './discount-code.ts'

/** A rejected code and the reason. */
export interface RejectedCode {
  code: string
  reason: 'not_applied' | 'missing' | CouponRefusalReason | RemovalReason
  /** The coupon's label, and what the cart is missing for it; absent: unknown. */
  label?: string
  missing?: MissingEntity
}

export interface DiscountState extends CouponAggregates {
  items: CouponEntity[]
  rejected: RejectedCode[]
}

function withItems(items: CouponEntity[], rejected: RejectedCode[]): DiscountState {
  return { items, rejected, ...aggregateCoupons(items) }
}

/** Codes of a state in the order of adding, as sync-coupons sends them. */
export function codesOf(state: DiscountState): string[] {
  return state.items.map(({ code }) => code)
}

/**
 * Appends a code. Returns the same state where it is already present, so that no request is needed
 * (COUPON-01, 02).
 */
export function addCode(state: DiscountState, text: string): DiscountState {
  const code = normalizeCode(text)
  if (code === '' || state.items.some((item) => isSameCode(item.code, code))) return state
  const rejected = state.rejected.filter((entry) => !isSameCode(entry.code, code))
  return withItems([...state.items, { code, applied: false }], rejected)
}

/** Removes a code, also from the rejected ones, and recomputes the aggregates (COUPON-03). */
export function removeCode(state: DiscountState, code: string): DiscountState {
  const keep = (entry: { code: string }): boolean => !isSameCode(entry.code, code)
  return withItems(state.items.filter(keep), state.rejected.filter(keep))
}

function reject(
  rejected: RejectedCode[],
  code: string,
  reason: RejectedCode['reason'],
  coupon?: CouponEntity,
): void {
  if (rejected.some((entry) => isSameCode(entry.code, code))) return
  const { missing } = coupon ?? {}
  rejected.push({ code, reason, ...(coupon && missing && { label: couponLabel(coupon), missing }) })
}

/**
 * Applies a sync response (COUPON-04..06): it replaces all codes. Codes not applied, and codes sent but
 * missing from it, are rejected. One below its minimum spend stays without effect, to be sent again. Codes
 * rejected `before` stay listed until the shopper removes them or adds them again.
 */
export function takeSyncAnswer(
  sent: readonly string[],
  answer: readonly CouponEntity[],
  before: readonly RejectedCode[] = [],
): DiscountState {
  const rejected: RejectedCode[] = []
  const items = answer.filter((coupon) => coupon.applied || coupon.failed_minimum_spend === true)
  for (const code of sent) {
    const coupon = answer.find((item) => isSameCode(item.code, code))
    if (!coupon) reject(rejected, code, 'missing')
  }
  for (const coupon of answer) {
    if (coupon.applied) continue
    const unsaid = coupon.failed_minimum_spend ? 'minimum_spend' : 'not_applied'
    reject(rejected, coupon.code, coupon.reason ?? unsaid, coupon)
  }
  const order = (code: string): number => sent.findIndex((sentCode) => isSameCode(sentCode, code))
  rejected.sort((a, b) => order(a.code) - order(b.code))
  const judged = [...sent, ...answer.map(({ code }) => code)]
  const kept = before.filter((entry) => !judged.some((code) => isSameCode(code, entry.code)))
  return withItems(items, [...kept, ...rejected])
}

/**
 * An empty cart earns no offer, so a link's code would be removed before anything could be bought with it.
 * Codes that are rejected only because the cart is empty therefore stay, without effect or notice, until the
 * first line is added. Their labels are those of the `answer`.
 */
export function keepForFirstLine(
  state: DiscountState,
  answer: readonly Pick<CouponEntity, 'code' | 'discount_label'>[] = [],
): DiscountState {
  const waiting = state.rejected.filter(({ reason }) => reason === 'not_applicable')
  const kept = waiting.reduce((before, { code }) => addCode(before, code), state)
  const items = kept.items.map((item) => {
    if (!waiting.some(({ code }) => isSameCode(code, item.code))) return item
    const label = answer.find(({ code }) => isSameCode(code, item.code))?.discount_label
    return label ? { ...item, discount_label: label } : item
  })
  return withItems(items, kept.rejected)
}

/**
 * Removes the codes the cart may no longer keep, each with a notice (COUPON-18, COUPON-29..31). Call it after
 * every change of the cart and after every sync response. Returns the same state where nothing is removed.
 */
export function dropBrokenCodes(
  state: DiscountState,
  items: readonly { sku: string; quantity: number }[],
): DiscountState {
  const rejected = [...state.rejected]
  const kept = state.items.filter((coupon) => {
    const reason = removalReason(coupon, items)
    if (reason !== null) reject(rejected, coupon.code, reason)
    return reason === null
  })
  return kept.length === state.items.length ? state : withItems(kept, rejected)
}
