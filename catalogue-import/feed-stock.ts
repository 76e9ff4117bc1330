/**
 * Computes a product's stock from a feed's availability and quantity. A counted quantity is valid at its time
 * of counting: later sales, releases and returns are applied to it. Stock is never negative.
 */
import { noUnits, poolNames, type Pool, type Pools } from '../domain/stock/stock-pools.ts'
import type { Availability, FeedProduct } from './feed-product.ts'

export interface ProductStock extends Pools {
  /** ISO text in UTC. */
  incomingAt: string | null
  releaseAt: string | null
  discontinued: boolean
}

/** A product's stock data in one store before the import. */
export interface FormerStock extends ProductStock {
  /** Movements since the time of counting that the import uses. */
  moved: Pools
  /** Those of them by orders. */
  ordered: Pools
  /**
   * Units after the last quantity that an import set; null: unknown. Zero now and more then: sold out by
   * orders.
   */
  lastSet: Pools | null
}

/** Units that may be sold against a delivery, or before a release, if the feed gives no quantity. */
const defaultPool = 50
/** Units on the shelf if the feed says `in_stock` without a quantity. */
const defaultShelf = 100

const poolOf: Record<Availability, Pool | null> = {
  in_stock: 'available',
  backorder: 'incoming',
  preorder: 'presale',
  out_of_stock: null,
}

export type FeedStock = Pick<FeedProduct, 'availability' | 'quantity' | 'availableAt'>

/** The feed columns of a stock, for exports. */
export function statedStock(stock: ProductStock): {
  availability: Availability
  units: number
  date: string | null
} {
  if (!stock.discontinued) {
    if (stock.presale > 0) return { availability: 'preorder', units: stock.presale, date: stock.releaseAt }
    if (stock.available > 0) return { availability: 'in_stock', units: stock.available, date: null }
    if (stock.incoming > 0)
      return { availability: 'backorder', units: stock.incoming, date: stock.incomingAt }
  }
  return { availability: 'out_of_stock', units: 0, date: null }
}

export interface DecidedStock {
  stock: ProductStock
  /** More was sold after the count than was counted; the quantity was raised to zero. */
  belowZero: boolean
}

/** The stock after a feed's row. `former` is null for a product that is new in the store. */
export function decideStock(feed: FeedStock, former: FormerStock | null): DecidedStock {
  if (feed.quantity?.relative) return addUnits(feed, feed.quantity.units, former)
  const { moved, ordered } = former ?? { moved: noUnits, ordered: noUnits }
  const counted = former && { ...former, ...eachPool((pool) => Math.max(0, former[pool] - moved[pool])) }
  if (former && counted && saysTheSame(feed, counted)) return { stock: plain(former), belowZero: false }
  const base = countedStock(feed, counted)
  const now = eachPool((pool) => base[pool] + moved[pool])
  if (isOtherPool(feed, counted)) moveOrdered(now, ordered, poolOf[feed.availability])
  return {
    stock: { ...base, ...eachPool((pool) => Math.max(0, now[pool])) },
    belowZero: poolNames.some((pool) => now[pool] < 0),
  }
}

/** Whether the feed counts the units in another pool than they were in, for example awaited ones that arrived. */
function isOtherPool(feed: FeedStock, counted: ProductStock | null): boolean {
  return (
    counted !== null &&
    poolOf[feed.availability] !== null &&
    statedStock(counted).availability !== feed.availability
  )
}

/** What orders reserved or released since the count is of the units that the feed counts, in their pool. */
function moveOrdered(now: Pools, ordered: Pools, to: Pool | null): void {
  for (const pool of poolNames) {
    if (to === null || pool === to) continue
    now[to] += ordered[pool]
    now[pool] -= ordered[pool]
  }
}

function eachPool(units: (pool: Pool) => number): Pools {
  return { available: units('available'), incoming: units('incoming'), presale: units('presale') }
}

function plain({
  available,
  incoming,
  presale,
  incomingAt,
  releaseAt,
  discontinued,
}: ProductStock): ProductStock {
  return { available, incoming, presale, incomingAt, releaseAt, discontinued }
}

const nothing: ProductStock = {
  available: 0,
  incoming: 0,
  presale: 0,
  incomingAt: null,
  releaseAt: null,
  discontinued: false,
}

function addUnits(feed: FeedStock, units: number, former: FormerStock | null): DecidedStock {
  const before = former ? plain(former) : nothing
  const pool = poolOf[feed.availability] ?? 'available'
  const sum = before[pool] + units
  return {
    stock: { ...before, ...datesOf(feed, before), [pool]: Math.max(0, sum), discontinued: false },
    belowZero: sum < 0,
  }
}

/** A delivery or a release without a quantity keeps its pool while its date is unchanged. */
function saysTheSame(feed: FeedStock, counted: ProductStock): boolean {
  const stated = statedStock(counted)
  if (feed.availability !== stated.availability) return false
  const dated = feed.availability === 'backorder' || feed.availability === 'preorder'
  if (dated && feed.availableAt !== undefined && feed.availableAt !== stated.date) return false
  if (feed.quantity === null || (dated && feed.quantity.units === 0)) return true
  return feed.quantity.units === stated.units
}

/** The stock as the feed counted it. */
function countedStock(feed: FeedStock, counted: FormerStock | null): ProductStock {
  const pool = poolOf[feed.availability]
  const same = counted !== null && statedStock(counted).availability === feed.availability
  if (pool === null) return { ...nothing, discontinued: counted?.discontinued ?? false }
  const units = feed.quantity?.units || unitsWithoutFigure(feed, pool, counted)
  if (same) return { ...plain(counted), ...datesOf(feed, counted), [pool]: units, discontinued: false }
  const { incomingAt, releaseAt } = datesOf(feed, counted ?? nothing)
  return {
    ...nothing,
    [pool]: units,
    incomingAt: pool === 'incoming' ? incomingAt : null,
    releaseAt: pool === 'presale' ? releaseAt : null,
  }
}

/** The remaining units stay, and a pool that orders emptied is not refilled; otherwise the default. */
function unitsWithoutFigure(feed: FeedStock, pool: Pool, counted: FormerStock | null): number {
  if (pool === 'available') {
    if (counted && counted.available > 0) return counted.available
    return soldOut(counted, pool) ? 0 : defaultShelf
  }
  const dates = counted && datesOf(feed, counted)
  const sameDate =
    counted && dates?.incomingAt === counted.incomingAt && dates.releaseAt === counted.releaseAt
  if (counted && sameDate && counted.available === 0 && (counted[pool] > 0 || soldOut(counted, pool))) {
    return counted[pool]
  }
  return defaultPool
}

function soldOut(counted: FormerStock | null, pool: Pool): boolean {
  return counted !== null && counted[pool] === 0 && (counted.lastSet?.[pool] ?? 0) > 0
}

/** The date of the selected pool comes from the feed if it has the column. */
function datesOf(feed: FeedStock, former: ProductStock): Pick<ProductStock, 'incomingAt' | 'releaseAt'> {
  const { availability, availableAt } = feed
  if (availableAt === undefined) return { incomingAt: former.incomingAt, releaseAt: former.releaseAt }
  return {
    incomingAt: availability === 'backorder' ? availableAt : former.incomingAt,
    releaseAt: availability === 'preorder' ? availableAt : former.releaseAt,
  }
}
