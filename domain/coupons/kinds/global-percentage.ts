/**
 * A percentage off every line (COUPON-07, COUPON-12). Also the kind of a coupon that has no other discount.
 */
import { mayBeKept, type PercentageKind } from '../coupon-kind.ts'
import type { FieldTable, FieldValues } from '../coupon-fields.ts'
import { soundPercent } from '../percent.ts'

export const globalPercentageFields = {
  percentage_discount: 'optionalNumber',
} as const satisfies FieldTable

export interface GlobalPercentage {
  kind: 'global'
  /** 0–100; 0 for a coupon that only adds a gift. */
  percent: number
}

export const globalPercentage: PercentageKind<
  GlobalPercentage,
  FieldValues<typeof globalPercentageFields>
> = {
  kind: 'global',
  family: 'percentage',
  step: 'percentages',
  recognizes: () => true,
  read: (fields) => ({ kind: 'global', percent: soundPercent(fields.percentage_discount) }),
  check: mayBeKept,
  apply: ({ percent }) => [{ source: 'global', percent }],
}
