/** What the codes of coupons are called. */
import type { z } from 'zod'
import type { couponKindsAnswer, CouponPage } from '../../../contract/admin/coupons.ts'
import type { AdminKey, Translate } from '../../texts.tsx'
import { storeName } from '../../store-name.ts'
import type { Tone } from '../../shell/status.tsx'

export type CouponKinds = z.infer<typeof couponKindsAnswer>['kinds']
export type CouponField = CouponKinds[number]['fields'][number]
export type CouponState = CouponPage['state']

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

const formLabels: Readonly<Record<string, AdminKey>> = {
  kind: 'coupons.kind',
  valid_from: 'coupons.validFrom',
  valid_to: 'coupons.validTo',
  discount_label: 'coupons.label_everywhere',
}

/** What the form calls a field of its draft: `usage_limit`, `store_sv`, `label_sv`. */
export function draftLabel(t: Translate, name: string): string {
  const label = formLabels[name]
  if (label !== undefined) return t(label)
  const [part = '', store = ''] = name.split('_')
  if (part === 'store') return storeName(store)
  if (part === 'label') return t('coupons.label_in', { store: storeName(store) })
  return fieldText(t, name)
}
