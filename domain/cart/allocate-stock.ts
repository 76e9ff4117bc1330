/**
 * Allocates stock to the lines of a cart, first line first, and names the pool each line would be reserved
 * from. Lines of one product, and sets that share a part, draw on the same count. Reserves nothing.
 */
import { stockStatus, type Stock, type StockPool, type StockStatus } from '../catalogue/stock-status.ts'
import type { ProductId } from '../products/product-id.ts'

/** What one unit of a sold product needs from stock: the product itself, or the parts of a set. */
export interface StockNeed {
  productId: ProductId
  perUnit: number
  /** Null: the store keeps no stock of it, so it cannot be ordered. */
  stock: Stock | null
}

/** The quantity a line asks for. `needs` empty: the line needs no stock (gift cards). */
export interface StockRequest {
  quantity: number
  needs: readonly StockNeed[]
}

export interface StockAllocation {
  productId: ProductId
  pool: StockPool
  quantity: number
}

export interface StockGrant {
  /** Units that can be ordered, 0 to the requested quantity. */
  quantity: number
  allocations: StockAllocation[]
  /** Status of the scarcest product the line needs; null where it needs none. */
  status: StockStatus | null
}

/** Allocates in the order of the wishes, at `now` (epoch milliseconds). */
export function allocateStock(wishes: readonly StockRequest[], now: number): StockGrant[] {
  const pools = new Map<ProductId, { status: StockStatus; left: number }>()
  const poolOf = (need: StockNeed) => {
    let pool = pools.get(need.productId)
    if (!pool) {
      const status = stockStatus(need.stock ?? { available: 0 }, now)
      pool = { status, left: status.limit }
      pools.set(need.productId, pool)
    }
    return pool
  }
  return wishes.map(({ quantity: wished, needs }) => {
    let quantity = wished
    let scarcest: StockStatus | null = null
    for (const need of needs) {
      const pool = poolOf(need)
      const possible = Math.floor(pool.left / need.perUnit)
      if (possible < quantity) quantity = possible
      if (scarcest === null || rank(pool.status) > rank(scarcest)) scarcest = pool.status
    }
    const allocations: StockAllocation[] = []
    for (const need of quantity > 0 ? needs : []) {
      const pool = poolOf(need)
      if (pool.status.pool === null) continue
      pool.left -= quantity * need.perUnit
      allocations.push({
        productId: need.productId,
        pool: pool.status.pool,
        quantity: quantity * need.perUnit,
      })
    }
    const statuses = needs.map((need) => poolOf(need).status)
    return { quantity, allocations, status: scarcest && withLatestDate(scarcest, statuses) }
  })
}

/** A set that awaits several parts is complete with the last of them; null where the date of one is not known. */
function withLatestDate(scarcest: StockStatus, statuses: readonly StockStatus[]): StockStatus {
  const awaited = statuses.filter(({ pool }) => pool === 'incoming' || pool === 'presale')
  if (!scarcest.orderable || awaited.length === 0) return scarcest
  const dates = awaited.map(({ estimatedAt }) => estimatedAt)
  const isKnown = dates.every((date) => date !== null)
  return { ...scarcest, estimatedAt: isKnown ? Math.max(...dates) : null }
}

/** From best to worst availability for an order placed now. */
const ranking = ['in_stock', 'few_left', 'back_order', 'presale', 'out_of_stock', 'discontinued'] as const
const rank = (status: StockStatus): number => ranking.indexOf(status.status)
