/** The work item of one product of a batch: the file's values, the stored state, and the decision. */
import { productTypes } from '../domain/catalogue/product-type.ts'
import { lacksLithiumFacts } from '../domain/products/dangerous-goods.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { ProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type { FeedProduct } from './feed-product.ts'
import { decideFeed, feedSlug, type FeedDecision } from './feed-state.server.ts'
import { readMoment } from './feed-values.ts'
import type { ProductRow, StockRow } from './catalogue-tables.server.ts'
import type { ProductParts, ProductState } from './product-state.server.ts'
import type { ReferenceIds } from './record-product.server.ts'
import type { RowProblem } from './row-report.ts'
import type { Outcome, WriteContext } from './write-context.server.ts'
import type { KnownStock, StockCount, StockWrite } from './write-stock.server.ts'
import { type Sku, toSku } from '../domain/products/sku.ts'

export type ProductItem =
  | { kind: 'record'; record: ProductRecord }
  /** The feed's brand and category are in the catalogue already, under these codes. */
  | {
      kind: 'feed'
      store: StoreCode
      feed: FeedProduct
      brand: string | null | undefined
      category: string | null | undefined
      /** Codes of categories that the product gets beside those that it has. */
      furtherCategories: readonly string[]
      /** Codes of tags that the product gets beside those that it has. */
      tags: readonly string[]
      /** Code of an attribute → code of a value, as far as the row says it. */
      choices: Record<string, string>
    }

export interface Work {
  item: ProductItem
  sku: Sku
  state: ProductState
  /** Store → address. */
  slugs: Map<StoreCode, string>
  /** The meaning of its stock quantities, and the stock data before. */
  counts: StockCount[]
  stock: ReadonlyMap<StoreCode, KnownStock>
  /** Prices and stock after a feed's row. */
  decision: FeedDecision | null
  /** Its target state. */
  desired: { product: ProductRow; parts: ProductParts } | null
  created: boolean
  changed: boolean
}

/** The meaning of an item's stock quantities: when they were counted, or which relative change they are. */
export function stockCountsOf(item: ProductItem, context: WriteContext): StockCount[] {
  if (item.kind === 'feed') {
    const { store, feed } = item
    const countedAt = feed.countedAt ?? context.countedAt
    const { quantity } = feed
    if (!quantity?.relative)
      return [{ store, countedAt: countedAt ?? context.heldAt ?? null, reference: null }]
    return [{ store, countedAt, reference: `${countedAt ?? context.fileDigest}:${quantity.units}` }]
  }
  return context.stores.flatMap((store) => {
    const stock = item.record.stores[store]?.stock
    if (!stock) return []
    const given = stock.countedAt === undefined ? null : readMoment(stock.countedAt)
    const countedAt = given?.ok ? given.value : (context.countedAt ?? context.heldAt ?? null)
    return [{ store, countedAt, reference: null }]
  })
}

/** Tolerated clock difference. */
const clockToleranceMs = 5 * 60_000

/**
 * Computes a feed's prices and stock from the stored ones; returns the reason if the row must be rejected.
 */
export function decide(work: Work): Outcome | null {
  const late = work.counts.find(
    ({ countedAt }) => countedAt !== null && Date.parse(countedAt) > Date.now() + clockToleranceMs,
  )
  if (late) {
    const column = work.item.kind === 'feed' ? 'quantity_at' : 'countedAt'
    return {
      refused: { code: 'bad_date', column, value: late.countedAt ?? '', detail: { code: 'in_future' } },
    }
  }
  if (work.item.kind === 'record') return null
  const known = work.stock.get(work.item.store)
  const { feed } = work.item
  const given = known?.isRepeated ? { ...feed, quantity: { units: 0, relative: true } } : feed
  work.decision = decideFeed(given, work.state, known, Date.now())
  const { prices } = work.decision
  if (prices.ok) return null
  return { refused: { code: prices.code, column: prices.column, detail: { code: 'beside_stored' } } }
}

/** What was corrected, and what a carrier would have to know. */
export function repairsOf(work: Work): RowProblem[] {
  return [...stockRepairs(work), ...transportWarnings(work)]
}

/** Batteries are the products with a chemistry; the parts of a set state their own. */
function transportWarnings({ desired }: Work): RowProblem[] {
  const product = desired?.product
  if (!product || product.type === productTypes.SET || product.attributes['chemistry'] === undefined)
    return []
  if (product.un_number === null) return [{ code: 'missing_un_number', column: 'unNumber' }]
  const facts = {
    unNumber: product.un_number,
    batteryEnergyMilliwattHours: product.battery_energy_mwh,
    lithiumContentMilligrams: product.lithium_content_mg,
  }
  if (!lacksLithiumFacts(facts)) return []
  return [{ code: 'missing_battery_facts', column: 'unNumber', value: product.un_number }]
}

function stockRepairs({ item, decision, stock }: Work): RowProblem[] {
  if (item.kind === 'record') return []
  const problem = { column: 'quantity', value: String(item.feed.quantity?.units ?? '') }
  const isRepeated = stock.get(item.store)?.isRepeated === true
  return [
    ...(decision?.stock.belowZero ? [{ code: 'stock_below_zero' as const, ...problem }] : []),
    ...(isRepeated ? [{ code: 'repeated_delivery' as const, ...problem }] : []),
  ]
}

export function skuOf(item: ProductItem): Sku {
  return item.kind === 'record' ? toSku(item.record.sku) : item.feed.sku
}

export function missingReference(
  record: ProductRecord,
  ids: ReferenceIds,
  known: ReadonlySet<string>,
): Outcome | null {
  const refuse = (
    code: 'unknown_brand' | 'unknown_category' | 'unknown_tag' | 'unknown_sku',
    column: string,
    value: string,
  ): Outcome => ({
    refused: { code, column, value },
  })
  if (typeof record.brand === 'string' && !ids.brands.has(record.brand))
    return refuse('unknown_brand', 'brand', record.brand)
  const category = record.categories.find((code) => !ids.categories.has(code))
  if (category !== undefined) return refuse('unknown_category', 'categories', category)
  const tag = record.tags?.find((code) => !ids.tags.has(code))
  if (tag !== undefined) return refuse('unknown_tag', 'tags', tag)
  const { variantOf } = record
  if (typeof variantOf === 'string' && (!known.has(variantOf) || variantOf === record.sku)) {
    return refuse('unknown_sku', 'variantOf', variantOf)
  }
  return null
}

export function slugsOf(
  item: ProductItem,
  state: ProductState,
  context: WriteContext,
): Map<StoreCode, string> {
  if (item.kind === 'feed') return new Map([[item.store, feedSlug(item.feed, item.store, state)]])
  return new Map(
    context.stores.flatMap((store) => {
      const section = item.record.stores[store]
      return section ? [[store, section.slug] as const] : []
    }),
  )
}

/**
 * Rows that differ, and relative changes even if they change nothing, because they must not be applied later.
 */
export function stockWrites(work: Work, changed: readonly StockRow[]): StockWrite[] {
  return work.counts.flatMap((count) => {
    const ofStore = (row: StockRow) => row.store === count.store
    const before = work.state.stock.find(ofStore)
    const after = changed.find(ofStore)
    const isNew = count.reference !== null && !work.stock.get(count.store)?.isRepeated
    if (after) return [{ before, after, count }]
    return before && isNew ? [{ before, after: before, count }] : []
  })
}
