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
  const pages = await db
    .selectFrom('content_page')
    .select(['store', 'path', 'title', 'body', 'published'])
    .where('store', 'in', stores)
    .orderBy('store')
    .orderBy('path')
    .execute()
  for (const page of pages) yield { record: 'content_page', ...page }
  const widgets = await db
    .selectFrom('widget')
    .select(['store', 'slug', 'content', 'hidden'])
    .where('store', 'in', stores)
    .orderBy('store')
    .orderBy('slug')
    .execute()
  for (const widget of widgets) yield { record: 'widget', ...widget }
  const deals = await db
    .selectFrom('deal')
    .innerJoin('product', 'product.id', 'deal.product_id')
    .select([
      'deal.store',
      'deal.title',
      'product.sku',
      'deal.discount_percent as discount',
      'deal.starts_at',
      'deal.expires_at',
    ])
    .where('deal.store', 'in', stores)
    .orderBy('deal.store')
    .orderBy('deal.starts_at')
    .orderBy('product.sku')
    .execute()
  for (const { starts_at, expires_at, ...deal } of deals) {
    yield {
      record: 'deal',
      ...deal,
      startsAt: isoOf(starts_at) ?? '',
      expiresAt: isoOf(expires_at) ?? '',
    }
  }
  const hints = await db
    .selectFrom('search_hint')
    .select(['store', 'triggers', 'hint', 'url', 'url_title as urlTitle', 'redirect'])
    .where('store', 'in', stores)
    .orderBy('store')
    .orderBy('hint')
    .execute()
  for (const hint of hints) yield { record: 'search_hint', ...hint }
  const synonyms = await db
    .selectFrom('search_synonym')
    .select(['store', 'term', 'means', 'both_ways as bothWays'])
    .where('store', 'in', stores)
    .orderBy('store')
    .orderBy('term')
    .orderBy('means')
    .execute()
  for (const synonym of synonyms) yield { record: 'search_synonym', ...synonym }
}
