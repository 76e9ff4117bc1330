/** Parses and validates amounts off the cart. */
import { asks, isAmount, type CouponParser } from '../coupon-parser.server.ts'
import { missingGoods } from '../missing.server.ts'
import { fixedAmount, fixedAmountFields } from './fixed-amount.ts'

export const fixedAmountParser: CouponParser<typeof fixedAmountFields> = {
  kind: fixedAmount,
  fields: fixedAmountFields,
  grantField: () => 'fixed_amount',
  rule: asks('bad_amount', isAmount, 'fixed_amount'),
  // A customer's code of 0 is rejected (COUPON-18), not accepted as a coupon without a discount.
  meansZero: (field, raw) => field === 'fixed_amount' && !raw['percentage_discount'],
  missing: (_terms, lines) => missingGoods(lines),
}
