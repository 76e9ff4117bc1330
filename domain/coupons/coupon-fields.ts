/**
 * The fields of a coupon by what they hold, and whether a stored definition holds that. Used where coupons come in
 * (import, database) and go out (API); it judges shapes, never what they promise.
 */
import { isStoreCode } from '../stores/stores.ts'
import type { CouponDefinition } from './coupon.ts'

/** Ids of products, categories or groups. */
export const idListFields = ['specific_groups', 'excluded_groups', 'buy_products', 'get_products', 'buy_categories', 'get_categories', 'buy_groups', 'get_groups'] as const // prettier-ignore

/** Numbers that the terms promise. */
export const termNumberFields = ['percentage_discount', 'fixed_amount', 'buy_x', 'get_y', 'discount_type_percentage', 'discount_type_value', 'buy_x_quantity_interval_buy', 'buy_x_percentage_interval_get', 'buy_x_quantity_increment_buy', 'buy_x_increment_buy_quantity', 'buy_x_get_amount', 'coupon_buy_x_interval_amount_buy', 'coupon_buy_x_interval_amount_get', 'coupon_buy_x_increment_amount_buy', 'coupon_buy_x_increment_amount_get', 'buy_x_percentage_increment_get'] as const // prettier-ignore

export const flagFields = ['buy_x_get_items_whole_order', 'buy_x_buy_items_whole_order'] as const

/** Numbers that a cart's sync works out. */
export const resultNumberFields = ['buyx_free_amount', 'vat_amount', 'vat_rate', 'buy_x_percentage_total'] as const // prettier-ignore

/** Every calculated field: they come out of a sync and are passed over on the way in. */
export const calculatedFields = ['applied', 'failed_minimum_spend', 'reason', 'all_affected_items', ...resultNumberFields] as const // prettier-ignore

type Check = (value: unknown) => boolean

const isId: Check = (value) => Number.isSafeInteger(value)
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value)
const isText: Check = (value) => typeof value === 'string'
const isTextPerStore: Check = (value) =>
  typeof value === 'object' &&
  Object.entries(value!).every(([store, text]) => isStoreCode(store) && isText(text))
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)

const checks: readonly (readonly [readonly string[], Check])[] = [
  [idListFields, listOf(isId)],
  [['specific_discount_categories'], listOf(isText)],
  [[...termNumberFields, 'minimum_spend', 'gift_quantity'], isNumber],
  [flagFields, (value) => typeof value === 'boolean'],
  [['discount_label', 'gift_sku'], isText],
  [['discount_labels'], isTextPerStore],
]

/** Whether every field present holds the sort of value it is for; absent and null ones say nothing. */
export function hasSoundTypes(definition: CouponDefinition): boolean {
  const values = definition as unknown as Record<string, unknown>
  return checks.every(([names, check]) => names.every((name) => values[name] == null || check(values[name])))
}
