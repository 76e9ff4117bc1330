/**
 * What a product record of the interchange form asks the catalogue to hold. A record is whole: what it does
 * not mention is removed, except sections and texts of stores that it, or the command, leaves out.
 */
import { imageTypes } from '../image-type.ts'
import { productTypes } from '../product-type.ts'
import { toBasisPoints, toMinor } from '../../money/money.ts'
import type { StoreCode } from '../../stores/stores.ts'
import type { PerStore, ProductRecord, StoreProductRecord } from '../catalogue-record.ts'
import type { ProductParts, ProductState } from './product-state.server.ts'
import type { Row } from './table-rows.server.ts'
import type { WriteContext } from './write-context.server.ts'
import { merged } from './write-references.server.ts'

export const recordTypes = {
  standard: productTypes.Standard,
  variant: productTypes.Variant,
  set: productTypes.SET,
  gift_card: productTypes.GiftCard,
} as const

export const recordImageTypes = {
  zoom: imageTypes.Zoom,
  thumb: imageTypes.Thumb,
  gallery: imageTypes.Gallery,
  original: imageTypes.Original,
  featured: imageTypes.Featured,
  gallery_thumb: imageTypes.GalleryThumb,
  general: imageTypes.General,
  avatar: imageTypes.Avatar,
  header: imageTypes.Header,
} as const

/** Ids of what a batch's records refer to; all are known to exist. */
export interface ReferenceIds {
  brands: ReadonlyMap<string, number>
  categories: ReadonlyMap<string, number>
  tags: ReadonlyMap<string, number>
  parents: ReadonlyMap<string, number>
}

/** The `product` row. */
export function recordProductRow(record: ProductRecord, ids: ReferenceIds): Row {
  return {
    sku: record.sku,
    type: recordTypes[record.type],
    gtin: record.gtin ?? null,
    mpn: record.mpn ?? null,
    brand_id: record.brand === undefined ? null : (ids.brands.get(record.brand) ?? null),
    variant_of: record.variantOf === undefined ? null : (ids.parents.get(record.variantOf) ?? null),
    variation_attributes: record.variationAttributes ?? [],
    item_group: record.itemGroup ?? null,
    group_id: record.groupId ?? null,
    discount_category: record.discountCategory ?? null,
    condition: record.condition ?? 'new',
    attributes: record.attributes ?? {},
    fits: record.fits ?? [],
    subscription_intervals: record.subscriptionIntervals ?? [],
    score_hundredths: record.score ? Math.round(record.score.average * 100) : null,
    score_count: record.score?.count ?? 0,
  }
}

/** Rows of everything that hangs on the product. Stores the record does not sell it in stay as they are. */
export function recordParts(
  record: ProductRecord,
  id: number,
  state: ProductState,
  ids: ReferenceIds,
  context: WriteContext,
): ProductParts {
  const stores = context.stores.filter((store) => record.stores[store] !== undefined)
  const sections = stores.map((store) => [store, record.stores[store] as StoreProductRecord] as const)
  const elsewhere = (row: Row) => !stores.includes(row['store'] as StoreCode)
  return {
    storeProducts: [
      ...state.storeProducts.filter(elsewhere),
      ...sections.map(([store, section]) => storeRow(id, store, section)),
    ],
    tiers: [
      ...state.tiers.filter(elsewhere),
      ...sections.flatMap(([store, section]) => tierRows(id, store, section)),
    ],
    stock: [
      ...state.stock.filter(elsewhere),
      ...sections.map(([store, { stock }]) => stockRow(id, store, stock)),
    ],
    categories: record.categories.map((code, position) => ({
      product_id: id,
      category_id: ids.categories.get(code),
      position,
    })),
    tags: (record.tags ?? []).map((code) => ({ product_id: id, tag_id: ids.tags.get(code) })),
    images: imageRows(record, id, state, context),
  }
}

function storeRow(id: number, store: StoreCode, section: StoreProductRecord): Row {
  return {
    product_id: id,
    store,
    name: section.name,
    slug: section.slug,
    prefix: section.prefix ?? null,
    description: section.description,
    decoration: section.decoration ?? null,
    vat_rate_basis_points: toBasisPoints(section.vatPercent),
    cross_selling_price_minor:
      section.crossSellingPrice === undefined ? null : toMinor(section.crossSellingPrice),
  }
}

function tierRows(id: number, store: StoreCode, section: StoreProductRecord): Row[] {
  const base = { product_id: id, store }
  const normal = section.prices.map(({ q, p }) => ({
    ...base,
    kind: 'normal',
    min_quantity: q,
    price_minor: toMinor(p),
    before_minor: null,
    starts_at: null,
    ends_at: null,
  }))
  const { campaign } = section
  const reduced = (campaign?.tiers ?? []).map(({ q, p, o }) => ({
    ...base,
    kind: 'campaign',
    min_quantity: q,
    price_minor: toMinor(p),
    before_minor: o > p ? toMinor(o) : null,
    starts_at: campaign?.startsAt === undefined ? null : new Date(campaign.startsAt).toISOString(),
    ends_at: campaign?.endsAt === undefined ? null : new Date(campaign.endsAt).toISOString(),
  }))
  return [...normal, ...reduced]
}

function stockRow(id: number, store: StoreCode, stock: StoreProductRecord['stock']): Row {
  return {
    product_id: id,
    store,
    available: stock.available,
    incoming: stock.incoming ?? 0,
    incoming_at: stock.incomingAt === undefined ? null : new Date(stock.incomingAt).toISOString(),
    presale: stock.presaleCap ?? 0,
    release_at: stock.releaseAt === undefined ? null : new Date(stock.releaseAt).toISOString(),
    discontinued: stock.discontinued ?? false,
  }
}

function imageRows(record: ProductRecord, id: number, state: ProductState, context: WriteContext): Row[] {
  return (record.images ?? []).map((image) => {
    const type = recordImageTypes[image.type]
    const former = state.images.find((row) => row['type'] === type && row['sort_order'] === image.sortOrder)
    const alt: PerStore<string> = merged(former?.['alt'], image.alt, context)
    return { product_id: id, type, sort_order: image.sortOrder, source: image.source, alt }
  })
}
