/**
 * Rows of article numbers and quantities, checked before they are added to a cart: whether each product exists, is sold
 * in the store and can be had, and its price for this customer. Reserves nothing.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Minor } from '../money/money.ts'
import { oneUnitMinor } from '../pricing/priced-line.ts'
import { noProductId, type ProductId } from '../products/product-id.ts'
import { skuKey, type Sku } from '../products/sku.ts'
import type { Store } from '../stores/stores.ts'
import { priceShopCart, type PriceShopCartServices } from './price-shop-cart.server.ts'

/**
 * `unknown`: the shop has no such article; `not_sold`: not in this store, or only as one of its variants; `limited`: fewer
 * than wanted can be had.
 */
export type QuickOrderStatus = 'ok' | 'unknown' | 'not_sold' | 'out_of_stock' | 'limited'

export interface QuickOrderRow {
  /** As the shop spells it; as sent where it is unknown. */
  sku: string
  status: QuickOrderStatus
  /** Null unless the store sells it. */
  name: string | null
  /** The quantity that can be had. */
  quantity: number
  /** Unit price at that quantity, VAT included. */
  unitMinor: Minor | null
}

/** The rows in the order sent. */
export async function checkQuickOrder(
  services: PriceShopCartServices,
  input: {
    store: Store
    rows: readonly { sku: string; quantity: number }[]
    accountId: number
    /** Epoch milliseconds. */
    now: number
  },
): Promise<QuickOrderRow[]> {
  const { store, rows, accountId, now } = input
  const keys = [...new Set(rows.map(({ sku }) => skuKey(sku)))]
  const { rows: found } = await sql<{ id: ProductId; sku: Sku; key: string }>`
    select id, sku, sku_key(sku) as key from product where sku_key(sku) = any(${keys}::text[])`.execute(
    services.db,
  )
  const products = new Map(found.map((product) => [product.key, product]))
  const lines = rows.map(({ sku, quantity }) => ({
    uuid: randomUUID(),
    productId: products.get(skuKey(sku))?.id ?? noProductId,
    quantity,
  }))
  const { synced, cart } = await priceShopCart(services, { store, lines, couponCodes: [], accountId, now })
  return rows.map((row, index): QuickOrderRow => {
    const product = products.get(skuKey(row.sku))
    const line = synced.lines.find(({ uuid }) => uuid === lines[index]!.uuid)
    const none = { name: line?.name ?? null, quantity: row.quantity, unitMinor: null }
    if (product === undefined) return { ...none, sku: row.sku, status: 'unknown' }
    if (line === undefined) return { ...none, sku: product.sku, status: 'not_sold' }
    if (!line.orderable) return { ...none, sku: product.sku, status: 'out_of_stock' }
    const priced = cart.lines.find(({ uuid }) => uuid === line.uuid)
    return {
      sku: product.sku,
      status: line.loweredTo === null ? 'ok' : 'limited',
      name: line.name,
      quantity: line.quantity,
      unitMinor: priced ? oneUnitMinor(priced, store.currencyDigits) : line.priceMinor,
    }
  })
}
