/**
 * What a row of a Merchant Center feed asks the catalogue to hold. A feed speaks only of what it has columns
 * for, and only of its own store: tags, attributes, variants, sets, further categories and pictures stay.
 */
import { imageTypes } from '../image-type.ts'
import { productTypes } from '../product-type.ts'
import { stores, type StoreCode } from '../../stores/stores.ts'
import type { FeedProduct, FeedTier } from './feed-product.ts'
import { noState, type ProductParts, type ProductState } from './product-state.server.ts'
import { productSlugOf } from './slug.ts'
import type { Row } from './table-rows.server.ts'

/** Units that may be sold against a delivery, or before a release, when the feed gives no figure. */
const defaultPool = 50
/** Units on the shelf when the feed says `in_stock` and has no figure. */
const defaultShelf = 100

/** The `product` row: the feed's columns over what is there. */
export function feedProductRow(feed: FeedProduct, brandId: number | null, state: ProductState): Row {
  const former = state.product
  return {
    type: productTypes.Standard,
    variant_of: null,
    variation_attributes: [],
    group_id: null,
    discount_category: null,
    attributes: {},
    subscription_intervals: [],
    score_hundredths: null,
    score_count: 0,
    ...former,
    sku: feed.sku,
    gtin: feed.gtin,
    mpn: feed.mpn,
    brand_id: brandId,
    item_group: feed.itemGroup,
    condition: feed.condition,
    fits: feed.fits ?? former?.['fits'] ?? [],
  }
}

/** The product's address: kept while its name stays, otherwise made from title and sku. */
export function feedSlug(feed: FeedProduct, state: ProductState = noState()): string {
  const former = state.storeProducts[0]
  if (former?.['name'] === feed.name) return former['slug'] as string
  return productSlugOf(feed.name, feed.sku)
}

/** Rows of everything that hangs on the product. `state` holds the per-store parts of this store alone. */
export function feedParts(
  feed: FeedProduct,
  id: number,
  store: StoreCode,
  slug: string,
  categoryId: number | null,
  state: ProductState,
): ProductParts {
  const former = state.storeProducts[0]
  const storeProduct: Row = {
    prefix: null,
    decoration: null,
    vat_rate_basis_points: stores[store].vatRateBasisPoints,
    cross_selling_price_minor: null,
    ...former,
    product_id: id,
    store,
    name: feed.name,
    slug,
    description: feed.description,
  }
  return {
    storeProducts: [storeProduct],
    tiers: tierRows(feed, id, store),
    stock: [stockRow(feed, id, store, state.stock[0])],
    categories: categoryRows(id, categoryId, state.categories),
    tags: state.tags,
    images: imageRows(feed, id, state.images),
  }
}

/**
 * Normal tiers, and for a sale price a campaign that keeps the quantity prices below it: a campaign replaces
 * all normal tiers (DEF-04), and buying ten must never become dearer because one became cheaper.
 */
function tierRows(feed: FeedProduct, id: number, store: StoreCode): Row[] {
  const { priceMinor, sale, tiers } = feed
  const row = (kind: string, minQuantity: number, amount: number, before: number | null): Row => ({
    product_id: id,
    store,
    kind,
    min_quantity: minQuantity,
    price_minor: amount,
    before_minor: before,
    starts_at: kind === 'campaign' ? (sale?.startsAt ?? null) : null,
    ends_at: kind === 'campaign' ? (sale?.endsAt ?? null) : null,
  })
  const rows = [row('normal', 1, priceMinor, null)]
  for (const tier of tiers) rows.push(row('normal', tier.minQuantity, tier.priceMinor, null))
  if (!sale) return rows
  rows.push(row('campaign', 1, sale.priceMinor, priceMinor))
  for (const tier of feed.saleTiers ?? saleTiersOf(tiers, sale.priceMinor)) {
    const usual =
      tiers.findLast(({ minQuantity }) => minQuantity <= tier.minQuantity)?.priceMinor ?? priceMinor
    rows.push(row('campaign', tier.minQuantity, tier.priceMinor, usual > tier.priceMinor ? usual : null))
  }
  return rows
}

/** The quantity prices that stay in force while a sale runs, when the feed does not name others. */
export function saleTiersOf(tiers: readonly FeedTier[], saleMinor: number): FeedTier[] {
  return tiers.filter((tier) => tier.priceMinor < saleMinor)
}

/** Pools as the availability names them. A default pool is filled once and not refilled by the same feed. */
function stockRow(feed: FeedProduct, id: number, store: StoreCode, former: Row | undefined): Row {
  const { availability, quantity, availableAt } = feed
  const kept = (pool: string, date: string) => {
    const sameDate = dateOf(former?.[date]) === dateOf(availableAt)
    const left = former?.[pool] as number | undefined
    return sameDate && former?.['available'] === 0 && left !== undefined && left > 0 ? left : defaultPool
  }
  const incoming = availability === 'backorder' ? quantity || kept('incoming', 'incoming_at') : 0
  const presale = availability === 'preorder' ? quantity || kept('presale', 'release_at') : 0
  return {
    product_id: id,
    store,
    available: availability === 'in_stock' ? (quantity ?? shelfOf(former)) : 0,
    incoming,
    incoming_at: availability === 'backorder' ? availableAt : null,
    presale,
    release_at: availability === 'preorder' ? availableAt : null,
    discontinued: availability === 'out_of_stock' && former?.['discontinued'] === true,
  }
}

function shelfOf(former: Row | undefined): number {
  const left = former?.['available'] as number | undefined
  return left !== undefined && left > 0 ? left : defaultShelf
}

function dateOf(value: unknown): number | null {
  return value === null || value === undefined ? null : new Date(value as string | Date).getTime()
}

/** The feed's category becomes the main one; the others keep their places behind it. */
function categoryRows(id: number, categoryId: number | null, former: readonly Row[]): Row[] {
  if (categoryId === null) return [...former]
  const others = former.filter((row) => row['category_id'] !== categoryId && row['position'] !== 0)
  return [{ product_id: id, category_id: categoryId, position: 0 }, ...others]
}

function imageRows(feed: FeedProduct, id: number, former: readonly Row[]): Row[] {
  if (feed.imageLink === null) return [...former]
  const isMain = (row: Row) => row['type'] === imageTypes.Thumb && row['sort_order'] === 1
  const alt = former.find(isMain)?.['alt'] ?? {}
  const main = { product_id: id, type: imageTypes.Thumb, sort_order: 1, source: feed.imageLink, alt }
  return [main, ...former.filter((row) => !isMain(row))]
}
