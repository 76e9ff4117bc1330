/** What the codes of coupons are called. */
import type { z } from 'zod'
import type { couponKindsAnswer, CouponPage } from '../../../contract/admin/coupons.ts'
import type { AdminKey, Translate } from '../../texts.tsx'
import type { Tone } from '../../shell/status.tsx'

export type CouponKinds = z.infer<typeof couponKindsAnswer>['kinds']
export type CouponField = CouponKinds[number]['fields'][number]
export type CouponState = CouponPage['state']

export const couponStates = [
  'valid',
  'scheduled',
  'expired',
  'used_up',
  'disabled',
] as const satisfies readonly CouponState[]

export const couponTones: Readonly<Record<CouponState, Tone>> = {
  valid: 'good',
  scheduled: 'active',
  expired: 'neutral',
  used_up: 'neutral',
  disabled: 'bad',
}

/** Names that follow from the registry of kinds; one without a text is shown in plain letters. */
export const kindText = (t: Translate, kind: string) => t(`coupons.kind_${kind}` as AdminKey)
export const kindExplanation = (t: Translate, kind: string) => t(`coupons.explain_${kind}` as AdminKey)
export const fieldText = (t: Translate, field: string) => t(`coupon_field.${field}` as AdminKey)
export const problemText = (t: Translate, code: string) => t(`coupons.problem_${code}` as AdminKey)
export const reasonText = (t: Translate, reason: string) => t(`simulator.reason_${reason}` as AdminKey)
