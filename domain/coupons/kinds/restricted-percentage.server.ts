/** Parses and validates percentages off some groups or discount categories. */
import { asks, allOf, isPercent, absentOr, type CouponParser, type Rule } from '../coupon-parser.server.ts'
import { isFilled } from '../coupon-fields.ts'
import { missingGoods } from '../missing.server.ts'
import {
  restrictedPercentage,
  restrictedPercentageFields,
  type RestrictedPercentage,
} from './restricted-percentage.ts'

/** If all named groups are also excluded the coupon matches nothing, unless it names discount categories. */
const matchesSomething: Rule = (terms) => {
  const named = terms.specific_groups ?? []
  const excluded = terms.excluded_groups ?? []
  const isEmpty = named.length > 0 && named.every((group) => excluded.includes(group))
  return isEmpty && !terms.specific_discount_categories?.length
    ? [{ code: 'matches_nothing', field: 'specific_groups' }]
    : []
}

export const restrictedPercentageParser: CouponParser<typeof restrictedPercentageFields> = {
  kind: restrictedPercentage,
  fields: restrictedPercentageFields,
  grantField: () => 'percentage_discount',
  rule: allOf(asks('bad_percentage', absentOr(isPercent), 'percentage_discount'), matchesSomething),
  missing: ({ groups, excludedGroups, discountCategories }: RestrictedPercentage, lines) =>
    missingGoods(
      lines.filter(({ groupId, discountCategory }) => {
        const isExcluded = groupId !== null && excludedGroups.includes(groupId)
        const inGroups =
          groups.length > 0 ? groupId !== null && groups.includes(groupId) : excludedGroups.length > 0
        return (
          (inGroups && !isExcluded) ||
          (discountCategory !== null && discountCategories.includes(discountCategory))
        )
      }),
      isFilled(groups) || isFilled(discountCategories)
        ? { products: [], categories: [], groups, discountCategories }
        : null,
    ),
}
