/** Parses and validates quantity intervals. */
import { asks, allOf, isCount, isPercent, absentOr, type CouponParser } from '../coupon-parser.server.ts'
import { missingUnits } from '../missing.server.ts'
import { quantityInterval, quantityIntervalFields, type QuantityInterval } from './quantity-interval.ts'

export const quantityIntervalParser: CouponParser<typeof quantityIntervalFields> = {
  kind: quantityInterval,
  fields: quantityIntervalFields,
  grantField: () => 'buy_x_quantity_interval_buy',
  rule: allOf(
    asks('bad_quantity', isCount, 'buy_x_quantity_interval_buy'),
    asks('bad_quantity', absentOr(isCount), 'buy_x_get_amount'),
    asks('bad_percentage', isPercent, 'buy_x_percentage_interval_get'),
  ),
  missing: ({ everyUnits, sets }: QuantityInterval, lines) =>
    missingUnits(sets, lines, { bought: everyUnits, rewarded: 1 }),
}
