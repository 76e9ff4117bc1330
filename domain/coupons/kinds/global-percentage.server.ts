/** Parses and validates percentages off every line. */
import { asks, isPercent, absentOr, type CouponParser } from '../coupon-parser.server.ts'
import { missingGoods } from '../missing.server.ts'
import { globalPercentage, globalPercentageFields } from './global-percentage.ts'

export const globalPercentageParser: CouponParser<typeof globalPercentageFields> = {
  kind: globalPercentage,
  fields: globalPercentageFields,
  grantField: () => 'percentage_discount',
  rule: asks('bad_percentage', absentOr(isPercent), 'percentage_discount'),
  missing: (_terms, lines) => missingGoods(lines),
}
