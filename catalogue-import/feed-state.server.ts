/**
 * The target state of a product after a row of a Merchant Center feed. A feed changes only the columns it
 * has, and only its own store: everything else stays as it is.
 */
import { productTypes } from '../domain/catalogue/product-type.ts'
import { storePolicies, stores, type StoreCode } from '../domain/stores/stores.ts'
import { noUnits } from '../domain/stock/stock-pools.ts'
import { decidePrices, type DecidedPrices, type PriceRow } from './feed-prices.ts'
import { feedPictureRows } from './feed-pictures.server.ts'
import type {
  PriceTierRow,
  ProductCategoryRow,
  ProductRow,
  StockRow,
  StoreProductRow,
} from './catalogue-tables.server.ts'
import type { FeedProduct } from './feed-product.ts'
import { fieldsAfter } from './product-field-values.ts'
import { decideStock, type DecidedStock, type FormerStock, type ProductStock } from './feed-stock.ts'
import { isoOf, noState, type ProductParts, type ProductState } from './product-state.server.ts'
import { productSlugOf } from '../domain/stores/slug.ts'
import type { ProductId } from '../domain/products/product-id.ts'

/** What a row refers to, resolved to ids. Undefined: the feed has no such column. Null: the cell is empty. */
export interface FeedIds {
  brandId: number | null | undefined
  categoryId: number | null | undefined
  /** Of further categories, which the product gets beside those that it has. */
  furtherCategoryIds: readonly number[]
  /** Of tags, which the product gets beside those that it has. */
  tagIds: readonly number[]
  /** Which of the product's categories have a name in the store, and whether in another one, too. */
  namedCategories: ReadonlyMap<number, { elsewhere: boolean }>
}

/** The `product` row: the feed's columns merged over the stored row. */
export function feedProductRow(
  feed: FeedProduct,
  { brandId, choices }: { brandId: number | null | undefined; choices: Readonly<Record<string, string>> },
  state: ProductState,
): ProductRow {
  const former = state.product
  return {
    type: productTypes.Standard,
    variant_of: null,
    variation_attributes: [],
    subscription_intervals: [],
    score_hundredths: null,
    score_count: 0,
    ...former,
    ...fieldsAfter(feed, former),
    ...(leavesGroup(feed, former) && { type: productTypes.Standard, variant_of: null }),
    attributes: { ...former?.attributes, ...choices },
    sku: feed.sku,
    brand_id: brandId === undefined ? (former?.brand_id ?? null) : brandId,
    condition: feed.condition ?? former?.condition ?? 'new',
    fits: feed.fits ?? former?.fits ?? [],
  }
}

/** A variant of one group that the file puts into another one. The end of the import groups it again. */
function leavesGroup({ variant }: FeedProduct, former: ProductRow | null): boolean {
  if (variant === undefined || former?.item_group == null || former.variant_of === null) return false
  return former.item_group !== variant.group
}

/** The product's address: unchanged while its name is unchanged, otherwise derived from title and sku. */
export function feedSlug(feed: FeedProduct, store: StoreCode, state: ProductState = noState()): string {
  const former = state.storeProducts[0]
  if (former?.name === feed.name) return former.slug
  return productSlugOf(stores[store], feed.name, feed.sku)
}

/** Prices and stock after the row; `state` contains the per-store parts of this store only. */
export interface FeedDecision {
  prices: DecidedPrices
  stock: DecidedStock
}

type StockSinceCount = Pick<FormerStock, 'moved' | 'ordered' | 'lastSet'> & { isTakenBack: boolean }

export function decideFeed(
  feed: FeedProduct,
  state: ProductState,
  moved: StockSinceCount | undefined,
  now: number,
): FeedDecision {
  return {
    prices: feed.update?.keepsPrices
      ? { ok: true, rows: state.tiers.map(priceRowOf) }
      : decidePrices(feed, state.tiers.map(priceRowOf), now),
    stock: keptStock(feed, state.stock[0]) ?? decideStock(feed, formerStock(state.stock[0], moved)),
  }
}

/** Rows of all dependent tables. `state` contains the per-store parts of this store only. */
export function feedParts(
  feed: FeedProduct,
  id: ProductId,
  store: StoreCode,
  slug: string,
  ids: FeedIds,
  state: ProductState,
  decision: FeedDecision,
): ProductParts {
  const former = state.storeProducts[0]
  const base = { product_id: id, store }
  const storeProduct: StoreProductRow = {
    prefix: null,
    decoration: null,
    seo_title: null,
    seo_description: null,
    vat_rate_basis_points: storePolicies[store].vatRateBasisPoints,
    cross_selling_price_minor: null,
    ...former,
    ...base,
    name: feed.name,
    slug,
    description: descriptionOf(feed, former),
    ...(feed.seoTitle !== undefined && { seo_title: feed.seoTitle }),
    ...(feed.seoDescription !== undefined && { seo_description: feed.seoDescription }),
  }
  const prices = decision.prices.ok ? decision.prices.rows : []
  const { stock } = decision.stock
  return {
    storeProducts: [storeProduct],
    tiers: prices.map((row) => ({
      ...base,
      kind: row.kind,
      min_quantity: row.minQuantity,
      price_minor: row.priceMinor,
      before_minor: row.beforeMinor,
      starts_at: row.startsAt,
      ends_at: row.endsAt,
    })),
    stock: [
      {
        ...base,
        available: stock.available,
        incoming: stock.incoming,
        incoming_at: stock.incomingAt,
        presale: stock.presale,
        release_at: stock.releaseAt,
        discontinued: stock.discontinued,
      },
    ],
    categories: withFurther(id, ids.furtherCategoryIds, categoryRows(id, ids, state.categories)),
    tags: [
      ...state.tags,
      ...ids.tagIds
        .filter((tagId) => !state.tags.some((row) => row.tag_id === tagId))
        .map((tagId) => ({ product_id: id, tag_id: tagId })),
    ],
    images: feedPictureRows(feed, id, { store, former: state.images }),
  }
}

/** If the cell is empty the title is used, except for a product that has no description anyway. */
function descriptionOf(feed: FeedProduct, former: StoreProductRow | undefined): string {
  if (feed.description === undefined) return former?.description ?? feed.name
  if (feed.description !== '') return feed.description
  return former?.description === '' ? '' : feed.name
}

function priceRowOf(row: PriceTierRow): PriceRow {
  return {
    kind: row.kind,
    minQuantity: row.min_quantity,
    priceMinor: row.price_minor,
    beforeMinor: row.before_minor,
    startsAt: isoOf(row.starts_at),
    endsAt: isoOf(row.ends_at),
  }
}

/**
 * The stock of a product that is sold here already, which a file of a former shop does not set, nor a row without stock;
 * null: the row sets it.
 */
function keptStock(feed: FeedProduct, row: StockRow | undefined): DecidedStock | null {
  if (feed.update?.keepsStock) return { stock: productStockOf(row), belowZero: false }
  if (!feed.isFormerStock || !row || row.discontinued) return null
  return { stock: productStockOf(row), belowZero: false }
}

function formerStock(row: StockRow | undefined, since: StockSinceCount | undefined): FormerStock | null {
  if (!row) return null
  const stock = productStockOf(row)
  return {
    ...stock,
    // An import of what a rollback took out of the store brings it back, sold out or not.
    discontinued: stock.discontinued && since?.isTakenBack !== true,
    moved: since?.moved ?? noUnits,
    ordered: since?.ordered ?? noUnits,
    lastSet: since?.lastSet ?? null,
  }
}

/** A `stock` row; zero in every pool if there is none. */
export function productStockOf(row: StockRow | undefined): ProductStock {
  return {
    available: row?.available ?? 0,
    incoming: row?.incoming ?? 0,
    presale: row?.presale ?? 0,
    incomingAt: isoOf(row?.incoming_at),
    releaseAt: isoOf(row?.release_at),
    discontinued: row?.discontinued ?? false,
  }
}

/**
 * The feed's category becomes the main one of its store; the others keep their order after it. A store's main
 * category is the first one that has a name there: categories named only in other stores stay in front.
 */
function categoryRows(
  id: ProductId,
  { categoryId, namedCategories }: FeedIds,
  former: readonly ProductCategoryRow[],
): ProductCategoryRow[] {
  if (categoryId === undefined) return [...former]
  const inOrder = former.toSorted((a, b) => a.position - b.position)
  const namedAs = (row: ProductCategoryRow | undefined) =>
    row === undefined ? undefined : namedCategories.get(row.category_id)
  const first = inOrder.find((row) => namedAs(row) !== undefined)
  if (categoryId !== null && first?.category_id === categoryId) return [...former]
  const ofOthers = inOrder.slice(0, first ? inOrder.indexOf(first) : undefined)
  const place = ofOthers.length
  // After a gap, or shared with another store that has a main category in front, it is a further category.
  const isMain = first?.position === place && (place === 0 || namedAs(first)?.elsewhere === false)
  if (categoryId === null) return former.filter((row) => row !== first || !isMain)
  let position = place
  const behind = inOrder
    .slice(place)
    .filter((row) => row.category_id !== categoryId && (row !== first || !isMain))
    .map((row) => {
      position = Math.max(position + 1, row.position)
      return { ...row, position }
    })
  return [
    ...ofOthers.map((row, index) => ({ ...row, position: index })),
    { product_id: id, category_id: categoryId, position: place },
    ...behind,
  ]
}

/** Further categories come after all others, and never become the main one. */
function withFurther(
  id: ProductId,
  furtherIds: readonly number[],
  rows: readonly ProductCategoryRow[],
): ProductCategoryRow[] {
  const has = new Set(rows.map((row) => row.category_id))
  const last = Math.max(0, ...rows.map((row) => row.position))
  const missing = [...new Set(furtherIds)].filter((each) => !has.has(each))
  return [
    ...rows,
    ...missing.map((each, at) => ({ product_id: id, category_id: each, position: last + 1 + at })),
  ]
}
