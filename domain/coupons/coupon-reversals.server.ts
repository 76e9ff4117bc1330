/** How changes of coupons are undone. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import type { AuditFields, Reversal, RoomReversals } from '../undo/reversal.ts'
import { disableCoupon, findCoupons, saveCoupon, setUsesBefore } from './coupon-repository.server.ts'
import type { CouponRecord } from './coupon-rules.ts'

/** Those in which the coupon is valid, or would be valid again. One without stores is valid in all of them. */
export const storesOfCoupon: NonNullable<Reversal['storesOf']> = async (db, { objectId, before }) => {
  const [coupon] = await findCoupons(db, [objectId])
  const named = [
    coupon?.stores ?? [],
    (before?.['stores'] as StoreCode[] | undefined) ?? coupon?.stores ?? [],
  ]
  return named.some((codes) => codes.length === 0) ? storeCodes : [...new Set(named.flat())]
}

/** A coupon's fields as the audit names them, over the stored record. */
async function restoreCoupon(trx: Kysely<DB>, actor: Actor, code: string, fields: AuditFields) {
  const [stored] = await findCoupons(trx, [code])
  if (!stored) return 'unknown_coupon'
  const time = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : null)
  const terms = 'terms' in fields ? (fields['terms'] as Omit<CouponRecord['definition'], 'code'>) : null
  const restored: CouponRecord = {
    definition: terms ? { ...terms, code: stored.definition.code } : stored.definition,
    validFrom: 'validFrom' in fields ? time(fields['validFrom']) : stored.validFrom,
    validTo: 'validTo' in fields ? time(fields['validTo']) : stored.validTo,
    stores: (fields['stores'] as CouponRecord['stores'] | undefined) ?? stored.stores,
    usageLimit: 'usageLimit' in fields ? (fields['usageLimit'] as number | null) : stored.usageLimit,
    usageLimitPerCustomer:
      'usageLimitPerCustomer' in fields
        ? (fields['usageLimitPerCustomer'] as number | null)
        : stored.usageLimitPerCustomer,
    disabledAt: 'disabledAt' in fields ? time(fields['disabledAt']) : stored.disabledAt,
  }
  await saveCoupon(trx, actor, restored)
  if (typeof fields['usedBefore'] === 'number') await setUsesBefore(trx, actor, code, fields['usedBefore'])
  return true as const
}

export const couponReversals: RoomReversals = {
  // The code stays, because orders may have used it.
  'coupon.create': {
    permission: 'coupon:edit',
    storesOf: storesOfCoupon,
    reverse: async (trx, actor, { objectId }, { now }) => {
      const [stored] = await findCoupons(trx, [objectId])
      if (!stored) return 'unknown_coupon'
      if (stored.disabledAt !== null) return 'already_done'
      await disableCoupon(trx, actor, objectId, new Date(now))
      return true
    },
  },
  'coupon.change': {
    permission: 'coupon:edit',
    storesOf: storesOfCoupon,
    reverse: (trx, actor, { objectId, before }) => restoreCoupon(trx, actor, objectId, before),
  },
  'coupon.disable': {
    permission: 'coupon:edit',
    storesOf: storesOfCoupon,
    reverse: (trx, actor, { objectId }) => restoreCoupon(trx, actor, objectId, { disabledAt: null }),
  },
}
