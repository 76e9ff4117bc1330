/** The back office's table of discount codes. A code of several stores is one row. */
import { sql } from 'kysely'
import type { TableDefinition } from '../../db/table-query.server.ts'
import { hasFields, type WantedField } from '../resources/field-filter.server.ts'
import type { StoredCoupon } from './coupon-repository.server.ts'
import type { CouponDefinition } from './coupon.ts'
import type { StoreCode } from '../stores/stores.ts'

export const couponStates = ['valid', 'scheduled', 'expired', 'used_up', 'disabled'] as const
export type CouponState = (typeof couponStates)[number]

export interface CouponTableRow {
  code: string
  terms: Omit<CouponDefinition, 'code'>
  state: CouponState
  /** Empty: every store. */
  stores: StoreCode[]
  validFrom: Date | null
  validTo: Date | null
  /** Orders that use it; released uses are not counted. */
  used: number
  usageLimit: number | null
  createdAt: Date
}

export interface CouponFilters {
  store?: readonly string[] | undefined
  state?: readonly CouponState[] | undefined
  field?: readonly WantedField[] | undefined
}

const state = sql`case when c.disabled_at <= now() then 'disabled'
  when c.valid_to <= now() then 'expired'
  when c.usage_limit <= c.used then 'used_up'
  when c.valid_from > now() then 'scheduled'
  else 'valid' end`

export const couponTable: TableDefinition<CouponTableRow, CouponFilters> = {
  source: sql`coupon c`,
  key: { by: sql`c.id`, type: 'integer' },
  columns: {
    code: sql`c.code`,
    terms: sql`c.terms`,
    state,
    stores: sql`c.stores`,
    validFrom: sql`c.valid_from`,
    validTo: sql`c.valid_to`,
    used: sql`c.used`,
    usageLimit: sql`c.usage_limit`,
    createdAt: sql`c.created_at`,
  },
  filters: {
    store: (stores) => sql`c.stores = '{}' or c.stores && ${stores}::text[]`,
    field: (wanted) => hasFields('coupon', sql`c.id`, wanted),
    state: (states) => sql`${state} = any(${states}::text[])`,
  },
  search: (text) => sql`strpos(c.code, upper(${text})) > 0
    or strpos(lower(coalesce(c.terms ->> 'discount_label', '')), lower(${text})) > 0`,
  sorts: {
    created: { by: sql`c.created_at`, type: 'timestamptz' },
    code: { by: sql`c.code`, type: 'text' },
    used: { by: sql`c.used`, type: 'integer' },
    valid_to: { by: sql`c.valid_to`, type: 'timestamptz', isNullable: true },
  },
  inStores: (stores) => sql`c.stores = '{}' or c.stores && ${stores}::text[]`,
}

/** The same state of one code at `now`, epoch milliseconds. */
export function couponStateOf(coupon: StoredCoupon, now: number): CouponState {
  const { disabledAt, validFrom, validTo, usageLimit, used } = coupon
  if (disabledAt !== null && disabledAt <= now) return 'disabled'
  if (validTo !== null && validTo <= now) return 'expired'
  if (usageLimit !== null && usageLimit <= used) return 'used_up'
  return validFrom !== null && validFrom > now ? 'scheduled' : 'valid'
}
