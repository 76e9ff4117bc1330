/** A coupon while it is edited: every field as the text of its control, and the record that is sent. */
import type { EditedCoupon } from '../../../contract/admin/coupons.ts'
import type { CouponField, CouponKinds } from './coupon-words.ts'

/** Field → the text of its control; a checked box is `yes`. */
export type Draft = Readonly<Record<string, string>>

/** Products are given by item number, other lists by number or name. */
export const isProductField = ({ name }: CouponField) => name.endsWith('_products')

/** `discount_type_value` of a reward that is free of charge. */
const free = 3

const isFlag = ({ name, type }: CouponField) => type === 'flag' || name === 'discount_type_value'
export { isFlag as isCheckField }

/** Fields of every kind, beside its own. */
export const plainFields = {
  conditions: [
    { name: 'minimum_spend', type: 'amount' },
    { name: 'gift_sku', type: 'texts' },
    { name: 'gift_quantity', type: 'number' },
  ],
  limits: [
    { name: 'usage_limit', type: 'number' },
    { name: 'usage_limit_per_customer', type: 'number' },
  ],
} as const satisfies Record<string, readonly CouponField[]>

export function draftOf(coupon: EditedCoupon | null, kinds: CouponKinds): Draft {
  if (coupon === null) return { kind: 'global' }
  const { code, kind, fields, skus, validFrom: from, validTo: to } = coupon
  const text = (field: CouponField): string => {
    const value = fields[field.name]
    if (field.name === 'discount_type_value') return value === free ? 'yes' : ''
    if (value === true) return 'yes'
    if (Array.isArray(value))
      return value.map((each) => (isProductField(field) ? (skus[String(each)] ?? each) : each)).join(', ')
    return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  }
  const all = [...kinds.flatMap((each) => each.fields), ...plainFields.conditions, ...plainFields.limits]
  const labels = Object.entries((fields['discount_labels'] ?? {}) as Record<string, string>)
  return {
    ...Object.fromEntries(all.map((field) => [field.name, text(field)])),
    ...Object.fromEntries(labels.map(([store, label]) => [`label_${store}`, label])),
    ...Object.fromEntries((fields['stores'] as string[]).map((store) => [`store_${store}`, 'yes'])),
    discount_label: typeof fields['discount_label'] === 'string' ? fields['discount_label'] : '',
    code,
    kind,
    valid_from: from ?? '',
    valid_to: to ?? '',
  }
}

/** The record that the draft says; `stores` are the codes of all stores. */
export function recordOf(
  draft: Draft,
  kinds: CouponKinds,
  stores: readonly string[],
  coupon: EditedCoupon | null,
): Record<string, unknown> {
  const own = kinds.find(({ name }) => name === draft['kind'])?.fields ?? []
  const fields = [...own, ...plainFields.conditions, ...plainFields.limits]
  const given = fields.map((field) => [field.name, valueOf(field, draft[field.name] ?? '')] as const)
  const labels = stores.flatMap((store) => {
    const label = draft[`label_${store}`]?.trim() ?? ''
    return label === '' ? [] : [[store, label] as const]
  })
  // A time that was not touched stays exact to the millisecond.
  const time = (name: 'valid_from' | 'valid_to', stored: string | null | undefined) => {
    const text = draft[name] ?? ''
    if (text === '') return null
    return coupon !== null && text === stored ? coupon.fields[name] : text
  }
  return {
    ...Object.fromEntries(given.filter(([, value]) => value !== null)),
    code: draft['code'] ?? '',
    ...(draft['discount_label']?.trim() && { discount_label: draft['discount_label'].trim() }),
    ...(labels.length > 0 && { discount_labels: Object.fromEntries(labels) }),
    stores: stores.filter((store) => draft[`store_${store}`] === 'yes'),
    valid_from: time('valid_from', coupon?.validFrom),
    valid_to: time('valid_to', coupon?.validTo),
  }
}

const parts = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What is not a number is sent as it was typed, so that the answer names the field. */
function valueOf(field: CouponField, text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (field.name === 'gift_sku') return trimmed
  if (isFlag(field)) return field.type === 'flag' ? true : free
  const number = (part: string) => {
    const value = Number(part.replace(',', '.'))
    return Number.isFinite(value) ? value : part
  }
  if (isProductField(field) || field.type === 'texts') return parts(trimmed)
  return field.type === 'ids' ? parts(trimmed).map(number) : number(trimmed)
}
