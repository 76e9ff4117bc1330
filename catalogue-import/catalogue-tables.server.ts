/** The catalogue's tables as the import reads and writes them (db/migrations). */
import type { Table } from './table-rows.server.ts'

/** Without its id, which is assigned on insert. */
export const productTable = {
  name: 'product',
  columns: {
    sku: 'text',
    type: 'smallint',
    gtin: 'text',
    mpn: 'text',
    brand_id: 'integer',
    variant_of: 'integer',
    variation_attributes: 'text[]',
    item_group: 'text',
    group_id: 'integer',
    discount_category: 'text',
    condition: 'text',
    attributes: 'jsonb',
    fits: 'text[]',
    subscription_intervals: 'text[]',
    score_hundredths: 'smallint',
    score_count: 'integer',
  },
  key: ['sku'],
} satisfies Table

export const storeProductTable = {
  name: 'store_product',
  columns: {
    product_id: 'integer',
    store: 'text',
    name: 'text',
    slug: 'text',
    prefix: 'text',
    description: 'text',
    decoration: 'text',
    vat_rate_basis_points: 'integer',
    cross_selling_price_minor: 'bigint',
  },
  key: ['product_id', 'store'],
} satisfies Table

export const formerSlugTable = {
  name: 'product_former_slug',
  columns: { store: 'text', slug: 'text', product_id: 'integer' },
  key: ['store', 'slug'],
} satisfies Table

export const priceTierTable = {
  name: 'price_tier',
  columns: {
    product_id: 'integer',
    store: 'text',
    kind: 'text',
    min_quantity: 'integer',
    price_minor: 'bigint',
    before_minor: 'bigint',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
  },
  key: ['product_id', 'store', 'kind', 'min_quantity'],
} satisfies Table

export const stockTable = {
  name: 'stock',
  columns: {
    product_id: 'integer',
    store: 'text',
    available: 'integer',
    incoming: 'integer',
    incoming_at: 'timestamptz',
    presale: 'integer',
    release_at: 'timestamptz',
    discontinued: 'boolean',
  },
  key: ['product_id', 'store'],
} satisfies Table

export const productCategoryTable = {
  name: 'product_category',
  columns: { product_id: 'integer', category_id: 'integer', position: 'smallint' },
  key: ['product_id', 'category_id'],
} satisfies Table

export const productTagTable = {
  name: 'product_tag',
  columns: { product_id: 'integer', tag_id: 'integer' },
  key: ['product_id', 'tag_id'],
} satisfies Table

export const productImageTable = {
  name: 'product_image',
  columns: { product_id: 'integer', type: 'smallint', sort_order: 'smallint', source: 'text', alt: 'jsonb' },
  key: ['product_id', 'type', 'sort_order'],
} satisfies Table

export const brandTable = {
  name: 'brand',
  columns: { slug: 'text', name: 'text', manufacturer: 'jsonb' },
  key: ['slug'],
} satisfies Table

export const tagTable = { name: 'tag', columns: { code: 'text' }, key: ['code'] } satisfies Table

export const tagTextTable = {
  name: 'tag_text',
  columns: { tag_id: 'integer', store: 'text', name: 'text', slug: 'text' },
  key: ['tag_id', 'store'],
} satisfies Table

export const categoryTable = {
  name: 'category',
  columns: { code: 'text', parent_id: 'integer', position: 'integer', icon: 'text', show_in_menu: 'boolean' },
  key: ['code'],
} satisfies Table

export const categoryTextTable = {
  name: 'category_text',
  columns: {
    category_id: 'integer',
    store: 'text',
    name: 'text',
    slug: 'text',
    path: 'text',
    description: 'text',
  },
  key: ['category_id', 'store'],
} satisfies Table

export const attributeTable = {
  name: 'attribute',
  columns: {
    code: 'text',
    kind: 'text',
    unit: 'text',
    facet: 'boolean',
    position: 'integer',
    names: 'jsonb',
  },
  key: ['code'],
} satisfies Table

export const attributeValueTable = {
  name: 'attribute_value',
  columns: { attribute_code: 'text', code: 'text', position: 'integer', names: 'jsonb' },
  key: ['attribute_code', 'code'],
} satisfies Table

export const widgetTable = {
  name: 'widget',
  columns: { store: 'text', slug: 'text', content: 'text', hidden: 'boolean' },
  key: ['store', 'slug'],
} satisfies Table

export const contentPageTable = {
  name: 'content_page',
  columns: { store: 'text', path: 'text', title: 'text', body: 'text', published: 'boolean' },
  key: ['store', 'path'],
} satisfies Table

export const dealTable = {
  name: 'deal',
  columns: {
    store: 'text',
    title: 'text',
    product_id: 'integer',
    discount_percent: 'smallint',
    starts_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  key: ['store', 'product_id', 'starts_at'],
} satisfies Table

export const searchHintTable = {
  name: 'search_hint',
  columns: {
    store: 'text',
    triggers: 'text[]',
    hint: 'text',
    url: 'text',
    url_title: 'text',
    redirect: 'boolean',
  },
  key: ['store', 'hint'],
} satisfies Table

export const searchSynonymTable = {
  name: 'search_synonym',
  columns: { store: 'text', term: 'text', means: 'text', both_ways: 'boolean' },
  key: ['store', 'term', 'means'],
} satisfies Table
