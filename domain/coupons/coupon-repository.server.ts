/**
 * The only SQL for coupons. Codes are stored in normalised form (`normalizeCode`). The customer of a use is
 * stored as a keyed hash of the e-mail address, never as the address. Uses are counted in `place_order`.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import { mailboxOf } from '../mail/mailbox.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CouponRecord } from './coupon-rules.ts'
import type { CouponDefinition } from './coupon.ts'
import { normalizeCode, plausibleCodes } from './discount-code.ts'

/** A stored code with its uses that were not released. */
export interface StoredCoupon extends CouponRecord {
  id: number
  /** Those at a former shop included. */
  used: number
  /** Uses at a former shop, from which the code was imported. */
  usedBefore: number
  /** Uses by the requested customer; 0 where none was given. */
  usedByCustomer: number
  createdAt: Date
}

/** Digest of an e-mail address's mailbox, under which a use is counted, in hex. */
export function customerKey(keys: Keyring, email: string): string {
  return keys.digest('coupon-customer', mailboxOf(email.trim())).toString('hex')
}

/**
 * The digests under which uses of the customer may be stored, the current one first: of the mailbox, and of the
 * address as typed, which releases before counted.
 */
export function customerKeys(keys: Keyring, email: string): [string, ...string[]] {
  const texts = new Set([mailboxOf(email.trim()), email.trim().toLowerCase()])
  const digests = [...texts].flatMap((text) => [
    ...keys.digests('coupon-customer', text),
    ...keys.underivedDigests(`coupon ${text}`),
  ])
  const [current, ...earlier] = new Set([
    customerKey(keys, email),
    ...digests.map((each) => each.toString('hex')),
  ])
  return [current!, ...earlier]
}

interface CouponRow {
  id: number
  code: string
  terms: Omit<CouponDefinition, 'code'>
  valid_from: Date | null
  valid_to: Date | null
  stores: StoreCode[]
  usage_limit: number | null
  usage_limit_per_customer: number | null
  used: number
  used_before: number
  used_by_customer: number
  uses_to_rewrite: boolean
  disabled_at: Date | null
  created_at: Date
}

function storedCoupon(row: CouponRow): StoredCoupon {
  return {
    id: row.id,
    definition: { code: row.code, ...row.terms },
    validFrom: row.valid_from?.getTime() ?? null,
    validTo: row.valid_to?.getTime() ?? null,
    stores: row.stores,
    usageLimit: row.usage_limit,
    usageLimitPerCustomer: row.usage_limit_per_customer,
    disabledAt: row.disabled_at?.getTime() ?? null,
    used: row.used,
    usedBefore: row.used_before,
    usedByCustomer: row.used_by_customer,
    createdAt: row.created_at,
  }
}

const columns = sql`id, code, terms, valid_from, valid_to, stores, usage_limit, usage_limit_per_customer,
  used_before, disabled_at, created_at`

/**
 * The stored codes among the given ones, in any spelling. With `customer` (`customerKeys`), uses under any of
 * these digests are counted; those under an earlier one are rewritten to the first, with which `place_order`
 * counts.
 */
export async function findCoupons(
  db: Kysely<DB>,
  codes: readonly string[],
  customer: readonly [string, ...string[]] | null = null,
): Promise<StoredCoupon[]> {
  const wanted = plausibleCodes(codes)
  if (wanted.length === 0) return []
  const [current = null, ...earlier] = customer ?? []
  const { rows } = await sql<CouponRow>`/* plan: find-coupons */
    select ${columns}, used, by_customer.uses as used_by_customer,
      coalesce(by_customer.earlier, false) as uses_to_rewrite
    from coupon left join lateral (
      select count(*)::integer as uses, bool_or(u.customer_key <> ${current}) as earlier from coupon_use u
      where u.coupon_id = coupon.id and u.customer_key = any(${customer}::text[]) and u.released_at is null
        and coupon.usage_limit_per_customer is not null
    ) by_customer on true
    where code = any(${wanted}::text[])`.execute(db)
  const toRewrite = rows.filter((row) => row.uses_to_rewrite).map((row) => row.id)
  if (toRewrite.length > 0)
    await sql`update coupon_use set customer_key = ${current}
      where coupon_id = any(${toRewrite}::integer[]) and customer_key = any(${earlier}::text[])
        and released_at is null`.execute(db)
  return rows.map(storedCoupon)
}

/** All codes with their uses, or the one named, newest first. */
export async function listCoupons(db: Kysely<DB>, code: string | null = null): Promise<StoredCoupon[]> {
  const { rows } = await sql<CouponRow>`
    select ${columns}, 0 as used_by_customer, false as uses_to_rewrite, used_before + (select count(*) from coupon_use u
      where u.coupon_id = coupon.id and u.released_at is null)::integer as used
    from coupon where ${code === null} or code = ${code === null ? '' : normalizeCode(code)}
    order by created_at desc, id desc`.execute(db)
  return rows.map(storedCoupon)
}

/**
 * Stores a code; one of the same name is replaced and keeps its uses, unless `onlyNew`. `usedBefore`: uses of a new
 * code at a former shop, which count as its own. The record must have been validated (`judgeCouponRecord`); violating the table's constraints throws.
 */
export async function saveCoupon(
  db: Kysely<DB>,
  actor: Actor,
  coupon: CouponRecord,
  options: { onlyNew?: boolean; usedBefore?: number } = {},
): Promise<'created' | 'changed' | 'unchanged' | 'exists'> {
  const { code, ...terms } = coupon.definition
  const at = (time: number | null): Date | null => (time === null ? null : new Date(time))
  const values = sql`${JSON.stringify(terms)}::jsonb, ${at(coupon.validFrom)}::timestamptz, ${at(coupon.validTo)}::timestamptz,
    ${coupon.stores}::text[], ${coupon.usageLimit}::integer, ${coupon.usageLimitPerCustomer}::integer, ${at(coupon.disabledAt)}::timestamptz`
  const { usedBefore = 0 } = options
  const fields = sql`terms, valid_from, valid_to, stores, usage_limit, usage_limit_per_customer, disabled_at`
  return audited(db, actor, async (trx, record) => {
    const { rows: created } = await sql`insert into coupon (code, ${fields}, used, used_before)
      values (${code}, ${values}, ${usedBefore}::integer, ${usedBefore}::integer)
      on conflict (code) do nothing returning id`.execute(trx)
    if (created.length > 0) {
      record({
        action: 'coupon.create',
        object: ['coupon', code],
        after: { ...termsOf(coupon), ...(usedBefore > 0 && { usedBefore }) },
      })
      return 'created'
    }
    if (options.onlyNew) return 'exists'
    // The lock waits for orders that are using the code, so that the count below is complete.
    const { rows } = await sql<{ same: boolean }>`select (${fields}) is not distinct from (${values}) as same
      from coupon where code = ${code} for update`.execute(trx)
    if (rows[0]?.same) return 'unchanged'
    const [former] = await listCoupons(trx, code)
    await sql`update coupon set (${fields}) = (${values}), updated_at = now(), used = used_before + (select count(*) from coupon_use u
      where u.coupon_id = coupon.id and u.released_at is null) where code = ${code}`.execute(trx)
    record({
      action: 'coupon.change',
      object: ['coupon', code],
      ...(former && { before: termsOf(former) }),
      after: termsOf(coupon),
    })
    return 'changed'
  })
}

/** Sets how often a code was used at a former shop, which counts towards its limit. */
export async function setUsesBefore(db: Kysely<DB>, actor: Actor, code: string, uses: number): Promise<void> {
  await audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ usedBefore: number }>`
      select used_before as "usedBefore" from coupon where code = ${normalizeCode(code)} for update`.execute(
      trx,
    )
    const before = rows[0]
    if (!before || before.usedBefore === uses) return
    await sql`update coupon set used_before = ${uses}::integer, used = used - used_before + ${uses}::integer,
      updated_at = now() where code = ${normalizeCode(code)}`.execute(trx)
    record({
      action: 'coupon.change',
      object: ['coupon', code],
      before: { ...before },
      after: { usedBefore: uses },
    })
  })
}

/** A coupon in the audit. */
function termsOf(coupon: CouponRecord): Record<string, unknown> {
  const at = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  const { code: _, ...terms } = coupon.definition
  const { stores, usageLimit, usageLimitPerCustomer } = coupon
  return {
    terms,
    validFrom: at(coupon.validFrom),
    validTo: at(coupon.validTo),
    stores,
    usageLimit,
    usageLimitPerCustomer,
    disabledAt: at(coupon.disabledAt),
  }
}

/** Disables a code; false where there is none. Orders that used it keep their price. */
export async function disableCoupon(db: Kysely<DB>, actor: Actor, code: string, at: Date): Promise<boolean> {
  const normalized = normalizeCode(code)
  return audited(db, actor, async (trx, record) => {
    const coupon = await trx
      .selectFrom('coupon')
      .select('disabled_at')
      .where('code', '=', normalized)
      .forUpdate()
      .executeTakeFirst()
    if (!coupon) return false
    if (coupon.disabled_at !== null) return true
    await sql`update coupon set disabled_at = ${at}, updated_at = now() where code = ${normalized}`.execute(
      trx,
    )
    record({
      action: 'coupon.disable',
      object: ['coupon', normalized],
      after: { disabledAt: at.toISOString() },
    })
    return true
  })
}
