/** Parses and validates buy-x-get-y offers. */
import { asks, allOf, isCount, isPercent, type CouponParser } from '../coupon-parser.server.ts'
import { missingUnits } from '../missing.server.ts'
import { buyXGetY, buyXGetYFields, freeReward, type BuyXGetY } from './buy-x-get-y.ts'

const percentage = asks('bad_percentage', isPercent, 'discount_type_percentage')

export const buyXGetYParser: CouponParser<typeof buyXGetYFields> = {
  kind: buyXGetY,
  fields: buyXGetYFields,
  grantField: (definition) => (definition.buy_x == null ? 'get_y' : 'buy_x'),
  rule: allOf(asks('bad_quantity', isCount, 'buy_x', 'get_y'), (definition) =>
    definition.discount_type_value === freeReward ? [] : percentage(definition),
  ),
  missing: ({ boughtUnits, rewardedUnits, sets }: BuyXGetY, lines) =>
    missingUnits(sets, lines, { bought: boughtUnits, rewarded: rewardedUnits }),
}
