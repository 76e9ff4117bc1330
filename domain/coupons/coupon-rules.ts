/**
 * Where, when and how often a code is valid, and why a shopper's code is rejected. Checks a stored code
 * against a time and a store; its effect on a cart is evaluated in `domain/cart`, and uses are counted only
 * in the database.
 */
import type { StoreCode } from '../stores/stores.ts'
import type { CouponDefinition, CouponRefusalReason } from './coupon.ts'

/** A code as the shop stores it. */
export interface CouponRecord {
  definition: CouponDefinition
  /** Valid in [validFrom, validTo), epoch milliseconds; null: no bound. */
  validFrom: number | null
  validTo: number | null
  /** Empty: every store. */
  stores: StoreCode[]
  usageLimit: number | null
  usageLimitPerCustomer: number | null
  /** Epoch milliseconds; null: in force. */
  disabledAt: number | null
}

/**
 * Why a stored code is not valid in a store at `now`, the most severe reason first; null where it is valid.
 */
export function refusalOf(
  record: CouponRecord,
  use: { store: StoreCode; now: number; used: number; usedByCustomer: number },
): CouponRefusalReason | null {
  if (record.disabledAt !== null && record.disabledAt <= use.now) return 'disabled'
  if (record.stores.length > 0 && !record.stores.includes(use.store)) return 'wrong_store'
  if (record.validFrom !== null && use.now < record.validFrom) return 'not_yet_valid'
  if (record.validTo !== null && use.now >= record.validTo) return 'expired'
  if (record.usageLimit !== null && use.used >= record.usageLimit) return 'used_up'
  if (record.usageLimitPerCustomer !== null && use.usedByCustomer >= record.usageLimitPerCustomer)
    return 'used_up_for_customer'
  return null
}
