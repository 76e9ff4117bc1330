/** Parses and validates quantity increments. */
import { asks, allOf, isCount, isPercent, absentOr, type CouponParser } from '../coupon-parser.server.ts'
import { missingSet } from '../missing.server.ts'
import { boughtUnits } from '../offer-sets.ts'
import { quantityIncrement, quantityIncrementFields, type QuantityIncrement } from './quantity-increment.ts'

export const quantityIncrementParser: CouponParser<typeof quantityIncrementFields> = {
  kind: quantityIncrement,
  fields: quantityIncrementFields,
  grantField: () => 'buy_x_quantity_increment_buy',
  rule: allOf(
    asks('bad_quantity', isCount, 'buy_x_quantity_increment_buy'),
    asks('bad_quantity', absentOr(isCount), 'buy_x_increment_buy_quantity'),
    asks('bad_percentage', isPercent, 'buy_x_percentage_increment_get'),
  ),
  missing({ sets, fromUnits }: QuantityIncrement, lines) {
    const units = fromUnits - boughtUnits(sets, lines)
    return missingSet(sets.get, lines) ?? (units > 0 ? { what: 'units', units } : null)
  },
}
