/** Stores discount codes of a former shop. A code that the shop has stays as it is. */
import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { judgeCouponRecord } from '../domain/coupons/coupon-record.server.ts'
import {
  findCoupons,
  saveCoupon,
  setUsesBefore,
  type StoredCoupon,
} from '../domain/coupons/coupon-repository.server.ts'
import type { CouponRecord } from '../domain/coupons/coupon-rules.ts'
import { toMajor } from '../domain/money/money.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { RowProblem } from '../catalogue-import/row-report.ts'
import type { CouponValues } from './coupon-rows.ts'
import type { RowOutcome, ShopTableWriter, WriteContext } from './shop-table-writer.ts'

export const couponWriter: ShopTableWriter<CouponValues> = {
  keyOf: ({ code }) => code,
  async write(trx, rows, context) {
    const { actor, now } = context
    const stored = await findCoupons(
      trx,
      rows.map(({ values }) => values.code),
    )
    const known = new Map(stored.map((coupon) => [coupon.definition.code, coupon]))
    const outcomes: RowOutcome[] = []
    for (const { values } of rows) {
      const { code, used: usedBefore, validTo, endColumn } = values
      const { stores, noted } = placesOf(values, context)
      const judged = judgeCouponRecord(recordOf(values, stores))
      const earlier = known.get(code)
      if (!judged.ok) {
        const isPeriod = judged.problems.some((problem) => problem.code === 'bad_period')
        outcomes.push({
          refused: isPeriod ? { code: 'bad_date', column: endColumn } : { code: 'bad_record' },
        })
      } else if (earlier)
        outcomes.push(
          isSame(earlier, judged.record)
            ? { outcome: await laterUses(trx, actor, { earlier, usedBefore }) }
            : { refused: { code: 'coupon_exists', value: code } },
        )
      else if (validTo !== null && validTo <= now.getTime())
        outcomes.push({ refused: { code: 'expired_coupon', column: endColumn } })
      else {
        const saved = await saveCoupon(trx, actor, judged.record, { onlyNew: true, usedBefore })
        outcomes.push(
          saved === 'created'
            ? { outcome: 'created', noted: [...values.noted, ...noted] }
            : { refused: { code: 'coupon_exists', value: code } },
        )
      }
    }
    return outcomes
  },
}

/** The code was used further at the former shop since an earlier export. */
async function laterUses(
  trx: Transaction<DB>,
  actor: Actor,
  { earlier, usedBefore }: { earlier: StoredCoupon; usedBefore: number },
): Promise<'changed' | 'unchanged'> {
  if (usedBefore <= earlier.usedBefore) return 'unchanged'
  await setUsesBefore(trx, actor, earlier.definition.code, usedBefore)
  return 'changed'
}

/** An amount is in the currency of one store: that of the file. */
function placesOf(
  { grant, minimumMinor }: CouponValues,
  { store, alsoStores }: WriteContext,
): { stores: StoreCode[]; noted: RowProblem[] } {
  const wanted = storeCodes.filter((each) => each === store || alsoStores.includes(each))
  if (!('amountMinor' in grant) && minimumMinor === 0) return { stores: wanted, noted: [] }
  return { stores: [store], noted: wanted.length > 1 ? [{ code: 'amount_in_one_store' }] : [] }
}

const recordOf = (values: CouponValues, stores: StoreCode[]): Record<string, unknown> => ({
  code: values.code,
  ...('percent' in values.grant
    ? { percentage_discount: values.grant.percent }
    : { fixed_amount: toMajor(values.grant.amountMinor) }),
  minimum_spend: toMajor(values.minimumMinor),
  valid_from: values.validFrom,
  valid_to: values.validTo,
  stores,
  usage_limit: values.usageLimit,
  usage_limit_per_customer: values.usageLimitPerCustomer,
})

/** Whether a stored code says the same. Staff may have stopped it since. */
const isSame = (stored: CouponRecord, wanted: CouponRecord): boolean => {
  const said = ({
    definition,
    validFrom,
    validTo,
    stores,
    usageLimit,
    usageLimitPerCustomer,
  }: CouponRecord) => ({
    definition,
    validFrom,
    validTo,
    stores: [...stores].sort(),
    usageLimit,
    usageLimitPerCustomer,
  })
  return isDeepStrictEqual(said(stored), said(wanted))
}
