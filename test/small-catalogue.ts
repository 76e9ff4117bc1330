/**
 * A small catalogue for tests of the index: every kind of product, in few rows. Only in `.db.test.ts` files.
 */
import { sql } from 'kysely'
import type { Database } from '../server/database/database.ts'

/** Ids of the products by sku. */
export type SmallCatalogue = Record<string, number>

const categories: [code: string, parent: string | null, slugs: string, names: string][] = [
  ['batteries', null, 'batterier|batterier|batterien|batterier', 'Batterier|Batterier|Batterien|Batterier'],
  [
    'button',
    'batteries',
    'knappceller|knappceller|knopfzellen|knapceller',
    'Knappceller|Knappceller|Knopfzellen|Knapceller',
  ],
  ['cables', null, 'kablar|kabler|kabel|kabler', 'Kablar|Kabler|Kabel|Kabler'],
]
const stores = ['sv', 'no', 'de', 'da']

async function fillStructure(db: Database): Promise<void> {
  await sql`insert into brand (slug, name, manufacturer) values
    ('nordcell', 'Nordcell', '{"name":"Nordcell AB","address":"Gatan 1","email":"hej@nordcell.example"}'), ('kabelverk', 'Kabelverk', null)`.execute(
    db,
  )
  await sql`insert into tag (code) values ('new')`.execute(db)
  await sql`insert into tag_text select id, s, 'Nyheter', 'ny' from tag, unnest(${stores}::text[]) s`.execute(
    db,
  )
  for (const [code, parent, slugs, names] of categories) {
    await sql`insert into category (code, parent_id, position, icon, show_in_menu)
      values (${code}, (select id from category where code = ${parent}), 1, ${parent ? null : code}, ${code !== 'cables'})`.execute(
      db,
    )
    for (const [index, store] of stores.entries()) {
      const slug = slugs.split('|')[index]!
      await sql`insert into category_text (category_id, store, name, slug, path)
        select c.id, ${store}, ${names.split('|')[index]!}, ${slug}, coalesce(t.path || '/', '') || ${slug}
        from category c left join category_text t on t.category_id = c.parent_id and t.store = ${store}
        where c.code = ${code}`.execute(db)
    }
  }
  await sql`insert into attribute (code, kind, unit, facet, position, names) values
    ('battery_size', 'choice', null, true, 1, '{"sv":"Storlek","no":"Størrelse","de":"Größe","da":"Størrelse"}'),
    ('capacity_mah', 'number', 'mAh', true, 2, '{"sv":"Kapacitet","de":"Kapazität"}'),
    ('rechargeable', 'flag', null, true, 3, '{"sv":"Laddningsbart","de":"Wiederaufladbar"}'),
    ('content_amount', 'number', null, false, 4, '{"sv":"Innehåll"}'), ('content_unit', 'choice', null, false, 5, '{"sv":"Enhet"}')`.execute(
    db,
  )
  await sql`insert into attribute_value values ('battery_size', 'aa', 1, '{"sv":"AA","de":"AA (Mignon)"}'),
    ('battery_size', 'cr2032', 2, '{"sv":"CR2032"}')`.execute(db)
}

export interface SmallProduct {
  sku: string
  name: string
  category: string
  priceMinor?: number
  available?: number
  attributes?: Record<string, unknown>
  brand?: string
  variantOf?: number
  variationAttributes?: string[]
  type?: number
  gtin?: string
  fits?: string[]
  salesRank?: number
}

/** Adds a product to all stores; its slug is its sku in lower case. Returns its id. */
export async function addProduct(db: Database, product: SmallProduct): Promise<number> {
  const rows = await sql<{ id: number }>`insert into product
    (sku, type, gtin, brand_id, variant_of, variation_attributes, attributes, fits, sales_rank)
    values (${product.sku}, ${product.type ?? 1}, ${product.gtin ?? null}, (select id from brand where slug = ${product.brand ?? 'nordcell'}),
      ${product.variantOf ?? null}, ${product.variationAttributes ?? []}, ${JSON.stringify(product.attributes ?? {})},
      ${product.fits ?? []}, ${product.salesRank ?? 0}) returning id`.execute(db)
  const { id } = rows.rows[0]!
  await sql`insert into store_product (product_id, store, name, slug, description, vat_rate_basis_points)
    select ${id}, s, ${product.name}, ${product.sku.toLowerCase()}, 'Om ' || ${product.name}, 2500 from unnest(${stores}::text[]) s`.execute(
    db,
  )
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
    select ${id}, s, 'normal', 1, ${product.priceMinor ?? 4900} from unnest(${stores}::text[]) s`.execute(db)
  await sql`insert into stock (product_id, store, available)
    select ${id}, s, ${product.available ?? 100} from unnest(${stores}::text[]) s`.execute(db)
  await sql`insert into product_category select ${id}, id from category where code = ${product.category}`.execute(
    db,
  )
  await sql`insert into product_image values (${id}, 3, 1, ${'drawing:cell?sku=' + product.sku}, '{"sv":"Bild"}')`.execute(
    db,
  )
  return id
}

/** Fills an empty database. */
export async function smallCatalogue(db: Database): Promise<SmallCatalogue> {
  await fillStructure(db)
  const ids: SmallCatalogue = {}
  const add = async (product: SmallProduct) => (ids[product.sku] = await addProduct(db, product))
  await add({
    sku: 'NC-AA4',
    name: 'Ängsbatteri AA 4-pack',
    category: 'batteries',
    priceMinor: 4900,
    gtin: '7310000000017',
    attributes: { battery_size: 'aa', capacity_mah: 2500, rechargeable: true },
    salesRank: 50,
    fits: ['Doro 1360'],
  })
  await add({
    sku: 'NC-AA10',
    name: 'Zinkbatteri AA 10-pack',
    category: 'batteries',
    priceMinor: 9900,
    attributes: { battery_size: 'aa' },
    salesRank: 10,
  })
  await add({
    sku: 'NC-2032',
    name: 'Knappcell CR2032',
    category: 'button',
    priceMinor: 1900,
    available: 3,
    attributes: { battery_size: 'cr2032' },
    salesRank: 30,
  })
  await add({
    sku: 'NC-OUT',
    name: 'Örebatteri slutsålt',
    category: 'button',
    priceMinor: 2900,
    available: 0,
    salesRank: 90,
  })
  const parent = await add({
    sku: 'KV-CABLE',
    name: 'Åkabel',
    category: 'cables',
    brand: 'kabelverk',
    type: 2,
    variationAttributes: ['capacity_mah'],
    available: 0,
    priceMinor: 100,
  })
  await add({
    sku: 'KV-CABLE-1',
    name: 'Åkabel kort',
    category: 'cables',
    brand: 'kabelverk',
    type: 2,
    variantOf: parent,
    priceMinor: 14900,
    attributes: { capacity_mah: 1000 },
  })
  await add({
    sku: 'KV-CABLE-2',
    name: 'Åkabel lång',
    category: 'cables',
    brand: 'kabelverk',
    type: 2,
    variantOf: parent,
    priceMinor: 12900,
    available: 4,
    attributes: { capacity_mah: 2000, content_amount: 250, content_unit: 'cm' },
  })
  await sql`insert into product_tag select ${ids['NC-AA4']!}, id from tag`.execute(db)
  await sql`insert into product_former_slug values ('sv', 'gamla-aa4', ${ids['NC-AA4']!})`.execute(db)
  await sql`insert into product_relation values (${ids['NC-AA4']!}, 'accessory', ${ids['KV-CABLE']!}, 0), (${ids['NC-AA4']!}, 'upsell', ${ids['NC-AA10']!}, 0)`.execute(
    db,
  )
  await sql`insert into set_part values (${ids['NC-AA10']!}, ${ids['NC-2032']!}, 2)`.execute(db)
  return ids
}
