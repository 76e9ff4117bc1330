/** Whether a discount code can be used now, and why not. Pure. */

export type CouponState = 'valid' | 'scheduled' | 'expired' | 'used_up' | 'disabled'

/** Epoch milliseconds; null: without a limit. */
interface CouponLimits {
  disabledAt: number | null
  validFrom: number | null
  validTo: number | null
  usageLimit: number | null
  used: number
}

/** As the list of codes has it. `now`: epoch milliseconds. */
export function couponStateOf(
  { disabledAt, validFrom, validTo, usageLimit, used }: CouponLimits,
  now: number,
): CouponState {
  if (disabledAt !== null && disabledAt <= now) return 'disabled'
  if (validTo !== null && validTo <= now) return 'expired'
  if (usageLimit !== null && usageLimit <= used) return 'used_up'
  return validFrom !== null && validFrom > now ? 'scheduled' : 'valid'
}
