/** Stores the stock of a former shop as counts that hold since the import. */
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { shortened, type RowProblem } from '../catalogue-import/row-report.ts'
import { toSku, type Sku } from '../domain/products/sku.ts'
import { gtinSpellings, sameGtin } from '../domain/products/gtin.ts'
import { countStock, lastCountedAt } from '../domain/stock/count-stock.server.ts'
import type { StockValues } from './shopify-inventory.ts'
import type { RowOutcome, ShopTableWriter, WriteContext } from './shop-table-writer.ts'

/** The writer of one import: a product that a file names twice, by its number and its GTIN, is counted once. */
export function stockWriter(): ShopTableWriter<StockValues> {
  /** Products → the row that counts them, which may be written again after its transaction was rolled back. */
  const countedBy = new Map<Sku, number>()
  return {
    keyOf: ({ sku }) => sku.toLowerCase(),
    async write(trx, rows, context) {
      const { store } = context
      const asked = rows.flatMap(({ values: { sku, sharedSku = sku } }) => [
        sku.toLowerCase(),
        sharedSku.toLowerCase(),
      ])
      const gtins = rows.flatMap(({ values: { gtin } }) => (gtin === undefined ? [] : gtinSpellings(gtin)))
      const { rows: known } = await sql<StoredUnits>`
      select p.sku, p.gtin, s.available, s.discontinued
      from product p join stock s on s.product_id = p.id and s.store = ${store}
      where lower(p.sku) = any(${asked}::text[]) or p.gtin = any(${gtins}::text[])
      order by p.id for update of s`.execute(trx)
      const outcomes: RowOutcome[] = []
      for (const { row, values } of rows) {
        const found = productOf(known, values)
        if (!found.ok) {
          outcomes.push({ refused: found.problem })
          continue
        }
        const earlier = countedBy.get(found.product.sku) ?? row
        if (earlier !== row) {
          const detail = { code: 'earlier_row', values: { row: earlier } } as const
          outcomes.push({ refused: { code: 'duplicate_id', detail } })
          continue
        }
        countedBy.set(found.product.sku, row)
        outcomes.push(await countUnits(trx, found.product, values, context))
      }
      return outcomes
    },
  }
}

/** By its number, that which it shared, else its GTIN. */
function productOf(
  known: readonly StoredUnits[],
  { sku, sharedSku, gtin }: StockValues,
): { ok: true; product: StoredUnits } | { ok: false; problem: RowProblem } {
  const product = numbered(known, sku) ?? (sharedSku === undefined ? undefined : numbered(known, sharedSku))
  if (product) return { ok: true, product }
  const coded =
    gtin === undefined ? [] : known.filter((each) => each.gtin !== null && sameGtin(each.gtin, gtin))
  if (coded.length === 1) return { ok: true, product: coded[0]! }
  const problem: RowProblem =
    coded.length > 1
      ? { code: 'ambiguous_gtin', column: 'GTIN', value: shortened(gtin!) }
      : { code: 'unknown_sku', column: 'SKU', value: shortened(sku) }
  return { ok: false, problem }
}

/** The product with the number, else one that differs in case. */
function numbered(known: readonly StoredUnits[], number: string): StoredUnits | undefined {
  const same = known.filter(({ sku }) => sku.toLowerCase() === number.toLowerCase())
  return same.find(({ sku }) => sku === toSku(number)) ?? same[0]
}

interface StoredUnits {
  sku: Sku
  gtin: string | null
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
  return {
    outcome: 'changed',
    changes: [change],
    repaired,
    noted,
    counted: {
      sku,
      before: { stock: available, countedAt: null },
      after: { stock: answer.units, countedAt: await lastCountedAt(trx, { sku, store }) },
    },
  }
}
