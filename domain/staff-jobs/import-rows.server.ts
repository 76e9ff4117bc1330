/**
 * Jobs that take an import back: each row names a product's records, that of the import and the one before it, or its stock
 * where a list of stock was imported.
 */
import type { Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { ProductRecord } from '../catalogue/catalogue-record.ts'
import type { ImportedProduct, ProductEditor } from '../catalogue/product-editor.ts'
import { toSku } from '../products/sku.ts'
import { addToStock } from '../stock/count-stock.server.ts'
import { keptStock, type KeptStock } from '../stock/counted-stock.server.ts'
import { Postponed } from './postponed.ts'
import type { RunRows } from './run-rows.server.ts'
import type { RowResult, StaffJobRow } from './staff-job.ts'

export const rollBackRows =
  (products: ProductEditor): RunRows =>
  async (trx, actor, all, reason) => {
    const counts = all.flatMap((row) => {
      const [imported, before] = [keptStock.safeParse(row.before), keptStock.safeParse(row.after)]
      return imported.success && before.success ? [{ row, imported: imported.data, before: before.data }] : []
    })
    if (counts.length === all.length) {
      const results: RowResult[] = []
      for (const count of counts) results.push(await recount(trx, actor, count, reason))
      return results
    }
    const rows = all
    const answer = await products.restore(trx, actor, { products: rows.map(productOf), reason })
    if (!answer.ok) throw new Postponed()
    return answer.products.map((restored, index) => ({
      position: rows[index]!.position,
      ...(restored.ok
        ? { outcome: restored.outcome, refusal: null }
        : { outcome: 'refused' as const, refusal: restored.code }),
    }))
  }

/** What was sold since stays sold; a stock that was counted since stays as it is. */
async function recount(
  trx: Transaction<DB>,
  actor: Actor,
  {
    row: { position, objectId, store },
    imported,
    before,
  }: { row: StaffJobRow; imported: KeptStock; before: KeptStock },
  reason: string,
): Promise<RowResult> {
  const refused = (refusal: string): RowResult => ({ position, outcome: 'refused', refusal })
  if (store === null) throw new Error(`the stock of ${objectId} is that of no store`)
  const sku = toSku(objectId)
  const units = before.stock - imported.stock
  const answer = await addToStock(trx, actor, {
    sku,
    store,
    units,
    note: reason,
    lastCounted: imported.countedAt,
  })
  if (!answer.ok && answer.code === 'counted_later') return refused('changed_meanwhile')
  return answer.ok ? { position, outcome: 'changed', refusal: null } : refused(answer.code)
}

/** `before`: what the import wrote; `after`: what is written again. */
function productOf({ objectId, before, after }: StaffJobRow): ImportedProduct {
  if (before === null) throw new Error(`the import of ${objectId} has no record`)
  return {
    sku: toSku(objectId),
    before: after as ProductRecord | null,
    imported: before as ProductRecord,
  }
}
