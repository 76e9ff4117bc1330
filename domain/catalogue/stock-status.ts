/**
 * Stock status of a product, computed from stock and dates at a given time and never stored (STOCK-04): what
 * may be ordered, from which pool, and which text is shown. Reserves nothing.
 */
export const stockStatuses = [
  'in_stock',
  'few_left',
  'back_order',
  'presale',
  'out_of_stock',
  'discontinued',
] as const
export type StockStatusName = (typeof stockStatuses)[number]

/** The pool that a reservation draws on. */
export type StockPool = 'available' | 'incoming' | 'presale'

/** Units and dates of one product in one store; dates are ISO strings or epoch milliseconds. */
export interface Stock {
  available: number
  incoming?: number | null
  incomingAt?: string | number | null
  presaleCap?: number | null
  releaseAt?: string | number | null
  discontinued?: boolean | null
  /** The store withholds the product, however many units there are: nothing is sold and nothing is awaited. */
  isWithheld?: boolean
}

export interface StockStatus {
  status: StockStatusName
  orderable: boolean
  notifyable: boolean
  /** Expected date, epoch milliseconds; null when unknown or already past. */
  estimatedAt: number | null
  /** The pool a reservation draws on; null when it cannot be ordered. */
  pool: StockPool | null
  /** Units in that pool; 0 when it cannot be ordered. */
  limit: number
}

const fewLeftLimit = 5

function futureMoment(value: string | number | null | undefined, now: number): number | null {
  if (value == null) return null
  const at = typeof value === 'number' ? value : Date.parse(value)
  return at > now ? at : null
}

function orderable(status: StockStatusName, pool: StockPool, limit: number, at: number | null): StockStatus {
  return { status, orderable: true, notifyable: false, estimatedAt: at, pool, limit }
}

function notOrderable(status: StockStatusName, notifyable: boolean, at: number | null): StockStatus {
  return { status, orderable: false, notifyable, estimatedAt: at, pool: null, limit: 0 }
}

/**
 * Status at `now` (epoch milliseconds). Order of precedence: discontinued; withheld; not yet released (a future release
 * date, or a presale cap without a date), which sells only against its cap; in stock; incoming units.
 */
export function stockStatus(stock: Stock, now: number): StockStatus {
  if (stock.discontinued) return notOrderable('discontinued', false, null)
  if (stock.isWithheld) return notOrderable('out_of_stock', false, null)
  const releaseAt = futureMoment(stock.releaseAt, now)
  const undated = stock.releaseAt == null && (stock.presaleCap ?? 0) > 0
  if (releaseAt !== null || undated) {
    const cap = stock.presaleCap ?? 0
    return cap > 0
      ? orderable('presale', 'presale', cap, releaseAt)
      : notOrderable('out_of_stock', true, releaseAt)
  }
  if (stock.available > 0) {
    const status = stock.available <= fewLeftLimit ? 'few_left' : 'in_stock'
    return orderable(status, 'available', stock.available, null)
  }
  const incoming = stock.incoming ?? 0
  if (incoming > 0) return orderable('back_order', 'incoming', incoming, futureMoment(stock.incomingAt, now))
  return notOrderable('out_of_stock', true, null)
}

/** Whether goods of this status are sold from stock that has not arrived at the shop yet. */
export function awaitsStock(status: string | null): boolean {
  return status === 'back_order' || status === 'presale'
}

/** The text of a status, and whether it includes the expected date (STOCK-01..04). */
export interface StockLabel {
  text: Exclude<StockStatusName, 'back_order'>
  /** The date as given; null where none is shown. */
  date: string | number | null
}

/** The label of a status as the API returns it; an unknown status is shown as out of stock. */
export function stockLabel(status: string | null, estimatedAt: string | number | null): StockLabel {
  if (status === 'presale') return { text: 'presale', date: estimatedAt }
  if (status === 'back_order') return { text: 'out_of_stock', date: estimatedAt }
  const known = stockStatuses.find((name) => name === status)
  return { text: known === undefined || known === 'back_order' ? 'out_of_stock' : known, date: null }
}
