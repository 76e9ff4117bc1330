/** Loads the demo's discount codes; existing codes stay unchanged. */
import type { Kysely } from 'kysely'
import { readDemoLines } from './demo-data.server.ts'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { judgeCouponRecord } from '../domain/coupons/coupon-record.server.ts'
import { saveCoupon } from '../domain/coupons/coupon-repository.server.ts'

/** Returns how many codes were new. A rejected demo code is a fault of the demo and is thrown. */
export async function loadDemoCoupons(db: Kysely<DB>, actor: Actor, now: Date): Promise<number> {
  let created = 0
  for (const [index, line] of (await readDemoLines('coupons', now)).entries()) {
    const judged = judgeCouponRecord(line)
    if (!judged.ok)
      throw new Error(`demo/data/coupons.ndjson:${index + 1} is wrong: ${JSON.stringify(judged.problems)}`)
    if ((await saveCoupon(db, actor, judged.record, { onlyNew: true })) === 'created') created += 1
  }
  return created
}
