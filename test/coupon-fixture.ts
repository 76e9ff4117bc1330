/** Coupons for tests that need them in the database. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { saveCoupon } from '../domain/coupons/coupon-repository.server.ts'
import type { CouponRecord } from '../domain/coupons/coupon-rules.ts'
import type { CouponDefinition } from '../domain/coupons/coupon.ts'
import { testActor } from './test-actor.ts'

let codes = 0

/** Stores a coupon and returns it; without a name it gets a generated one. */
export async function addCoupon(
  db: Kysely<DB>,
  terms: Partial<CouponDefinition>,
  { usedBefore = 0, ...rules }: Partial<CouponRecord> & { usedBefore?: number } = {},
): Promise<string> {
  codes += 1
  const code = terms.code ?? `CODE-${codes}`
  const record = {
    definition: { ...terms, code },
    validFrom: null,
    validTo: null,
    stores: [],
    usageLimit: null,
    usageLimitPerCustomer: null,
    disabledAt: null,
    ...rules,
  }
  await saveCoupon(db, testActor, record, { usedBefore })
  return code
}
