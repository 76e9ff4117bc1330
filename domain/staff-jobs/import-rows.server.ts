/** Jobs that take an import back: each row names a product's records, that of the import and the one before it. */
import type { ProductRecord } from '../catalogue/catalogue-record.ts'
import type { ImportedProduct, ProductEditor } from '../catalogue/product-editor.ts'
import { toSku } from '../products/sku.ts'
import { Postponed } from './postponed.ts'
import type { RunRows } from './run-rows.server.ts'
import type { StaffJobRow } from './staff-job.ts'

export const rollBackRows =
  (products: ProductEditor): RunRows =>
  async (trx, actor, rows, reason) => {
    const answer = await products.restore(trx, actor, { products: rows.map(productOf), reason })
    if (!answer.ok) throw new Postponed()
    return answer.products.map((restored, index) => ({
      position: rows[index]!.position,
      ...(restored.ok
        ? { outcome: restored.outcome, refusal: null }
        : { outcome: 'refused' as const, refusal: restored.code }),
    }))
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
