/**
 * Reads the catalogue from PostgreSQL in the form of the index: the small tables as a whole, products in
 * batches of whole families. The number of queries per batch is constant. Read-only.
 */
import { productParts } from '../../modules/product-parts.server.ts'
import { familyRating } from '../../domain/catalogue/family-rating.ts'
import type { Query } from '../../db/query.ts'
import type { StoredProductFields } from '../../contract/catalogue.ts'
import {
  fieldCode,
  isFacetKind,
  languageOfStore,
  type CustomField,
  type FieldKind,
  type FieldValue,
} from '../../domain/custom-fields/custom-field.ts'
import { withDeclared } from '../../domain/custom-fields/declared-fields.ts'
import { stockOfSet, type StoredStock } from '../../domain/catalogue/set-stock.ts'
import { storedColumns, type AttributeValues } from './stored-details.server.ts'
import { shownPictures } from '../../domain/catalogue/shown-pictures.ts'
import type { SearchSynonym } from '../../domain/search/search-synonyms.ts'
import { storeFile } from '../../domain/stores/apply-settings.ts'
import { withSettings, type StoreSettings } from '../../domain/stores/store-settings.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import type { PerStore } from '../../domain/catalogue/catalogue-record.ts'
import type { PriceRecord } from '../../domain/catalogue/lowest-price.server.ts'
import type { TransportFacts } from '../../domain/products/dangerous-goods.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { ProductId } from '../../domain/products/product-id.ts'

export interface CategoryRow {
  id: number
  code: string
  parent: number | null
  position: number
  icon: string | null
  menu: boolean
  texts: PerStore<{ name: string; slug: string; path: string; description: string }>
}
export interface BrandRow {
  id: number
  slug: string
  name: string
  manufacturer: { name: string; address: string; email: string } | null
}
export interface TagRow {
  id: number
  code: string
  texts: PerStore<{ name: string; slug: string }>
}
/** An attribute, or a field of the shop's own (`field.KEY`), which is one of the catalogue. */
export interface AttributeRow {
  code: string
  kind: FieldKind
  unit: string | null
  facet: boolean
  position: number
  names: PerStore<string>
  values: Record<string, { position: number; names: PerStore<string> }>
  /** It is not shown to shoppers: neither in specifications nor as a search word. */
  isHidden?: true
}

/** A former address of a category (its path), brand or tag. */
export interface FormerAddressRow {
  kind: 'category' | 'brand' | 'tag'
  store: StoreCode
  slug: string
  id: number
}

/** The small tables. */
export interface StructureRows {
  categories: CategoryRow[]
  brands: BrandRow[]
  tags: TagRow[]
  attributes: AttributeRow[]
  synonyms: SearchSynonym[]
  formerAddresses: FormerAddressRow[]
}

export async function readStructure(query: Query): Promise<StructureRows> {
  const categories = await query<CategoryRow>(`
    select c.id, c.code, c.parent_id as parent, c.position, c.icon, c.show_in_menu as menu,
      coalesce(jsonb_object_agg(t.store, jsonb_build_object('name', t.name, 'slug', t.slug, 'path', t.path,
        'description', t.description)) filter (where t.store is not null), '{}') as texts
    from category c left join category_text t on t.category_id = c.id group by c.id order by c.position, c.id`)
  const brands = await query<BrandRow>('select id, slug, name, manufacturer from brand order by id')
  const tags = await query<TagRow>(`
    select g.id, g.code, coalesce(jsonb_object_agg(t.store, jsonb_build_object('name', t.name, 'slug', t.slug))
      filter (where t.store is not null), '{}') as texts
    from tag g left join tag_text t on t.tag_id = g.id group by g.id order by g.id`)
  const attributes: AttributeRow[] = await query<Omit<AttributeRow, 'isHidden'>>(`
    select a.code, a.kind, a.unit, a.facet, a.position, a.names,
      coalesce(jsonb_object_agg(v.code, jsonb_build_object('position', v.position, 'names', v.names))
        filter (where v.code is not null), '{}') as values
    from attribute a left join attribute_value v on v.attribute_code = a.code
    group by a.code order by a.position, a.code`)
  attributes.push(...fieldAttributes(await readFields(query)))
  const synonyms = await query<SearchSynonym>(
    'select store, term, means, both_ways as "bothWays" from search_synonym order by store, term, means',
  )
  const formerAddresses = await query<FormerAddressRow>(
    'select kind, store, slug, target_id as id from former_address order by kind, store, slug',
  )
  return { categories, brands, tags, attributes, synonyms, formerAddresses }
}

/** The fields of products as staff and modules have defined them. */
async function readFields(query: Query): Promise<CustomField[]> {
  const stored = await query<CustomField>(`
    select object, key, kind, unit, names, options, refers_to as "refersTo", scope, is_shown as "isShown",
      is_facet as "isFacet", is_in_feed as "isInFeed", is_required as "isRequired", position,
      archived_at is not null as "isArchived", null as module
    from custom_field_definition where object = 'product' order by position, key`)
  return withDeclared(stored, 'product')
}

/** After all attributes. */
const firstFieldPosition = 1_000_000

/** Fields as attributes of the catalogue. Those that are archived or for staff alone are known, and shown nowhere. */
function fieldAttributes(fields: readonly CustomField[]): AttributeRow[] {
  return fields.map(({ key, kind, unit, names, options, isShown, isFacet, isArchived, position }) => ({
    code: fieldCode(key),
    kind,
    unit,
    // A filter says what the values are.
    facet: isFacet && isShown && isFacetKind(kind) && !isArchived,
    position: firstFieldPosition + position,
    names,
    values: Object.fromEntries(
      options.map((option, place) => [option.code, { position: place, names: option.names }]),
    ),
    ...(isShown && !isArchived ? {} : { isHidden: true as const }),
  }))
}

export interface TierRow {
  kind: 'normal' | 'campaign'
  q: number
  priceMinor: number
  beforeMinor: number | null
  startsAt: number | null
  endsAt: number | null
}
/** Of a set: as far as its parts allow (`stockOfSet`). */
export type StockRow = StoredStock
export interface StoreProductRow {
  name: string
  slug: string
  prefix: string | null
  description: string
  decoration: string | null
  seoTitle: string | null
  seoDescription: string | null
  vatBasisPoints: number
  crossSellingMinor: number | null
  formerSlugs: string[]
  tiers: TierRow[]
  history: PriceRecord[]
  stock: StockRow | null
  /** Values of fields that differ by store or language, by their codes among the attributes. */
  fields: AttributeValues
  /** The store does not sell it as long as it lacks statutory data. */
  isWithheld: boolean
}
export interface ImageRow {
  type: number
  sort: number
  source: string
  alt: PerStore<string>
}
/** A product with all its data in every store it is sold in. */
export interface ProductRows extends StoredProductFields {
  id: ProductId
  sku: Sku
  type: number
  brandId: number | null
  variantOf: ProductId | null
  variationAttributes: string[]
  groupId: number | null
  discountCategory: string | null
  /** With the values of fields that all stores share. */
  attributes: AttributeValues
  fits: string[]
  subscriptionIntervals: string[]
  transport: TransportFacts
  grossWeightGrams: number | null
  /** In any order. */
  packageSidesMm: (number | null)[]
  /** Of the whole family: imported ratings, and those of the shop's modules. */
  scoreHundredths: number | null
  scoreCount: number
  /** What modules add, by name of the module. */
  parts: Record<string, unknown>
  salesRank: number
  /** The latest of its creation and its price changes, epoch milliseconds. */
  updatedAt: number
  /** Main category first. */
  categories: number[]
  tags: number[]
  images: ImageRow[]
  relations: Record<string, number[]>
  setParts: [productId: ProductId, quantity: number][]
  stores: PerStore<StoreProductRow>
}

/**
 * The ids with their whole families: parents of variants, variants of parents. With the sets too that one of them is a
 * part of: a set is in stock, and is withheld, with its parts.
 */
export async function familiesOf(query: Query, ids: readonly number[]): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `with wanted as (select unnest($1::int[]) as id
       union select set_id from set_part where product_id = any($1::int[])),
     root as (select distinct coalesce(variant_of, id) as id from product where id in (select id from wanted))
     select p.id from product p join root on p.id = root.id
     union select p.id from product p join root on p.variant_of = root.id`,
    [ids],
  )
  return rows.map((row) => row.id)
}

/** The existing products of those ids; pass whole families (`familiesOf`). */
export async function readProducts(query: Query, ids: readonly number[]): Promise<ProductRows[]> {
  if (ids.length === 0) return []
  const products = new Map<number, ProductRows>()
  for (const row of await query<OwnColumns>(productSql, [ids])) {
    products.set(row.id, {
      ...row,
      categories: [],
      tags: [],
      images: [],
      relations: {},
      setParts: [],
      stores: {},
      parts: {},
    })
  }
  await readStoreRows(query, ids, products)
  await readFieldValues(query, ids, products)
  await readSetStock(query, ids, products)
  await markWithheld(query, ids, products)
  await readLinks(query, ids, products)
  shareRatings(products)
  await readParts(query, products)
  return [...products.values()]
}

/** What the table `product` itself holds of a product. */
type OwnColumns = Omit<
  ProductRows,
  'categories' | 'tags' | 'images' | 'relations' | 'setParts' | 'stores' | 'parts'
>

const productSql = `
  select id, sku, type, ${storedColumns.join(', ')}, brand_id as "brandId", variant_of as "variantOf",
    variation_attributes as "variationAttributes", group_id as "groupId", discount_category as "discountCategory",
    json_build_object('unNumber', un_number, 'batteryEnergyMilliwattHours', battery_energy_mwh,
      'lithiumContentMilligrams', lithium_content_mg) as transport,
    gross_weight_g as "grossWeightGrams",
    array[package_length_mm, package_width_mm, package_height_mm] as "packageSidesMm",
    attributes, fits, subscription_intervals as "subscriptionIntervals",
    score_hundredths as "scoreHundredths", score_count as "scoreCount", sales_rank as "salesRank",
    (extract(epoch from greatest(created_at,
      (select max(recorded_at) from price_history h where h.product_id = product.id))) * 1000)::float8 as "updatedAt"
  from product where id = any($1::int[]) order by id`

/** Gives every product the imported ratings of its whole family. Expects whole families. */
function shareRatings(products: ReadonlyMap<number, ProductRows>): void {
  const rating = ({ scoreHundredths, scoreCount }: ProductRows) => ({
    hundredths: scoreHundredths,
    count: scoreCount,
  })
  for (const [root, family] of Map.groupBy(products.values(), ({ id, variantOf }) => variantOf ?? id)) {
    const parent = family.find(({ id }) => id === root)
    const variants = family.filter(({ id }) => id !== root)
    const shared = familyRating(parent ? rating(parent) : null, variants.map(rating))
    for (const product of family)
      Object.assign(product, { scoreHundredths: shared.hundredths, scoreCount: shared.count })
  }
}

/** Adds the fields of the shop's modules. */
async function readParts(query: Query, products: ReadonlyMap<number, ProductRows>): Promise<void> {
  const read = [...products.values()].map(({ id, variantOf, scoreHundredths, scoreCount }) => ({
    id,
    variantOf,
    rating: { hundredths: scoreHundredths, count: scoreCount },
  }))
  for (const [name, part] of productParts)
    for (const [id, { stored, rating }] of await part.read(query, read)) {
      const product = products.get(id)!
      product.parts[name] = stored
      product.scoreHundredths = rating.hundredths
      product.scoreCount = rating.count
    }
}

/** Epoch milliseconds of a timestamptz column, as a number. */
const epoch = (column: string, name: string) => `(extract(epoch from ${column}) * 1000)::float8 as "${name}"`

type Linked<Row> = Row & { id: number; store: StoreCode }

async function readStoreRows(query: Query, ids: readonly number[], products: Map<number, ProductRows>) {
  const rows = await query<
    Linked<
      Omit<StoreProductRow, 'formerSlugs' | 'tiers' | 'history' | 'stock' | 'fields' | 'isWithheld'> &
        StockRow & { stocked: boolean }
    >
  >(
    `select sp.product_id as id, sp.store, name, slug, prefix, description, decoration, seo_title as "seoTitle",
      seo_description as "seoDescription",
      vat_rate_basis_points as "vatBasisPoints", cross_selling_price_minor::float8 as "crossSellingMinor",
      s.product_id is not null as stocked, s.available, s.incoming, ${epoch('s.incoming_at', 'incomingAt')},
      s.presale, ${epoch('s.release_at', 'releaseAt')}, s.discontinued
     from store_product sp left join stock s using (product_id, store) where sp.product_id = any($1::int[])
     order by sp.product_id, sp.store`,
    [ids],
  )
  for (const {
    id,
    store,
    stocked,
    available,
    incoming,
    incomingAt,
    presale,
    releaseAt,
    discontinued,
    ...row
  } of rows) {
    const stock = stocked ? { available, incoming, incomingAt, presale, releaseAt, discontinued } : null
    const product = products.get(id)
    if (product)
      product.stores[store] = {
        ...row,
        formerSlugs: [],
        tiers: [],
        history: [],
        stock,
        fields: {},
        isWithheld: false,
      }
  }
  const inStore = (row: { id: number; store: StoreCode }) => products.get(row.id)?.stores[row.store]
  const reduced = new Set<number>()
  for (const tier of await query<Linked<TierRow>>(tierSql, [ids])) {
    const { id, store, ...own } = tier
    if (own.kind === 'campaign') reduced.add(id)
    inStore({ id, store })?.tiers.push(own)
  }
  if (reduced.size > 0) {
    for (const record of await query<Linked<PriceRecord>>(historySql, [[...reduced]])) {
      const { id, store, ...own } = record
      inStore({ id, store })?.history.push(own)
    }
  }
  const former = await query<{ id: number; store: StoreCode; slug: string }>(
    'select product_id as id, store, slug from product_former_slug where product_id = any($1::int[]) order by slug',
    [ids],
  )
  for (const row of former) inStore(row)?.formerSlugs.push(row.slug)
}

/** Adds the values of the shop's own fields, those of one scope to the stores that it means. */
async function readFieldValues(query: Query, ids: readonly number[], products: Map<number, ProductRows>) {
  const rows = await query<{ id: number; field: string; scope: string; value: FieldValue }>(
    `select object_id::int as id, field, scope, value from custom_field_value
     where object = 'product' and object_id = any($1::bigint[]) and value is not null order by 1, 2, 3`,
    [ids],
  )
  for (const { id, field, scope, value } of rows) {
    const product = products.get(id)
    if (!product) continue
    const code = fieldCode(field)
    if (scope === '') product.attributes = { ...product.attributes, [code]: value }
    else
      for (const [store, own] of Object.entries(product.stores) as [StoreCode, StoreProductRow][])
        if (scope === store || scope === languageOfStore(store)) own.fields[code] = value
  }
}

/** Gives every set the stock that its parts allow. */
async function readSetStock(query: Query, ids: readonly number[], products: Map<number, ProductRows>) {
  const rows = await query<Linked<StockRow & { perUnit: number; stocked: boolean }>>(
    `select p.set_id as id, sp.store, p.quantity as "perUnit", s.product_id is not null as stocked, s.available,
      s.incoming, ${epoch('s.incoming_at', 'incomingAt')}, s.presale, ${epoch('s.release_at', 'releaseAt')},
      s.discontinued
     from set_part p join store_product sp on sp.product_id = p.set_id
     left join stock s on s.product_id = p.product_id and s.store = sp.store
     where p.set_id = any($1::int[])`,
    [ids],
  )
  for (const ofSet of Map.groupBy(rows, ({ id, store }) => `${id} ${store}`).values()) {
    const { id, store } = ofSet[0]!
    const own = products.get(id)?.stores[store]
    if (!own?.stock) continue
    const parts = ofSet.map(({ perUnit, stocked, id: _id, store: _store, ...stock }) => ({
      perUnit,
      stock: stocked ? stock : null,
    }))
    own.stock = stockOfSet(own.stock, parts)
  }
}

/** The stores that sell no product without statutory data. */
export async function withholdingStores(query: Query): Promise<StoreCode[]> {
  const rows = await query<{ store: StoreCode; value: StoreSettings['products'] }>(
    "select store, value from store_setting where section = 'products'",
  )
  return storeCodes.filter((code) => {
    const products = rows.find(({ store }) => store === code)?.value
    return withSettings(storeFile(code), products ? { products } : {}).policy.requiresStatutoryData
  })
}

/** Reads nothing of the products where no store withholds any. */
async function markWithheld(query: Query, ids: readonly number[], products: Map<number, ProductRows>) {
  const stores = await withholdingStores(query)
  if (stores.length === 0) return
  const lacking = await query<{ id: number }>(
    'select distinct product_id as id from statutory_gaps_of($1::int[])',
    [ids],
  )
  for (const { id } of lacking)
    for (const store of stores) {
      const own = products.get(id)?.stores[store]
      if (own) own.isWithheld = true
    }
}

const tierSql = `
  select product_id as id, store, kind, min_quantity as q, price_minor::float8 as "priceMinor",
    before_minor::float8 as "beforeMinor", ${epoch('starts_at', 'startsAt')}, ${epoch('ends_at', 'endsAt')}
  from price_tier where product_id = any($1::int[]) order by product_id, store, kind, min_quantity`

const historySql = `
  select product_id as id, store, kind, price_minor::float8 as "priceMinor", ${epoch('starts_at', 'startsAt')},
    ${epoch('ends_at', 'endsAt')}, ${epoch('recorded_at', 'recordedAt')}
  from price_history h where product_id = any($1::int[]) order by h.id`

async function readLinks(query: Query, ids: readonly number[], products: Map<number, ProductRows>) {
  const categories = await query<{ id: number; to: number }>(
    `select product_id as id, category_id as to from product_category where product_id = any($1::int[])
     order by product_id, position, category_id`,
    [ids],
  )
  for (const row of categories) products.get(row.id)?.categories.push(row.to)
  const tags = await query<{ id: number; to: number }>(
    'select product_id as id, tag_id as to from product_tag where product_id = any($1::int[]) order by 1, 2',
    [ids],
  )
  for (const row of tags) products.get(row.id)?.tags.push(row.to)
  const images = await query<ImageRow & { id: number }>(
    `select i.product_id as id, i.type, i.sort_order as sort, i.alt,
       coalesce('picture:' || encode(s.sha256, 'hex'), i.source) as source
     from product_image i left join picture_source s on s.source = i.source and i.source not like 'drawing:%'
     where i.product_id = any($1::int[]) order by i.product_id, i.type, i.sort_order`,
    [ids],
  )
  for (const [id, rows] of Map.groupBy(images, (image) => image.id))
    products
      .get(id)
      ?.images.push(
        ...shownPictures(rows).map(({ type, sort, source, alt }) => ({ type, sort, source, alt })),
      )
  const relations = await query<{ id: number; kind: string; to: number }>(
    `select id, kind, "to" from (
       select product_id as id, kind, related_id as "to", position from product_relation
         where product_id = any($1::int[])
       union all
       select product_id, 'bought_together:' || store, other_id, position from bought_together
         where product_id = any($1::int[])) as relation
     order by id, kind, position, "to"`,
    [ids],
  )
  for (const row of relations) {
    const own = products.get(row.id)?.relations
    if (own) (own[row.kind] ??= []).push(row.to)
  }
  const parts = await query<{ id: ProductId; to: ProductId; quantity: number }>(
    'select set_id as id, product_id as to, quantity from set_part where set_id = any($1::int[]) order by 1, 2',
    [ids],
  )
  for (const row of parts) products.get(row.id)?.setParts.push([row.to, row.quantity])
}
