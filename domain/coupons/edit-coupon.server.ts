/**
 * Edits an issued code. Its uses stay counted, and orders that used it keep their price. Fields that are not
 * named stay unchanged; the result must be valid, as on creation.
 */
import { isDeepStrictEqual } from 'node:util'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findCoupons, saveCoupon } from './coupon-repository.server.ts'
import { judgeCouponRecord, type RecordProblem } from './coupon-record.server.ts'
import type { CouponRecord } from './coupon-rules.ts'
import { normalizeCode } from './discount-code.ts'

export type CouponEdit =
  | { ok: true; outcome: 'changed' | 'unchanged' }
  | { ok: false; code: 'unknown_coupon' }
  | { ok: false; code: 'unknown_field'; fields: string[] }
  | { ok: false; code: 'bad_record'; problems: RecordProblem[] }

/** `changes` are fields of a coupon record; null removes a field. `enable` re-enables a disabled code. */
export async function editCoupon(
  db: Kysely<DB>,
  actor: Actor,
  code: string,
  changes: Readonly<Record<string, unknown>>,
  options: { enable?: boolean } = {},
): Promise<CouponEdit> {
  return audited(db, actor, async (trx): Promise<CouponEdit> => {
    // Concurrent edits are serialised: the second applies to the result of the first.
    await sql`select from coupon where code = ${normalizeCode(code)} for update`.execute(trx)
    const [stored] = await findCoupons(trx, [code])
    if (!stored) return { ok: false, code: 'unknown_coupon' }
    const judged = judgeCouponRecord(
      { ...writtenDown(stored), ...changes, code: stored.definition.code },
      { isIssued: true },
    )
    if (!judged.ok) return judged
    if (judged.unknownFields.length > 0)
      return { ok: false, code: 'unknown_field', fields: judged.unknownFields }
    const disabledAt = options.enable ? null : stored.disabledAt
    const outcome = await saveCoupon(trx, actor, { ...judged.record, disabledAt })
    return { ok: true, outcome: outcome === 'unchanged' ? 'unchanged' : 'changed' }
  })
}

export type CouponReplacement =
  | { ok: true; outcome: 'changed' | 'unchanged' }
  | Extract<CouponEdit, { ok: false }>
  /** Somebody changed it after the person read it. */
  | { ok: false; code: 'changed_meanwhile'; current: Record<string, unknown> }

/**
 * Replaces everything that a code says; fields that are not given are removed. `expected`: the record that the
 * person saw (`writtenDown`). Whether it is disabled stays as it is.
 */
export async function replaceCoupon(
  db: Kysely<DB>,
  actor: Actor,
  code: string,
  { fields, expected }: { fields: Readonly<Record<string, unknown>>; expected: object },
): Promise<CouponReplacement> {
  return audited(db, actor, async (trx): Promise<CouponReplacement> => {
    await sql`select from coupon where code = ${normalizeCode(code)} for update`.execute(trx)
    const [stored] = await findCoupons(trx, [code])
    if (!stored) return { ok: false, code: 'unknown_coupon' }
    const current = writtenDown(stored)
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(current)), expected))
      return { ok: false, code: 'changed_meanwhile', current }
    const judged = judgeCouponRecord({ ...fields, code: stored.definition.code }, { isIssued: true })
    if (!judged.ok) return judged
    if (judged.unknownFields.length > 0)
      return { ok: false, code: 'unknown_field', fields: judged.unknownFields }
    const outcome = await saveCoupon(trx, actor, { ...judged.record, disabledAt: stored.disabledAt })
    return { ok: true, outcome: outcome === 'unchanged' ? 'unchanged' : 'changed' }
  })
}

/** A stored code as a coupon record. */
export function writtenDown(record: CouponRecord): Record<string, unknown> {
  return {
    ...record.definition,
    valid_from: record.validFrom,
    valid_to: record.validTo,
    stores: record.stores,
    usage_limit: record.usageLimit,
    usage_limit_per_customer: record.usageLimitPerCustomer,
  }
}

export interface CouponUse {
  orderNumber: string
  usedAt: Date
  /** When the order released the use; null: it is counted. */
  releasedAt: Date | null
}

/** The latest uses of a code, newest first. */
export async function listCouponUses(db: Kysely<DB>, code: string, limit: number): Promise<CouponUse[]> {
  const rows = await db
    .selectFrom('coupon_use')
    .innerJoin('coupon', 'coupon.id', 'coupon_use.coupon_id')
    .innerJoin('orders', 'orders.id', 'coupon_use.order_id')
    .select(['orders.number', 'coupon_use.used_at', 'coupon_use.released_at'])
    .where('coupon.code', '=', normalizeCode(code))
    .orderBy('coupon_use.used_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ orderNumber: row.number, usedAt: row.used_at, releasedAt: row.released_at }))
}
