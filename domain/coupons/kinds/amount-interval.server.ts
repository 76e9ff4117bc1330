/** Parses and validates amount intervals. */
import { asks, isAmount, type CouponParser } from '../coupon-parser.server.ts'
import { amountInterval, amountIntervalFields } from './amount-interval.ts'

export const amountIntervalParser: CouponParser<typeof amountIntervalFields> = {
  kind: amountInterval,
  fields: amountIntervalFields,
  grantField: () => 'coupon_buy_x_interval_amount_buy',
  rule: asks('bad_amount', isAmount, 'coupon_buy_x_interval_amount_buy', 'coupon_buy_x_interval_amount_get'),
}
