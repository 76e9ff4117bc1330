/**
 * Updates products of an index: writes only differences to the stored rows, and returns the tags of the
 * affected pages. Also moves entries whose price or stock changes with time alone.
 */
import { forgetFittings } from '../schema/device-index.server.ts'
import { addToVocabulary } from '../search/vocabulary.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { timedFacets } from '../schema/facet-values.server.ts'
import type { FacetIds, IndexDatabase } from '../schema/index-database.server.ts'
import { sortAt, type IndexedEntry, type IndexedProduct } from '../build/index-entries.server.ts'
import { readDetails, writeDetails } from '../schema/stored-details.server.ts'
import { articleNumbers } from '../search/article-numbers.ts'
import { wordColumns, weighedText } from '../build/index-words.server.ts'
import {
  enterName,
  facetNumbers,
  leaveName,
  moveEntry,
  placeOf,
  type EntryRow,
  type Place,
} from '../build/index-placing.server.ts'
import { writeEntryRows, writeProductRows } from '../build/index-product-rows.server.ts'
import { entryKey, productOfKey, scopeTag, storeNumber, storeOfKey } from '../schema/index-schema.server.ts'
import { createMemberChanges, type MemberChanges } from '../schema/bitmap-index.server.ts'
import { nameSortKey } from '../schema/name-order.server.ts'
import type { StoredCard } from '../schema/stored-card.server.ts'
import type { Sku } from '../../domain/products/sku.ts'

export interface RefreshTarget {
  db: IndexDatabase
  facets: FacetIds
  /** Set when the name order has no free numbers left. */
  namesAreFull: boolean
}

/**
 * Replaces the products named by `ids` with `fresh` (those missing in `fresh` are removed). Returns the
 * page-cache tags of everything that changed. One transaction.
 */
export function refreshProducts(
  target: RefreshTarget,
  ids: readonly number[],
  fresh: readonly IndexedProduct[],
): Set<string> {
  const tags = new Set<string>()
  const byId = new Map(fresh.map((product) => [product.id, product]))
  target.db.transaction(() => {
    const members = createMemberChanges(target.db)
    // All old addresses and codes are deleted before new ones are inserted: they may pass from one product to
    // another.
    const stale = ids.filter((id) => forgetProduct(target.db, id, byId.get(id) ?? null))
    for (const id of stale) {
      const product = byId.get(id)
      if (product) writeProductRows(target.db, product)
      tags.add(`product:${id}`)
    }
    for (const id of ids) {
      for (const store of storeCodes) {
        const entry = byId.get(id)?.entries.find((each) => each.store === store) ?? null
        refreshEntry(target, members, entryKey(id, store), store, entry, tags)
      }
    }
    members.write()
  })
  return tags
}

/** Deletes the shared rows of a product unless they are up to date; returns whether it deleted them. */
function forgetProduct(db: IndexDatabase, id: number, product: IndexedProduct | null): boolean {
  const old = db.get<{ body: string; sku: Sku }>('select body, sku from product where id = ?', id)
  if (!old) return product !== null
  const details = readDetails(old.body)
  if (product && old.sku === product.sku && old.body === writeDetails(product.details)) return false
  for (const code of articleNumbers({ sku: old.sku, ...details }))
    db.run('delete from identifier where code = ? and product = ?', code, id)
  forgetFittings(db, id, details.fits)
  for (const store of storeCodes) {
    for (const slug of [details.slugs[store], ...(details.formerSlugs[store] ?? [])]) {
      if (slug === undefined) continue
      db.run('delete from address where store = ? and slug = ? and product = ?', storeNumber[store], slug, id)
    }
  }
  db.run('delete from product where id = ?', id)
  return true
}

type KeptEntry = EntryRow & { body: string; description: string | null }

const keptSql = `select e.*, c.body, d.body as description from entry e join card c using (key)
  left join description d using (key) where e.key = ?`

function refreshEntry(
  target: RefreshTarget,
  members: MemberChanges,
  key: number,
  store: StoreCode,
  entry: IndexedEntry | null,
  tags: Set<string>,
): void {
  const { db } = target
  const old = db.get<KeptEntry>(keptSql, key)
  if (!old && !entry) return
  const before = old ? placeOf(old) : null
  const oldName = old ? nameSortKey((JSON.parse(old.body) as StoredCard).n, store) : null
  const nameRank = renamed(target, key, store, { before, oldName }, entry)
  const place: Place | null = entry && {
    listed: entry.listed,
    relevance: entry.sort.relevance,
    price: entry.sort.priceMinor,
    nameRank,
    scopes: entry.scopes,
    facets: facetNumbers(target.facets, entry.facets),
  }
  const moved = moveEntry(db, members, key, before, place)
  const doc = refreshWords(db, store, old ?? null, entry)
  const same =
    old &&
    entry &&
    !moved &&
    old.body === JSON.stringify(entry.card) &&
    (old.description ?? '') === entry.description
  if (same && old.text_hash === entry.textHash && before?.listed === entry.listed) {
    // The shared rows may have been rewritten, and its addresses with them.
    writeAddresses(db, entry)
    return
  }
  for (const table of ['entry', 'card', 'description'])
    if (old) db.run(`delete from ${table} where key = ?`, key)
  if (entry && place) writeEntryRows(db, entry, place.facets, nameRank, doc)
  tags.add(`product:${productOfKey(key)}`)
  for (const scope of before?.listed ? before.scopes : []) tags.add(scopeTag(scope))
  for (const scope of place?.listed ? place.scopes : []) tags.add(scopeTag(scope))
}

function writeAddresses(db: IndexDatabase, entry: IndexedEntry): void {
  const product = productOfKey(entry.key)
  const sql = 'insert into address values (?, ?, ?, ?) on conflict do nothing'
  db.run(sql, storeNumber[entry.store], entry.slug, product, 0)
  for (const slug of entry.formerSlugs) db.run(sql, storeNumber[entry.store], slug, product, 1)
}

/** The entry's rank among the names; inserts or removes its name as needed. */
function renamed(
  target: RefreshTarget,
  key: number,
  store: StoreCode,
  old: { before: Place | null; oldName: string | null },
  entry: IndexedEntry | null,
): number {
  const was = old.before?.listed ? old.oldName : null
  const is = entry?.listed ? entry.nameKey : null
  if (was === is) return old.before?.nameRank ?? 0
  if (was !== null) leaveName(target.db, store, was, key)
  if (is === null) return 0
  const rank = enterName(target.db, store, is, key)
  if (rank === null) target.namesAreFull = true
  return rank ?? 0
}

/** Replaces the searchable words if they differ; returns the document's id. */
function refreshWords(
  db: IndexDatabase,
  store: StoreCode,
  old: EntryRow | null,
  entry: IndexedEntry | null,
): number | null {
  const listed = entry?.listed ?? false
  if (old?.doc != null) {
    if (listed && entry!.textHash === old.text_hash) {
      if (old.relevance !== entry!.sort.relevance)
        db.run('update document set relevance = ? where doc = ?', entry!.sort.relevance, old.doc)
      return old.doc
    }
    db.run(`delete from words_${store} where rowid = ?`, old.doc)
    db.run('delete from document where doc = ?', old.doc)
  }
  if (!entry || !listed) return null
  const doc =
    old?.doc ?? db.get<{ next: number }>('select coalesce(max(doc), 0) + 1 as next from entry')!.next
  db.run(
    `insert into words_${store} (rowid, ${wordColumns.join(', ')}) values (?, ${wordColumns.map(() => '?').join(', ')})`,
    doc,
    ...wordColumns.map((column) => entry.words[column]),
  )
  const { key, sort } = entry
  db.run('insert into document values (?, ?, ?, ?)', doc, key, sort.relevance, weighedText(entry.words))
  addToVocabulary(db, store, entry.text)
  return doc
}

/** Entries processed per call of `passBoundaries`. */
const boundariesAtOnce = 200

/**
 * Moves the entries whose campaign, deal or stock date passed by `now`; returns the tags of the affected
 * pages and whether more entries are pending.
 */
export function passBoundaries(target: RefreshTarget, now: number): { tags: Set<string>; more: boolean } {
  const { db, facets } = target
  const tags = new Set<string>()
  const due = db.all<{ at: number; key: number }>(
    'select at, key from boundary where at <= ? order by at limit ?',
    now,
    boundariesAtOnce,
  )
  if (due.length === 0) return { tags, more: false }
  db.transaction(() => {
    const members = createMemberChanges(db)
    for (const { at, key } of due) {
      db.run('delete from boundary where at = ? and key = ?', at, key)
      const row = db.get<EntryRow & { body: string }>(
        'select e.*, c.body from entry e join card c using (key) where e.key = ?',
        key,
      )
      if (!row) continue
      const store = storeOfKey(key)
      const before = placeOf(row)
      const sort = sortAt(JSON.parse(row.body) as StoredCard, store, now)
      const lasting = before.facets.map((id) => facets.valueOf(id)).filter(([code]) => !timedFacets.has(code))
      const after: Place = {
        ...before,
        relevance: sort.relevance,
        price: sort.priceMinor,
        facets: facetNumbers(facets, [...lasting, ...sort.passing]),
      }
      moveEntry(db, members, key, before, after)
      db.run(
        'update entry set relevance = ?, price = ?, facets = ? where key = ?',
        after.relevance,
        after.price,
        JSON.stringify(after.facets),
        key,
      )
      db.run('update document set relevance = ? where doc = ?', after.relevance, row.doc)
      if (sort.changesAt !== null)
        db.run('insert into boundary values (?, ?) on conflict do nothing', sort.changesAt, key)
      tags.add(`product:${productOfKey(key)}`)
      for (const scope of before.listed ? before.scopes : []) tags.add(scopeTag(scope))
    }
    members.write()
  })
  return { tags, more: due.length === boundariesAtOnce }
}

/** The next boundary; null: none known. */
export function nextBoundary(db: IndexDatabase): number | null {
  return db.get<{ at: number | null }>('select min(at) as at from boundary')?.at ?? null
}
