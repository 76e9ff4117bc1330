/** Exports everything of the catalogue except products, as records of the interchange format. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type {
  AttributeRecord,
  CatalogueRecord,
  CategoryRecord,
  PerStore,
} from '../domain/catalogue/catalogue-record.ts'
import { given, ordered } from './export-record.server.ts'
import { isoOf } from './product-state.server.ts'
import { loadCategories } from './write-categories.server.ts'
import type { Sku } from '../domain/products/sku.ts'

/** Attributes, brands, tags and categories, parents before children: referenced by products. */
export async function* exportedReferences(
  db: Kysely<DB>,
  stores: readonly StoreCode[],
): AsyncGenerator<CatalogueRecord> {
  yield* await attributes(db, stores)
  const brands = await sql<{
    slug: string
    name: string
    manufacturer: { name: string; address: string; email: string } | null
  }>`
    select slug, name, manufacturer from brand order by slug`.execute(db)
  for (const { slug, name, manufacturer } of brands.rows) {
    const maker = manufacturer && {
      name: manufacturer.name,
      address: manufacturer.address,
      email: manufacturer.email,
    }
    yield { record: 'brand', slug, name, ...given('manufacturer', maker) }
  }
  const tags = await sql<{ code: string; texts: PerStore<{ name: string; slug: string }> | null }>`
    select t.code, jsonb_object_agg(x.store, jsonb_build_object('name', x.name, 'slug', x.slug))
      filter (where x.store is not null) as texts
    from tag t left join tag_text x on x.tag_id = t.id group by t.id order by t.code`.execute(db)
  for (const { code, texts } of tags.rows) yield { record: 'tag', code, texts: ordered(texts ?? {}, stores) }
  yield* await categories(db, stores)
}

async function attributes(db: Kysely<DB>, stores: readonly StoreCode[]): Promise<AttributeRecord[]> {
  const found = await sql<
    Pick<AttributeRecord, 'code' | 'kind' | 'facet' | 'position' | 'names'> & { unit: string | null }
  >`
    select code, kind, unit, facet, position, names from attribute order by position, code`.execute(db)
  const values = await sql<{ attribute_code: string; code: string; names: PerStore<string> }>`
    select attribute_code, code, names from attribute_value order by attribute_code, position, code`.execute(
    db,
  )
  const own = Map.groupBy(values.rows, (value) => value.attribute_code)
  return found.rows.map(({ code, kind, unit, facet, position, names }) => ({
    record: 'attribute',
    code,
    kind,
    ...given('unit', unit),
    facet,
    position,
    names: ordered(names, stores),
    ...given(
      'values',
      own.get(code)?.map((value) => ({ code: value.code, names: ordered(value.names, stores) })),
    ),
  }))
}

async function categories(db: Kysely<DB>, stores: readonly StoreCode[]): Promise<CategoryRecord[]> {
  const { nodes, texts } = await loadCategories(db)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const depthOf = (id: number | null, depth = 0): number =>
    id === null || depth > 100 ? depth : depthOf(byId.get(id)?.parent_id ?? null, depth + 1)
  const own = Map.groupBy(texts, (text) => text.category_id)
  return nodes
    .map((node) => ({ node, depth: depthOf(node.id) }))
    .toSorted(
      (a, b) =>
        a.depth - b.depth || a.node.position - b.node.position || (a.node.code < b.node.code ? -1 : 1),
    )
    .map(({ node }) => ({
      record: 'category' as const,
      code: node.code,
      ...given('parent', byId.get(node.parent_id ?? 0)?.code),
      position: node.position,
      ...given('icon', node.icon),
      showInMenu: node.show_in_menu,
      texts: ordered(
        Object.fromEntries(
          (own.get(node.id) ?? []).map(({ store, name, slug, description }) => [
            store,
            { name, slug, description },
          ]),
        ),
        stores,
      ),
    }))
}

/** Pages, blocks, deals, search hints and synonyms of the stores. */
export async function* exportedContent(
  db: Kysely<DB>,
  stores: readonly StoreCode[],
): AsyncGenerator<CatalogueRecord> {
  const chosen = sql`store = any(${[...stores]}::text[])`
  const pages = await sql<{
    store: StoreCode
    path: string
    title: string
    body: string
    published: boolean
  }>`
    select store, path, title, body, published from content_page where ${chosen} order by store, path`.execute(
    db,
  )
  for (const { store, path, title, body, published } of pages.rows) {
    yield { record: 'content_page', store, path, title, body, published }
  }
  const widgets = await sql<{ store: StoreCode; slug: string; content: string; hidden: boolean }>`
    select store, slug, content, hidden from widget where ${chosen} order by store, slug`.execute(db)
  for (const { store, slug, content, hidden } of widgets.rows) {
    yield { record: 'widget', store, slug, content, hidden }
  }
  const deals = await sql<{
    store: StoreCode
    title: string
    sku: Sku
    discount: number
    starts: Date
    ends: Date
  }>`
    select store, title, p.sku, discount_percent as discount, starts_at as starts, expires_at as ends
    from deal d join product p on p.id = d.product_id where ${chosen} order by store, starts_at, p.sku`.execute(
    db,
  )
  for (const { store, title, sku, discount, starts, ends } of deals.rows) {
    yield {
      record: 'deal',
      store,
      title,
      sku,
      discount,
      startsAt: isoOf(starts) ?? '',
      expiresAt: isoOf(ends) ?? '',
    }
  }
  const hints = await sql<{
    store: StoreCode
    triggers: string[]
    hint: string
    url: string
    title: string
    redirect: boolean
  }>`
    select store, triggers, hint, url, url_title as title, redirect from search_hint where ${chosen}
    order by store, hint`.execute(db)
  for (const { store, triggers, hint, url, title, redirect } of hints.rows) {
    yield { record: 'search_hint', store, triggers, hint, url, urlTitle: title, redirect }
  }
  const synonyms = await sql<{ store: StoreCode; term: string; means: string; bothWays: boolean }>`
    select store, term, means, both_ways as "bothWays" from search_synonym where ${chosen}
    order by store, term, means`.execute(db)
  for (const synonym of synonyms.rows) yield { record: 'search_synonym', ...synonym }
}
