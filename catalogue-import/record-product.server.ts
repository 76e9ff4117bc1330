/**
 * The target state of a product after a record of the interchange format. An absent field stays as it is;
 * null or an empty list clears it. Sections of stores that are not in the record, or not selected by the
 * command, stay too.
 */
import { imageTypes } from '../domain/catalogue/image-type.ts'
import { productTypes } from '../domain/catalogue/product-type.ts'
import { toBasisPoints, toMinor } from '../domain/money/money.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import type { PerStore, ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import type {
  PriceTierRow,
  ProductImageRow,
  ProductRow,
  StockRow,
  StoreProductRow,
} from './catalogue-tables.server.ts'
import { fieldsAfter } from './product-field-values.ts'
import type { ProductParts, ProductState } from './product-state.server.ts'
import type { Pools } from '../domain/stock/stock-pools.ts'
import type { KnownStock } from './write-stock.server.ts'
import type { WriteContext } from './write-context.server.ts'
import { merged } from './write-references.server.ts'
import { readMerchantDate, type DateEdge } from '../domain/stores/merchant-date.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import { toSku } from '../domain/products/sku.ts'

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

/** Ids of everything that a batch's records refer to; all exist. */
export interface ReferenceIds {
  brands: ReadonlyMap<string, number>
  categories: ReadonlyMap<string, number>
  tags: ReadonlyMap<string, number>
  parents: ReadonlyMap<string, ProductId>
  /** Categories of a feed's products that have a name in its store, and whether in another one, too. */
  namedCategories: ReadonlyMap<number, { elsewhere: boolean }>
}

/** The given value, null if it is empty; the stored value if the record does not give one. */
function kept<T>(value: T | undefined, former: T | undefined): T | null {
  return value === undefined ? (former ?? null) : value
}

/** The id behind a code; null and undefined stay what they are. */
function idOf(ids: ReadonlyMap<string, number>, code: string | null | undefined): number | null | undefined {
  return typeof code === 'string' ? (ids.get(code) ?? null) : code
}

/** The id of an object that the batch has checked to exist. */
function knownId(ids: ReadonlyMap<string, number>, code: string): number {
  const id = ids.get(code)
  if (id === undefined) throw new Error(`${code} has no id.`)
  return id
}

/** The `product` row. */
export function recordProductRow(record: ProductRecord, ids: ReferenceIds, state: ProductState): ProductRow {
  const former = state.product
  const { score } = record
  return {
    sku: toSku(record.sku),
    type: recordTypes[record.type],
    ...fieldsAfter(record, former),
    brand_id: kept(idOf(ids.brands, record.brand), former?.brand_id),
    variant_of: kept(idOf(ids.parents, record.variantOf), former?.variant_of),
    variation_attributes: record.variationAttributes ?? former?.variation_attributes ?? [],
    condition: record.condition ?? former?.condition ?? 'new',
    attributes: record.attributes ?? former?.attributes ?? {},
    fits: record.fits ?? former?.fits ?? [],
    subscription_intervals: record.subscriptionIntervals ?? former?.subscription_intervals ?? [],
    score_hundredths: kept(score && Math.round(score.average * 100), former?.score_hundredths),
    score_count: score === undefined ? (former?.score_count ?? 0) : (score?.count ?? 0),
  }
}

export interface RecordContext {
  ids: ReferenceIds
  context: WriteContext
  stock: ReadonlyMap<StoreCode, KnownStock>
}

/** Rows of all dependent tables. Stores in which the record does not sell it stay as they are. */
export function recordParts(
  record: ProductRecord,
  id: ProductId,
  state: ProductState,
  { ids, context, stock }: RecordContext,
): ProductParts {
  const stores = context.stores.filter((store) => record.stores[store] !== undefined)
  const sections = stores.map((store) => [store, record.stores[store] as StoreProductRecord] as const)
  const elsewhere = (row: { store: StoreCode }) => !stores.includes(row.store)
  const own = <Row extends { store: StoreCode }>(rows: readonly Row[], store: StoreCode) =>
    rows.filter((row) => row.store === store)
  return {
    storeProducts: [
      ...state.storeProducts.filter(elsewhere),
      ...sections.map(([store, section]) => storeRow(id, store, section, own(state.storeProducts, store)[0])),
    ],
    tiers: [
      ...state.tiers.filter(elsewhere),
      ...sections.flatMap(([store, section]) => tierRows(id, store, section, own(state.tiers, store))),
    ],
    stock: [
      ...state.stock.filter(elsewhere),
      ...sections.map(([store, section]) =>
        stockRow(id, store, section.stock, own(state.stock, store)[0], stock.get(store)),
      ),
    ],
    categories: record.categories.map((code, position) => ({
      product_id: id,
      category_id: knownId(ids.categories, code),
      position,
    })),
    tags:
      record.tags === undefined
        ? state.tags
        : record.tags.map((code) => ({ product_id: id, tag_id: knownId(ids.tags, code) })),
    images: record.images === undefined ? state.images : imageRows(record, id, state, context),
  }
}

function storeRow(
  id: ProductId,
  store: StoreCode,
  section: StoreProductRecord,
  former: StoreProductRow | undefined,
): StoreProductRow {
  const { crossSellingPrice } = section
  return {
    product_id: id,
    store,
    name: section.name,
    slug: section.slug,
    prefix: kept(section.prefix, former?.prefix),
    description: section.description,
    decoration: kept(section.decoration, former?.decoration),
    seo_title: kept(section.seoTitle, former?.seo_title),
    seo_description: kept(section.seoDescription, former?.seo_description),
    vat_rate_basis_points: toBasisPoints(section.vatPercent),
    cross_selling_price_minor: kept(
      typeof crossSellingPrice === 'number' ? toMinor(crossSellingPrice) : crossSellingPrice,
      former?.cross_selling_price_minor,
    ),
  }
}

function tierRows(
  id: ProductId,
  store: StoreCode,
  section: StoreProductRecord,
  former: readonly PriceTierRow[],
): PriceTierRow[] {
  const base = { product_id: id, store }
  const normal = section.prices.map(({ q, p }) => ({
    ...base,
    kind: 'normal' as const,
    min_quantity: q,
    price_minor: toMinor(p),
    before_minor: null,
    starts_at: null,
    ends_at: null,
  }))
  const { campaign } = section
  if (campaign === undefined) return [...normal, ...former.filter((row) => row.kind === 'campaign')]
  const reduced = (campaign?.tiers ?? []).map(({ q, p, o }) => ({
    ...base,
    kind: 'campaign' as const,
    min_quantity: q,
    price_minor: toMinor(p),
    before_minor: o > p ? toMinor(o) : null,
    starts_at: momentOf(campaign?.startsAt, store, 'start'),
    ends_at: momentOf(campaign?.endsAt, store, 'end'),
  }))
  return [...normal, ...reduced]
}

function momentOf(text: string | undefined, store: StoreCode, edge: DateEdge): string | null {
  const moment = text === undefined ? null : readMerchantDate(text, stores[store].timeZone, edge)
  return moment === null ? null : new Date(moment).toISOString()
}

/**
 * A quantity is valid at its time of counting: later movements are applied to it, and it is never negative. Awaited units
 * that orders took since are those that came, where the record awaits no more of them.
 */
function stockRow(
  id: ProductId,
  store: StoreCode,
  stock: StoreProductRecord['stock'],
  former: StockRow | undefined,
  known: KnownStock | undefined,
): StockRow {
  const pool = (value: number | null | undefined, name: keyof Pools) =>
    value === undefined
      ? (former?.[name] ?? 0)
      : Math.max(0, (value ?? 0) + (former ? (known?.moved[name] ?? 0) : 0))
  const came = stock.incoming === undefined || stock.incoming ? 0 : Math.min(0, known?.ordered.incoming ?? 0)
  const date = (value: string | null | undefined, name: 'incoming_at' | 'release_at') =>
    value === undefined ? (former?.[name] ?? null) : momentOf(value ?? undefined, store, 'start')
  return {
    product_id: id,
    store,
    available: Math.max(0, pool(stock.available, 'available') + came),
    incoming: pool(stock.incoming, 'incoming'),
    incoming_at: date(stock.incomingAt, 'incoming_at'),
    presale: pool(stock.presaleCap, 'presale'),
    release_at: date(stock.releaseAt, 'release_at'),
    discontinued:
      stock.discontinued ?? (stock.discontinued === null ? false : (former?.discontinued ?? false)),
  }
}

function imageRows(
  record: ProductRecord,
  id: ProductId,
  state: ProductState,
  context: WriteContext,
): ProductImageRow[] {
  return (record.images ?? []).map((image) => {
    const type = recordImageTypes[image.type]
    // The texts of other stores are those of the picture, wherever it was.
    const same = state.images.filter((row) => row.type === type && row.source === image.source)
    const former = same.find((row) => row.sort_order === image.sortOrder) ?? same[0]
    const alt: PerStore<string> = context.isRestoration
      ? (image.alt ?? {})
      : merged(former?.alt, image.alt, context)
    return { product_id: id, type, sort_order: image.sortOrder, source: image.source, alt }
  })
}
