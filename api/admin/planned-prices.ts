/** Plans of many prices between their preview and the job that carries them out. */
import { createHash } from 'node:crypto'
import type { PlannedCampaignRow } from '../../domain/prices/campaign-plans.server.ts'
import type { PlannedRow, StartPriceChangeAnswer } from '../../domain/prices/price-changes.server.ts'
import { AdminRefusal } from './admin-refusal.ts'
import { viewPrices } from './price-view.ts'

/** Of everything that a plan would store, and of what it would replace. */
export function digestOf(plan: readonly (PlannedRow & Partial<Pick<PlannedCampaignRow, 'plans'>>)[]): string {
  const hash = createHash('sha256')
  for (const { store, sku, outcome, before, after, plans } of plan)
    hash.update(JSON.stringify([store, sku, outcome, before, after, plans ?? null]))
  return hash.digest('base64url')
}

/** The rows of a preview, where the same match by now, with the same prices. */
export function requirePreviewed<Row extends PlannedRow>(
  plan: Row[],
  { count, digest }: { count: number; digest?: string | undefined },
): Row[] {
  if (plan.length !== count) throw new AdminRefusal(409, 'count_changed', { count: plan.length })
  if (digest !== undefined && digest !== digestOf(plan)) throw new AdminRefusal(409, 'changed_meanwhile')
  return plan
}

/** The started job, as it is answered; throws 409 where there is none. */
export function jobOf(answer: StartPriceChangeAnswer) {
  if (answer.ok) return { job: answer.id }
  if (answer.code === 'nothing_to_change') throw new AdminRefusal(409, answer.code)
  throw new AdminRefusal(409, answer.code, {
    conflicts: answer.conflicts.map(({ sku, store, current, given }) => ({
      sku,
      store,
      current: viewPrices(current),
      given: viewPrices(given),
    })),
  })
}
