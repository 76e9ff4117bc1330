/** What the back office's page of a product shows beside its record. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductCosts } from '../catalogue/product-cost.server.ts'
import type { StatutoryGap } from '../catalogue/sale-gaps.ts'
import { statutoryGapsOf } from '../catalogue/statutory-gaps.server.ts'
import type { PerStore } from '../catalogue/catalogue-record.ts'
import { namesOfDevice, type Device } from '../devices/device.ts'
import type { Sku } from '../products/sku.ts'
import { slugOf } from '../stores/slug.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'

export interface ProductFacts {
  stock: {
    store: StoreCode
    available: number
    incoming: number
    incomingAt: Date | null
  }[]
  statutoryGaps: StatutoryGap[]
}

export async function productFacts(db: Kysely<DB>, sku: Sku): Promise<ProductFacts> {
  const [stock, gaps] = await Promise.all([
    sql<{ store: StoreCode; available: number; incoming: number; incoming_at: Date | null }>`
      select k.store, k.available, k.incoming, k.incoming_at
      from product p join stock k on k.product_id = p.id where p.sku = ${sku}`.execute(db),
    statutoryGapsOf(db, sku),
  ])
  return {
    stock: stock.rows
      .map(({ incoming_at: incomingAt, ...row }) => ({ ...row, incomingAt }))
      .toSorted((a, b) => storeCodes.indexOf(a.store) - storeCodes.indexOf(b.store)),
    statutoryGaps: gaps,
  }
}

export interface VariantFacts {
  sku: Sku
  /** Store → units. */
  available: Record<string, number>
  /** For those alone who may change prices. */
  costs: ProductCosts
}

/** The variants of a product in the order of their creation. */
export async function variantsOf(db: Kysely<DB>, sku: Sku): Promise<VariantFacts[]> {
  const { rows } = await sql<VariantFacts>`
    select v.sku,
      coalesce((select jsonb_object_agg(k.store, k.available) from stock k where k.product_id = v.id), '{}')
        as available,
      coalesce((select jsonb_object_agg(c.currency, c.cost_minor) from product_cost c where c.product_id = v.id),
        '{}') as costs
    from product p join product v on v.variant_of = p.id where p.sku = ${sku} order by v.id limit 500`.execute(
    db,
  )
  return rows
}

export interface ReferenceNames {
  brands: { slug: string; name: string }[]
  /** `parent`: code of the category above. */
  categories: { code: string; parent: string | null; names: PerStore<string> }[]
  attributes: {
    code: string
    kind: 'choice' | 'number' | 'text' | 'flag'
    unit: string | null
    names: PerStore<string>
    values: { code: string; names: PerStore<string> }[]
  }[]
}

/** Everything that a product can refer to by name. */
export async function productReferences(db: Kysely<DB>): Promise<ReferenceNames> {
  const [brands, categories, attributes] = await Promise.all([
    db.selectFrom('brand').select(['slug', 'name']).orderBy('name').execute(),
    sql<{ code: string; parent: string | null; names: PerStore<string> }>`select c.code, p.code as parent,
      coalesce(jsonb_object_agg(t.store, t.name) filter (where t.store is not null), '{}') as names
      from category c left join category p on p.id = c.parent_id
        left join category_text t on t.category_id = c.id group by c.id, p.code order by c.code`.execute(db),
    sql<ReferenceNames['attributes'][number]>`select a.code, a.kind, a.unit, a.names,
      coalesce((select jsonb_agg(jsonb_build_object('code', v.code, 'names', v.names) order by v.position, v.code)
        from attribute_value v where v.attribute_code = a.code), '[]') as values
      from attribute a order by a.position, a.code`.execute(db),
  ])
  return {
    brands,
    categories: categories.rows.map((category) => ({ ...category, names: inStoreOrder(category.names) })),
    attributes: attributes.rows.map((attribute) => ({
      ...attribute,
      names: inStoreOrder(attribute.names),
      values: attribute.values.map((value) => ({ ...value, names: inStoreOrder(value.names) })),
    })),
  }
}

/** PostgreSQL keeps the keys of a JSON object in an order of its own; staff are shown the name of the first store. */
function inStoreOrder<Value>(perStore: PerStore<Value>): PerStore<Value> {
  return Object.fromEntries(
    storeCodes.flatMap((store) => (perStore[store] === undefined ? [] : [[store, perStore[store]]])),
  )
}

/** Which known devices a text like "Maker Model" names: their owners find the product by them. */
export async function devicesNamed(
  db: Kysely<DB>,
  fits: readonly string[],
): Promise<{ fit: string; devices: string[] }[]> {
  const { rows } = await sql<Pick<Device, 'maker' | 'model' | 'codes'>>`
    select d.maker, d.model, d.codes from device d
    where exists (select from unnest(${fits}::text[]) as f (name)
      where starts_with(lower(f.name), lower(d.maker)))`.execute(db)
  const byName = new Map<string, string[]>()
  for (const device of rows)
    for (const name of namesOfDevice(device)) {
      const known = byName.get(name) ?? []
      byName.set(name, [...known, `${device.maker} ${device.model}`])
    }
  return fits.map((fit) => ({ fit, devices: [...new Set(byName.get(slugOf(fit)) ?? [])] }))
}
