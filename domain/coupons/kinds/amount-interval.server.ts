/** Parses and validates amount intervals. */
import { asks, isAmount, type CouponParser } from '../coupon-parser.server.ts'
import { missingSpend } from '../missing.server.ts'
import { amountInterval, amountIntervalFields, type AmountInterval } from './amount-interval.ts'

export const amountIntervalParser: CouponParser<typeof amountIntervalFields> = {
  kind: amountInterval,
  fields: amountIntervalFields,
  grantField: () => 'coupon_buy_x_interval_amount_buy',
  rule: asks('bad_amount', isAmount, 'coupon_buy_x_interval_amount_buy', 'coupon_buy_x_interval_amount_get'),
  missing: ({ everyMinor, sets }: AmountInterval, lines) => missingSpend(sets, lines, everyMinor),
}
