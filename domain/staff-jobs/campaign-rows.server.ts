/** Jobs that plan campaigns: each row names all planned campaigns of a product in a store, before and after. */
import type { CampaignPlan } from '../catalogue/campaign-plan.ts'
import { changePlans } from '../catalogue/plan-campaigns.server.ts'
import { toSku } from '../products/sku.ts'
import type { RunRows } from './run-rows.server.ts'

export const runCampaignRows: RunRows = async (trx, actor, rows, reason) => {
  const changes = rows.map(({ objectId, store, before, after }) => {
    if (store === null) throw new Error('a campaign is planned without a store')
    const [expected, planned] = [before as CampaignPlan[], after as CampaignPlan[]]
    return { sku: toSku(objectId), store, planned, expected }
  })
  const answers = await changePlans(trx, actor, changes, reason)
  return answers.map((answer, index) => ({
    position: rows[index]!.position,
    ...(answer.ok
      ? { outcome: answer.outcome, refusal: null }
      : { outcome: 'refused' as const, refusal: answer.code }),
  }))
}
