/**
 * The discount codes of a cart as the browser keeps them, and every way they change (COUPON-01..06, 18, 29..31,
 * ENTITY-34). Pure: a state goes in, a new one comes out; aggregates are recomputed on every change. It asks
 * no server and prices nothing.
 */
import { aggregateCoupons, type CouponAggregates } from './coupon-aggregates.ts'
import type { RemovalReason } from './coupon-kind.ts'
import { removalReason, type CouponEntity, type CouponRefusalReason } from './coupon.ts'
import { isSameCode, normalizeCode } from './discount-code.ts'

/** A code the cart does not have, and why. */
export interface RejectedCode {
  code: string
  reason: 'not_applied' | 'missing' | CouponRefusalReason | RemovalReason
}

export interface DiscountState extends CouponAggregates {
  items: CouponEntity[]
  rejected: RejectedCode[]
}

export function noDiscounts(): DiscountState {
  return withItems([], [])
}

function withItems(items: CouponEntity[], rejected: RejectedCode[]): DiscountState {
  return { items, rejected, ...aggregateCoupons(items) }
}

/** Codes of a state in the order in which they were added, as sync-coupons sends them. */
export function codesOf(state: DiscountState): string[] {
  return state.items.map(({ code }) => code)
}

/** Appends a code; the same state where it is there already, so that nothing needs to be asked (COUPON-01, 02). */
export function addCode(state: DiscountState, text: string): DiscountState {
  const code = normalizeCode(text)
  if (code === '' || state.items.some((item) => isSameCode(item.code, code))) return state
  const rejected = state.rejected.filter((entry) => !isSameCode(entry.code, code))
  return withItems([...state.items, { code, applied: false }], rejected)
}

/** Takes a code away, from the rejected ones too, and recomputes the aggregates (COUPON-03). */
export function removeCode(state: DiscountState, code: string): DiscountState {
  const keep = (entry: { code: string }): boolean => !isSameCode(entry.code, code)
  return withItems(state.items.filter(keep), state.rejected.filter(keep))
}

function reject(rejected: RejectedCode[], code: string, reason: RejectedCode['reason']): void {
  if (!rejected.some((entry) => isSameCode(entry.code, code))) rejected.push({ code, reason })
}

/**
 * Takes over a sync answer (COUPON-04..06): it replaces all codes; codes not applied, and codes sent but
 * missing from it, are rejected. One below its minimum spend stays, without effect, to be asked for again. What was
 * rejected `before` stays listed until the shopper removes it or adds it again.
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
    reject(rejected, coupon.code, coupon.reason ?? unsaid)
  }
  const order = (code: string): number => sent.findIndex((sentCode) => isSameCode(sentCode, code))
  rejected.sort((a, b) => order(a.code) - order(b.code))
  const judged = [...sent, ...answer.map(({ code }) => code)]
  const kept = before.filter((entry) => !judged.some((code) => isSameCode(code, entry.code)))
  return withItems(items, [...kept, ...rejected])
}

/**
 * With an empty cart no offer is earned, so a link's code would be gone before anything could be bought with it:
 * codes that are refused only because the cart is empty stay, without effect or notice, until the first line is there.
 */
export function keepForFirstLine(state: DiscountState): DiscountState {
  const waiting = state.rejected.filter(({ reason }) => reason === 'not_applicable')
  return waiting.reduce((kept, { code }) => addCode(kept, code), state)
}

/**
 * Drops the codes the cart may no longer keep, each with a notice (COUPON-18, COUPON-29..31). To be called
 * after every change of the cart and after every sync answer. The same state where nothing has to go.
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
