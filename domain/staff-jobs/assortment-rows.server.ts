/** Jobs that make products part of a store: each row names a product's record in the store, before and after. */
import type { ProductRecord, StoreProductRecord } from '../catalogue/catalogue-record.ts'
import type { ImportedProduct, ProductEditor, ProductRestored } from '../catalogue/product-editor.ts'
import { toSku } from '../products/sku.ts'
import { Postponed } from './postponed.ts'
import type { RunRows } from './run-rows.server.ts'
import type { StaffJobRow } from './staff-job.ts'

/** The rest of a product is written as it is by then. */
export const assortmentRows =
  (editor: ProductEditor): RunRows =>
  async (trx, actor, rows, reason) => {
    const current = await editor.readAll(
      trx,
      rows.map(({ objectId }) => toSku(objectId)),
    )
    const records = new Map<string, ProductRecord>(current.map((record) => [record.sku, record]))
    const planned = rows.map((row) => changeOf(row, records.get(row.objectId)))
    const products = planned.flatMap((change) => ('sku' in change ? [change] : []))
    // The rows of an undo take their products out of the store.
    const isUndo = rows.some(({ after }) => !isSold(after))
    const action = isUndo ? 'product.restore' : 'product.change'
    const answer = await editor.restore(trx, actor, { products, reason, action })
    if (!answer.ok) throw new Postponed()
    const restored = new Map(products.map(({ sku }, index) => [sku, answer.products[index]!]))
    return rows.map(({ position }, index) => {
      const change = planned[index]!
      const result = 'sku' in change ? restored.get(change.sku)! : change
      return {
        position,
        ...(result.ok
          ? { outcome: result.outcome, refusal: null }
          : { outcome: 'refused' as const, refusal: result.code }),
      }
    })
  }

const isSold = (section: unknown): boolean =>
  section !== null && (section as StoreProductRecord).stock.discontinued !== true

function changeOf(
  { objectId, store, before, after }: StaffJobRow,
  current: ProductRecord | undefined,
): ImportedProduct | ProductRestored {
  if (store === null) throw new Error('a product becomes part of no store')
  if (current === undefined) return { ok: false, code: 'unknown_product' }
  const [from, to] = [before as StoreProductRecord | null, after as StoreProductRecord | null]
  const present = current.stores[store]
  if (!isSame(present, from)) return { ok: false, code: 'changed_meanwhile' }
  const { [store]: _, ...others } = current.stores
  return {
    sku: toSku(objectId),
    before: { ...current, stores: to === null ? others : { ...others, [store]: to } },
    imported: current,
  }
}

/** Whether the store has the texts and the prices that the job knows: staff keep what they have translated or priced. */
function isSame(present: StoreProductRecord | undefined, expected: StoreProductRecord | null): boolean {
  if (present === undefined || expected === null) return present === undefined && expected === null
  return (
    present.name === expected.name &&
    present.slug === expected.slug &&
    present.description === expected.description &&
    present.prices.length === 0 &&
    (present.stock.discontinued ?? false) === (expected.stock.discontinued ?? false)
  )
}
