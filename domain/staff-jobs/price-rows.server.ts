/** Jobs that change prices: each row names all prices of a product in a store, before and after. */
import { changePrices } from '../catalogue/change-price.server.ts'
import type { ProductPrices } from '../catalogue/product-prices.ts'
import { toSku } from '../products/sku.ts'
import type { RunRows } from './run-rows.server.ts'
import type { StaffJobRow } from './staff-job.ts'

export const runPriceRows: RunRows = async (trx, actor, rows, reason) => {
  const answers = await changePrices(trx, actor, rows.map(changeOf), reason)
  return answers.map((answer, index) => ({
    position: rows[index]!.position,
    ...(answer.ok
      ? { outcome: answer.outcome, refusal: null }
      : { outcome: 'refused' as const, refusal: answer.code }),
  }))
}

function changeOf({ objectId, store, before, after }: StaffJobRow) {
  if (store === null) throw new Error('a price is changed without a store')
  return {
    sku: toSku(objectId),
    store,
    prices: after as ProductPrices,
    expected: before as ProductPrices,
    // The plan has refused what rises; an undo restores what was there.
    mayRise: true,
  }
}
