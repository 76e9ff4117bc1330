/** Parses and validates amount increments. */
import { asks, isAmount, type CouponParser } from '../coupon-parser.server.ts'
import { missingSpend } from '../missing.server.ts'
import { amountIncrement, amountIncrementFields, type AmountIncrement } from './amount-increment.ts'

export const amountIncrementParser: CouponParser<typeof amountIncrementFields> = {
  kind: amountIncrement,
  fields: amountIncrementFields,
  grantField: () => 'coupon_buy_x_increment_amount_buy',
  rule: asks(
    'bad_amount',
    isAmount,
    'coupon_buy_x_increment_amount_buy',
    'coupon_buy_x_increment_amount_get',
  ),
  missing: ({ everyMinor, sets }: AmountIncrement, lines) => missingSpend(sets, lines, everyMinor),
}
