/** A percentage off the lines of some groups or discount categories (COUPON-08..10, COUPON-13..15). */
import { mayBeKept, type PercentageKind, type PercentGrant } from '../coupon-kind.ts'
import { isFilled, type FieldTable, type FieldValues } from '../coupon-fields.ts'
import { soundPercent } from '../percent.ts'

export const restrictedPercentageFields = {
  percentage_discount: 'optionalNumber',
  specific_groups: 'ids',
  excluded_groups: 'ids',
  specific_discount_categories: 'texts',
} as const satisfies FieldTable

export interface RestrictedPercentage {
  kind: 'restricted'
  /** 0–100. */
  percent: number
  /** Only these groups; empty: all except the excluded ones, where there are any. */
  groups: readonly number[]
  excludedGroups: readonly number[]
  discountCategories: readonly string[]
}

export const restrictedPercentage: PercentageKind<
  RestrictedPercentage,
  FieldValues<typeof restrictedPercentageFields>
> = {
  kind: 'restricted',
  family: 'percentage',
  step: 'percentages',
  recognizes: (fields) =>
    isFilled(fields.specific_groups) ||
    isFilled(fields.excluded_groups) ||
    isFilled(fields.specific_discount_categories),
  read: (fields) => ({
    kind: 'restricted',
    percent: soundPercent(fields.percentage_discount),
    groups: fields.specific_groups ?? [],
    excludedGroups: fields.excluded_groups ?? [],
    discountCategories: fields.specific_discount_categories ?? [],
  }),
  check: mayBeKept,
  apply({ percent, groups, excludedGroups, discountCategories }) {
    const grants: PercentGrant[] = []
    // A coupon that names both specific and excluded groups requires both conditions.
    for (const groupId of groups)
      if (!excludedGroups.includes(groupId)) grants.push({ source: 'group', groupId, percent })
    if (groups.length === 0 && excludedGroups.length > 0)
      grants.push({ source: 'excludedGroup', groups: excludedGroups, percent })
    for (const category of discountCategories) grants.push({ source: 'category', category, percent })
    return grants
  },
}
