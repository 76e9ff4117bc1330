/**
 * The brands, categories and choices that a feed's rows name. Missing ones are created; existing ones keep their
 * spelling, so that two spellings in one feed do not alternate.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import type { BrandRecord, CategoryRecord, TagRecord } from '../domain/catalogue/catalogue-record.ts'
import { ensureChoices, noChoices, type KnownChoices } from './feed-choices.server.ts'
import type { FeedProduct } from './feed-product.ts'
import type { FeedVariant } from './feed-variant.ts'
import { tagKey } from './row-tags.ts'
import { fingerprint, slugIn, slugOf } from '../domain/stores/slug.ts'
import { loadCategories, namePaths, writeCategories } from './write-categories.server.ts'
import { resolveIds, type WriteContext } from './write-context.server.ts'
import { writeBrands, writeTags } from './write-references.server.ts'

/** Lookups of earlier batches. Extended only when a batch is committed. */
export interface FeedReferences {
  store: StoreCode
  /** Name of a brand, as the feed writes it → slug. */
  brands: Map<string, string>
  /** Names joined by ` > ` → category code. */
  categories: Map<string, string>
  /** Codes of the categories that the import has made outside the menu. */
  unlisted: ReadonlySet<string>
  /** Name of a tag (tagKey) → code. */
  tags: ReadonlyMap<string, string>
  choices: KnownChoices
  /** Codes of attributes that rows of products with choices have as facts. */
  facts: ReadonlySet<string>
  /** Whether rows of products with choices have tags. */
  hasTags: boolean
}

/** What a row says in attributes: what it is chosen by, and facts. */
export const choosableOf = ({ variant, facts = [] }: FeedProduct): Pick<FeedVariant, 'choices'>[] => [
  ...(variant ? [variant] : []),
  { choices: [...facts] },
]

export function newFeedReferences(store: StoreCode): FeedReferences {
  return {
    store,
    brands: new Map(),
    categories: new Map(),
    unlisted: new Set(),
    tags: new Map(),
    choices: noChoices,
    facts: new Set(),
    hasTags: false,
  }
}

/** New categories come after those that the shopkeeper positioned. */
const feedCategoryPosition = 1000

/** Returns the references with those of the batch added; the given ones are not mutated. */
export async function ensureReferences(
  db: Kysely<DB>,
  feeds: readonly FeedProduct[],
  references: FeedReferences,
  context: WriteContext,
): Promise<FeedReferences> {
  const known: FeedReferences = { ...references }
  const names = new Set(feeds.flatMap(({ brand }) => (brand && !known.brands.has(brand) ? [brand] : [])))
  if (names.size > 0)
    known.brands = new Map([...known.brands, ...(await ensureBrands(db, [...names], context))])
  const listed = feeds.flatMap(({ categoryNames = [], furtherCategories = [] }) => [
    categoryNames,
    ...furtherCategories,
  ])
  const unlisted = feeds.flatMap(({ unlistedCategory = [] }) => [unlistedCategory])
  for (const [paths, isListed] of [[listed, true] as const, [unlisted, false] as const]) {
    const newPaths = new Map(
      paths
        .map((path) => [path.join(' > '), path] as const)
        .filter(([text]) => text !== '' && !known.categories.has(text)),
    )
    if (newPaths.size === 0) continue
    const { found, created } = await ensureCategories(db, [...newPaths.values()], references.store, {
      context,
      isListed,
    })
    known.categories = new Map([...known.categories, ...found])
    if (!isListed) known.unlisted = new Set([...known.unlisted, ...created])
  }
  known.unlisted = await listCategories(db, listed, known, context)
  const tags = new Map(
    feeds
      .flatMap(({ tags: names = [] }) => names.map((name) => [tagKey(name), name] as const))
      .filter(([key]) => !known.tags.has(key)),
  )
  if (tags.size > 0)
    known.tags = new Map([...known.tags, ...(await ensureTags(db, tags, references.store, context))])
  const variants = feeds.flatMap(choosableOf)
  known.choices = await ensureChoices(db, variants, references.store, known.choices, context)
  return known
}

/** Finds each brand by its name, then by the slug derived from it; creates missing ones. */
async function ensureBrands(
  db: Kysely<DB>,
  names: readonly string[],
  context: WriteContext,
): Promise<Map<string, string>> {
  const named = await sql<{ name: string; slug: string }>`
    select name, min(slug) as slug from brand where name = any(${names}) group by name`.execute(db)
  const found = new Map(named.rows.map(({ name, slug }) => [name, slug]))
  const records = new Map<string, BrandRecord>()
  for (const name of names) {
    if (found.has(name)) continue
    const slug = slugOf(name)
    found.set(name, slug)
    if (!records.has(slug)) records.set(slug, { record: 'brand', slug, name })
  }
  const existing = await resolveIds(db, 'brand', records.keys(), context)
  await writeBrands(
    db,
    [...records.values()].filter(({ slug }) => !existing.has(slug)),
    context,
  )
  return found
}

/** Codes of the tags that a product of the feed gets. */
export const tagCodes = ({ tags = [] }: FeedProduct, { tags: known }: FeedReferences): string[] => [
  ...new Set(tags.flatMap((name) => known.get(tagKey(name)) ?? [])),
]

/**
 * Finds each tag by its name in the store, then by the code derived from it; creates missing ones, and gives those a name
 * in the store that have none there.
 */
async function ensureTags(
  db: Kysely<DB>,
  names: ReadonlyMap<string, string>,
  store: StoreCode,
  context: WriteContext,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string; slug: string }>`
    select g.code, t.name, t.slug from tag_text t join tag g on g.id = t.tag_id where t.store = ${store}
    order by g.id desc`.execute(db)
  const byName = new Map(rows.map(({ code, name }) => [tagKey(name), code]))
  const named = new Set(rows.map(({ code }) => code))
  const taken = new Set(rows.map(({ slug }) => slug))
  const records: TagRecord[] = []
  const found = new Map<string, string>()
  for (const [key, name] of names) {
    const code = byName.get(key) ?? slugOf(name)
    found.set(key, code)
    if (named.has(code)) continue
    named.add(code)
    const plain = slugIn(stores[store], name)
    const slug = taken.has(plain) ? `${plain}-${fingerprint(code)}` : plain
    taken.add(slug)
    records.push({ record: 'tag', code, texts: { [store]: { name, slug } } })
  }
  await writeTags(db, records, context)
  return found
}

/** Codes of the categories that a product of the feed gets beside its main one. */
export const furtherCodes = (
  { furtherCategories = [], unlistedCategory = [] }: FeedProduct,
  { categories }: FeedReferences,
): string[] =>
  [...furtherCategories, unlistedCategory].flatMap((names) => categories.get(names.join(' > ')) ?? [])

/**
 * Lists those categories on the paths in the menu that the import has made outside it, so that the order of the rows
 * decides nothing. Those that staff have taken from the menu stay outside. Returns what is still unlisted.
 */
async function listCategories(
  db: Kysely<DB>,
  paths: readonly string[][],
  { categories, unlisted }: FeedReferences,
  context: WriteContext,
): Promise<ReadonlySet<string>> {
  if (unlisted.size === 0) return unlisted
  const onPaths = new Set(
    paths.flatMap((names) =>
      names.flatMap((_, depth) => categories.get(names.slice(0, depth + 1).join(' > ')) ?? []),
    ),
  )
  const shown = onPaths.intersection(unlisted)
  if (shown.size === 0) return unlisted
  if (!context.dryRun)
    await sql`update category set show_in_menu = true where code = any(${[...shown]})`.execute(db)
  return unlisted.difference(shown)
}

/** Finds each path by its names in the store, then by the code derived from it; creates missing ones. */
async function ensureCategories(
  db: Kysely<DB>,
  paths: readonly string[][],
  store: StoreCode,
  { context, isListed }: { context: WriteContext; isListed: boolean },
): Promise<{ found: Map<string, string>; created: string[] }> {
  const tree = await loadCategories(db)
  const byNames = namePaths(tree)
  const nodes = new Map(tree.nodes.map((node) => [node.code, node]))
  const codes = new Map(tree.nodes.map((node) => [node.id, node.code]))
  const inStore = tree.texts.filter((text) => text.store === store)
  const named = new Set(inStore.map((text) => codes.get(text.category_id)))
  const taken = new Set(inStore.map((text) => text.path))
  const pathOf = new Map(inStore.map((text) => [codes.get(text.category_id), text.path]))
  const records = new Map<string, CategoryRecord>()
  const found = new Map<string, string>()
  for (const names of paths) {
    let parent: string | undefined
    names.forEach((name, depth) => {
      const joined = names.slice(0, depth + 1).join(' > ')
      const code =
        byNames.get(`${store}:${joined}`) ??
        names
          .slice(0, depth + 1)
          .map(slugOf)
          .join('/')
      if (!named.has(code)) {
        const node = nodes.get(code)
        const above = node ? (codes.get(node.parent_id ?? 0) ?? undefined) : parent
        const prefix = above === undefined ? '' : `${pathOf.get(above) ?? ''}/`
        const plain = slugIn(stores[store], name)
        const slug = taken.has(`${prefix}${plain}`) ? `${plain}-${fingerprint(code)}` : plain
        taken.add(`${prefix}${slug}`)
        pathOf.set(code, `${prefix}${slug}`)
        named.add(code)
        records.set(code, {
          record: 'category',
          code,
          ...(above !== undefined && { parent: above }),
          position: node?.position ?? feedCategoryPosition,
          ...(typeof node?.icon === 'string' && { icon: node.icon }),
          showInMenu: node?.show_in_menu ?? isListed,
          texts: { [store]: { name, slug, description: '' } },
        })
      }
      parent = code
      found.set(joined, code)
    })
  }
  await writeCategories(db, [...records.values()], context)
  return { found, created: [...records.keys()].filter((code) => !nodes.has(code)) }
}
