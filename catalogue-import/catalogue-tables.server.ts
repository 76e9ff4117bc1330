/** The catalogue's tables as the import reads and writes them (db/migrations). */
import type { DB } from '../db/schema.generated.ts'
import type {
  AttributeRecord,
  BrandRecord,
  PerStore,
  ProductRecord,
} from '../domain/catalogue/catalogue-record.ts'
import { productFields } from '../domain/catalogue/product-fields.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { holding, table, type Column, type RowOf } from './table-rows.server.ts'

const store = holding<StoreCode>('text')
const texts = holding<PerStore<string>>('jsonb')

type ColumnsOf<Names extends keyof typeof productFields> = {
  [Name in Names as (typeof productFields)[Name]['column']]: (typeof productFields)[Name]['type']
}
const fieldColumns = Object.fromEntries(
  Object.values(productFields).map(({ column, type }) => [column, type]),
) as ColumnsOf<keyof typeof productFields>

/** Columns of `product` that no import writes. */
type OwnColumn = 'id' | 'created_at' | 'sales_rank' | 'sku_clash'

/** Without its id, which is assigned on insert. Every other column is here, or the compiler names it. */
export const productTable = table(
  'product',
  {
    sku: 'text',
    type: 'smallint',
    ...fieldColumns,
    brand_id: 'integer',
    variant_of: 'integer',
    variation_attributes: 'text[]',
    condition: holding<NonNullable<ProductRecord['condition']>>('text'),
    attributes: holding<NonNullable<ProductRecord['attributes']>>('jsonb'),
    fits: 'text[]',
    subscription_intervals: 'text[]',
    score_hundredths: 'smallint',
    score_count: 'integer',
  } satisfies Record<Exclude<keyof DB['product'], OwnColumn>, Column>,
  ['sku'],
)
export type ProductRow = RowOf<typeof productTable>

export const storeProductTable = table(
  'store_product',
  {
    product_id: 'integer',
    store,
    name: 'text',
    slug: 'text',
    prefix: 'text',
    description: 'text',
    decoration: 'text',
    seo_title: 'text',
    seo_description: 'text',
    vat_rate_basis_points: 'integer',
    cross_selling_price_minor: 'bigint',
  },
  ['product_id', 'store'],
)
export type StoreProductRow = RowOf<typeof storeProductTable>

export const formerSlugTable = table('product_former_slug', { store, slug: 'text', product_id: 'integer' }, [
  'store',
  'slug',
])
export type FormerSlugRow = RowOf<typeof formerSlugTable>

export const priceTierTable = table(
  'price_tier',
  {
    product_id: 'integer',
    store,
    kind: holding<'normal' | 'campaign'>('text'),
    min_quantity: 'integer',
    price_minor: 'bigint',
    before_minor: 'bigint',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
  },
  ['product_id', 'store', 'kind', 'min_quantity'],
)
export type PriceTierRow = RowOf<typeof priceTierTable>

export const stockTable = table(
  'stock',
  {
    product_id: 'integer',
    store,
    available: 'integer',
    incoming: 'integer',
    incoming_at: 'timestamptz',
    presale: 'integer',
    release_at: 'timestamptz',
    discontinued: 'boolean',
  },
  ['product_id', 'store'],
)
export type StockRow = RowOf<typeof stockTable>

export const productCategoryTable = table(
  'product_category',
  { product_id: 'integer', category_id: 'integer', position: 'smallint' },
  ['product_id', 'category_id'],
)
export type ProductCategoryRow = RowOf<typeof productCategoryTable>

export const productTagTable = table('product_tag', { product_id: 'integer', tag_id: 'integer' }, [
  'product_id',
  'tag_id',
])
export type ProductTagRow = RowOf<typeof productTagTable>

export const productImageTable = table(
  'product_image',
  { product_id: 'integer', type: 'smallint', sort_order: 'smallint', source: 'text', alt: texts },
  ['product_id', 'type', 'sort_order'],
)
export type ProductImageRow = RowOf<typeof productImageTable>

export const relationTable = table(
  'product_relation',
  { product_id: 'integer', kind: 'text', related_id: 'integer', position: 'smallint' },
  ['product_id', 'kind', 'related_id'],
)
export type RelationRow = RowOf<typeof relationTable>

export const setPartTable = table(
  'set_part',
  { set_id: 'integer', product_id: 'integer', quantity: 'integer' },
  ['set_id', 'product_id'],
)
export type SetPartRow = RowOf<typeof setPartTable>

export const brandTable = table(
  'brand',
  {
    slug: 'text',
    name: 'text',
    manufacturer: holding<NonNullable<BrandRecord['manufacturer']> | null>('jsonb'),
  },
  ['slug'],
)

export const tagTextTable = table('tag_text', { tag_id: 'integer', store, name: 'text', slug: 'text' }, [
  'tag_id',
  'store',
])

export const categoryTable = table(
  'category',
  { code: 'text', parent_id: 'integer', position: 'integer', icon: 'text', show_in_menu: 'boolean' },
  ['code'],
)

export const categoryTextTable = table(
  'category_text',
  {
    category_id: 'integer',
    store,
    name: 'text',
    slug: 'text',
    path: 'text',
    description: 'text',
  },
  ['category_id', 'store'],
)
export type CategoryTextRow = RowOf<typeof categoryTextTable>

export const attributeTable = table(
  'attribute',
  {
    code: 'text',
    kind: holding<AttributeRecord['kind']>('text'),
    unit: 'text',
    facet: 'boolean',
    position: 'integer',
    names: texts,
  },
  ['code'],
)

export const attributeValueTable = table(
  'attribute_value',
  { attribute_code: 'text', code: 'text', position: 'integer', names: texts },
  ['attribute_code', 'code'],
)

export const widgetTable = table('widget', { store, slug: 'text', content: 'text', hidden: 'boolean' }, [
  'store',
  'slug',
])

const pageColumns = { store, path: 'text', title: 'text', body: 'text', published: 'boolean' } as const
export const contentPageTable = table('content_page', pageColumns, ['store', 'path'])
export type ContentPageRow = RowOf<typeof contentPageTable>

/** A page as it is inserted: with the key of its preview. */
export const keyedPageTable = table('content_page', { ...pageColumns, preview_key: 'text' }, [
  'store',
  'path',
])

export const dealTable = table(
  'deal',
  {
    store,
    title: 'text',
    product_id: 'integer',
    discount_percent: 'smallint',
    starts_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  ['store', 'product_id', 'starts_at'],
)

export const searchHintTable = table(
  'search_hint',
  {
    store,
    triggers: 'text[]',
    hint: 'text',
    url: 'text',
    url_title: 'text',
    redirect: 'boolean',
  },
  ['store', 'hint'],
)

export const searchSynonymTable = table(
  'search_synonym',
  { store, term: 'text', means: 'text', both_ways: 'boolean' },
  ['store', 'term', 'means'],
)
