/** Discount codes as staff find them; each has a page of its own. A code of several stores is one row. */
import { sql } from 'kysely'
import { hasFields } from '../resources/field-filter.server.ts'
import {
  choice,
  computed,
  defineResource,
  integer,
  moment,
  storeList,
  text,
  type Tone,
} from '../resources/resource.server.ts'
import { couponKinds } from './coupon-kinds.ts'
import { kindNameOf } from './coupon-record.server.ts'
import type { CouponDefinition } from './coupon.ts'
import type { CouponState } from './coupon-state.ts'

interface Row {
  code: string
  terms: Omit<CouponDefinition, 'code'>
}

const states = {
  valid: 'good',
  scheduled: 'active',
  expired: 'neutral',
  used_up: 'neutral',
  disabled: 'bad',
} satisfies Record<CouponState, Tone>

const kinds = Object.fromEntries(
  ['unknown', ...couponKinds.map(({ kind }) => kind)].map((kind) => [kind, 'neutral' as const]),
)

const state = sql`case when c.disabled_at <= now() then 'disabled'
  when c.valid_to <= now() then 'expired'
  when c.usage_limit <= c.used then 'used_up'
  when c.valid_from > now() then 'scheduled'
  else 'valid' end`

export const couponResource = defineResource({
  name: 'coupons',
  section: null,
  permission: 'coupon:read',
  auditObject: 'coupon',
  source: sql`coupon c`,
  key: 'code',
  defaultSort: '-created',
  isPersonal: false,
  hasIntro: false,
  rowPage: 'own',
  columns: { terms: sql`c.terms` },
  fields: {
    code: text(sql`c.code`, { sort: true }),
    state: choice(state, states, { filter: true, isState: true }),
    // Its name, as the coupon kinds are listed.
    kind: computed(
      (by) => choice(by, kinds),
      ({ code, terms }: Row) => kindNameOf({ code, ...terms }),
    ),
    // Without a name for every store, those of single stores.
    label: computed(
      (by) => text(by, { isNullable: true }),
      ({ terms }: Row) =>
        terms.discount_label ?? ([...new Set(Object.values(terms.discount_labels ?? {}))].join(', ') || null),
    ),
    stores: storeList(sql`c.stores`, { filter: 'store' }),
    // Orders that use it; released uses are not counted.
    used: integer(sql`c.used`, { sort: true }),
    usageLimit: integer(sql`c.usage_limit`, { isNullable: true, shown: 'never' }),
    validFrom: moment(sql`c.valid_from`, { isNullable: true }),
    validTo: moment(sql`c.valid_to`, { isNullable: true, sort: 'valid_to' }),
    createdAt: moment(sql`c.created_at`, { sort: 'created', shown: 'chosen' }),
  },
  filters: {
    field: {
      kind: 'fields',
      object: 'coupon',
      condition: (wanted) => hasFields('coupon', sql`c.id`, wanted),
    },
  },
  search: (words) => sql`strpos(c.code, upper(${words})) > 0
    or strpos(lower(coalesce(c.terms ->> 'discount_label', '')), lower(${words})) > 0`,
})
