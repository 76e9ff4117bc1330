/** Jobs that import purchase costs: each row names the costs of a product that change, before and after. */
import { changeCosts } from '../catalogue/cost-changes.server.ts'
import type { WantedCosts } from '../catalogue/product-cost.server.ts'
import { toSku } from '../products/sku.ts'
import type { RunRows } from './run-rows.server.ts'

export const runCostRows: RunRows = async (trx, actor, rows, reason) => {
  const products = rows.map(({ objectId, before, after }) => ({
    sku: toSku(objectId),
    before: before as WantedCosts,
    after: after as WantedCosts,
  }))
  const answers = await changeCosts(trx, actor, products, reason)
  return answers.map((answer, index) => ({
    position: rows[index]!.position,
    outcome: answer.ok ? ('changed' as const) : ('refused' as const),
    refusal: answer.ok ? null : answer.code,
  }))
}
