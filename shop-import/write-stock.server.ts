/** Stores the stock of a former shop as counts that hold since the import. */
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { shortened, type RowProblem } from '../catalogue-import/row-report.ts'
import { toSku, type Sku } from '../domain/products/sku.ts'
import { countStock } from '../domain/stock/count-stock.server.ts'
import type { StockValues } from './shopify-inventory.ts'
import type { RowOutcome, ShopTableWriter, WriteContext } from './shop-table-writer.ts'

export const stockWriter: ShopTableWriter<StockValues> = {
  keyOf: ({ sku }) => sku.toLowerCase(),
  async write(trx, rows, context) {
    const { store } = context
    const asked = rows.flatMap(({ values: { sku, sharedSku = sku } }) => [
      sku.toLowerCase(),
      sharedSku.toLowerCase(),
    ])
    const { rows: known } = await sql<StoredUnits>`
      select p.sku, s.available, s.discontinued from product p join stock s on s.product_id = p.id and s.store = ${store}
      where lower(p.sku) = any(${asked}::text[]) order by p.id for update of s`.execute(trx)
    const outcomes: RowOutcome[] = []
    for (const { values } of rows) {
      const product =
        numbered(known, values.sku) ??
        (values.sharedSku === undefined ? undefined : numbered(known, values.sharedSku))
      const problem = { column: 'SKU', value: shortened(values.sku) }
      if (product === undefined) outcomes.push({ refused: { code: 'unknown_sku', ...problem } })
      else outcomes.push(await countUnits(trx, product, values, context))
    }
    return outcomes
  },
}

/** The product with the number, else one that differs in case. */
function numbered(known: readonly StoredUnits[], number: string): StoredUnits | undefined {
  const same = known.filter(({ sku }) => sku.toLowerCase() === number.toLowerCase())
  return same.find(({ sku }) => sku === toSku(number)) ?? same[0]
}

interface StoredUnits {
  sku: Sku
  available: number
  discontinued: boolean
}

/**
 * Orders go on while the job waits, runs, and is repeated after its process was killed: the count held when the file was
 * given, and what was sold since is taken off.
 */
async function countUnits(
  trx: Transaction<DB>,
  { sku, available, discontinued }: StoredUnits,
  { units }: StockValues,
  { store, actor, heldAt }: WriteContext,
): Promise<RowOutcome> {
  const count = (counted: number, countedAt: string | null) =>
    countStock(trx, actor, { sku, store, units: counted, countedAt, note: 'import', onlyChanges: true })
  let answer = await count(units, heldAt)
  // The clocks of the database and of this process differ.
  if (!answer.ok && answer.code === 'counted_in_future') answer = await count(units, null)
  // Staff or another file have counted since.
  if (!answer.ok && answer.code === 'counted_later') return { outcome: 'unchanged' }
  const repaired: RowProblem[] = []
  // Units in a warehouse do not say that a product is sold; staff and imports of products do.
  const noted: RowProblem[] =
    discontinued && units > 0
      ? [{ code: 'discontinued_product', column: 'Available', value: String(units) }]
      : []
  if (!answer.ok && answer.code === 'below_zero') {
    repaired.push({ code: 'stock_below_zero', column: 'Available', value: String(units) })
    answer = await count(0, null)
  }
  if (!answer.ok) throw new Error(`the stock of ${sku} was not counted: ${answer.code}`)
  if (answer.units === available) return { outcome: 'unchanged', repaired, noted }
  const change = { column: 'Available', before: String(available), after: String(answer.units) }
  return { outcome: 'changed', changes: [change], repaired, noted }
}
