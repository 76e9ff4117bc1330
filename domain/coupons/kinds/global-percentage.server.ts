/** Parses and validates percentages off every line. */
import { asks, isPercent, orNone, type CouponParser } from '../coupon-parser.server.ts'
import { globalPercentage, globalPercentageFields } from './global-percentage.ts'

export const globalPercentageParser: CouponParser<typeof globalPercentageFields> = {
  kind: globalPercentage,
  fields: globalPercentageFields,
  promise: () => 'percentage_discount',
  rule: asks('bad_percentage', orNone(isPercent), 'percentage_discount'),
}
