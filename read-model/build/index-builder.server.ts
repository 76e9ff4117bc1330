/**
 * Builds a whole index file from PostgreSQL: one consistent snapshot, read family by family and written in
 * the order in which it will be read. The file is not a valid index until its last row, `complete`, is
 * written.
 */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { copyDevices } from '../schema/device-index.server.ts'
import { categorySource, pictureKey } from '../../domain/pictures/picture-key.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { readProducts, readStructure, type StructureRows } from '../schema/catalogue-rows.server.ts'
import type { Query } from '../../db/query.ts'
import { createStructure } from '../schema/catalogue-structure.server.ts'
import { copyGone } from './gone-products.server.ts'
import { horizonOf } from './change-log.server.ts'
import { databaseIdentity, type DatabaseIdentity } from './database-identity.server.ts'
import {
  createFacetIds,
  openIndexDatabase,
  writeMeta,
  type FacetIds,
  type IndexDatabase,
} from '../schema/index-database.server.ts'
import { indexProducts, type IndexedEntry } from './index-entries.server.ts'
import { weighedSql, wordColumns } from './index-words.server.ts'
import {
  indexSchema,
  lateIndexes,
  nameRankGap,
  productOfKey,
  schemaHash,
  storeNumber,
  storeSlots,
} from '../schema/index-schema.server.ts'
import { createMemberWriter, scopeSet, valueSet } from '../schema/bitmap-index.server.ts'
import { facetNumbers } from './index-placing.server.ts'
import { writeEntryParts, writeProductRows } from './index-product-rows.server.ts'
import { gatherSpellings, writeVocabulary } from '../search/vocabulary.server.ts'

const rootsPerBatch = 1_000

const stagingTables = `
create table staging.placed (key integer primary key, listed integer, relevance integer, price integer, scopes text,
  facets text, text_hash text, name_key text);
create table staging.worded (key integer primary key, ${wordColumns.map((column) => `${column} text`).join(', ')});
`

export interface BuildOptions {
  /** Output path; an existing file is removed first. The caller renames the file into place. */
  path: string
  /** Epoch milliseconds; prices and stock are sorted as of this moment. */
  now: number
  /** Called after every batch with the number of products written. */
  progress?: (products: number) => void
}

/** Builds the file. The connection behind `query` must be used by this builder only. */
export async function buildIndexFile(query: Query, options: BuildOptions): Promise<{ products: number }> {
  const staging = `${options.path}.staging`
  for (const file of [options.path, staging, `${options.path}-journal`, `${staging}-journal`])
    rmSync(file, { force: true })
  const db = openIndexDatabase(options.path, { cacheKib: 65_536 })
  try {
    db.exec('pragma page_size = 8192; pragma journal_mode = off; pragma synchronous = off')
    db.exec(`attach '${staging.replaceAll("'", "''")}' as staging`)
    db.exec('pragma staging.page_size = 8192; pragma staging.cache_size = -65536')
    db.exec('pragma staging.journal_mode = off; pragma staging.synchronous = off')
    db.exec(indexSchema + stagingTables)
    const identity = await databaseIdentity(query)
    await query('begin isolation level repeatable read read only')
    writeIdentity(db, identity)
    const products = await copyCatalogue(query, db, options)
    await query('commit')
    db.exec('detach staging')
    db.exec('analyze; pragma journal_mode = wal')
    writeMeta(db, 'complete', schemaHash)
    return { products }
  } finally {
    db.close()
    rmSync(staging, { force: true })
  }
}

function writeIdentity(db: IndexDatabase, { database, history }: DatabaseIdentity): void {
  writeMeta(db, 'database', database)
  writeMeta(db, 'history', history)
}

async function copyCatalogue(query: Query, db: IndexDatabase, options: BuildOptions): Promise<number> {
  writeMeta(db, 'position', await horizonOf(query))
  writeMeta(db, 'caught_up_at', String(Date.now()))
  const rows = await readStructure(query)
  writeStructure(db, rows)
  const structure = createStructure(rows)
  await copyDevices(query, db)
  const facets = createFacetIds(db)
  const counts = createCounts()
  const members = createMemberWriter(db)
  const spellings = gatherSpellings()
  let last = 0
  let products = 0
  for (;;) {
    const roots = await query<{ id: number }>(
      'select id from product where variant_of is null and id > $1 order by id limit $2',
      [last, rootsPerBatch],
    )
    if (roots.length === 0) break
    last = roots.at(-1)!.id
    const ids = roots.map((root) => root.id)
    const children = await query<{ id: number }>('select id from product where variant_of = any($1::int[])', [
      ids,
    ])
    const read = await readProducts(query, [...ids, ...children.map((child) => child.id)])
    db.transaction(() => {
      for (const product of indexProducts(read, structure, options.now)) {
        writeProductRows(db, product)
        for (const entry of product.entries) {
          stageEntry(db, entry, facets, counts, members)
          if (entry.listed) spellings.add(entry.text, entry.store)
        }
      }
    })
    products += read.length
    options.progress?.(products)
  }
  db.transaction(() => {
    members.flush()
    writeCounts(db, counts)
  })
  await copyGone(query, db)
  finish(db)
  for (const store of storeCodes) writeVocabulary(db, store, spellings.of[store])
  return products
}

/** The small tables, and their pictures. */
export function writeStructure(db: IndexDatabase, rows: StructureRows): void {
  const sql = 'insert into structure values (?, ?) on conflict do update set body = excluded.body'
  db.run(sql, 'rows', JSON.stringify(rows))
  // Other readers of the file detect by this that they must reload the rows.
  db.run(sql, 'revision', randomUUID())
  for (const { icon } of rows.categories) {
    if (icon === null) continue
    const source = categorySource(icon)
    db.run('insert into picture values (?, ?) on conflict do nothing', pictureKey(source), source)
  }
}

type MemberWriter = ReturnType<typeof createMemberWriter>

interface Counts {
  scopes: Map<number, number>
  facets: Map<number, Map<number, number>>
}

function createCounts(): Counts {
  return { scopes: new Map(), facets: new Map() }
}

function stageEntry(
  db: IndexDatabase,
  entry: IndexedEntry,
  facets: FacetIds,
  counts: Counts,
  members: MemberWriter,
): void {
  const values = facetNumbers(facets, entry.facets)
  writeEntryParts(db, entry)
  db.run(
    'insert into staging.placed values (?, ?, ?, ?, ?, ?, ?, ?)',
    entry.key,
    entry.listed ? 1 : 0,
    entry.sort.relevance,
    entry.sort.priceMinor,
    JSON.stringify(entry.scopes),
    JSON.stringify(values),
    entry.textHash,
    entry.nameKey,
  )
  if (!entry.listed) return
  for (const scope of entry.scopes) {
    members.add(scopeSet(scope), productOfKey(entry.key))
    counts.scopes.set(scope, (counts.scopes.get(scope) ?? 0) + 1)
    let own = counts.facets.get(scope)
    if (!own) counts.facets.set(scope, (own = new Map()))
    for (const value of values) own.set(value, (own.get(value) ?? 0) + 1)
  }
  for (const value of values) members.add(valueSet(value, storeNumber[entry.store]), productOfKey(entry.key))
  db.run(
    `insert into staging.worded values (?, ${wordColumns.map(() => '?').join(', ')})`,
    entry.key,
    ...wordColumns.map((column) => entry.words[column]),
  )
}

function writeCounts(db: IndexDatabase, counts: Counts): void {
  for (const [scope, total] of counts.scopes) db.run('insert into scope_count values (?, ?)', scope, total)
  for (const [scope, values] of [...counts.facets].sort(([a], [b]) => a - b)) {
    for (const [value, total] of [...values].sort(([a], [b]) => a - b)) {
      db.run('insert into facet_count values (?, ?, ?)', scope, value, total)
    }
  }
}

/**
 * Memory in which the full-text engine collects words before it writes a segment: enough for a typical store.
 */
const wordCacheBytes = { building: 32 * 2 ** 20, serving: 2 ** 20 }

/** Sorts the staged rows into their final tables: each row is written once, in the order of its table. */
function finish(db: IndexDatabase): void {
  db.exec(`
    begin;
    insert into name_order
      select key % ${storeSlots}, name_key, key,
        row_number() over (partition by key % ${storeSlots} order by name_key, key) * ${nameRankGap}
      from staging.placed where listed order by key % ${storeSlots}, name_key, key;
    create table staging.ranked (key integer primary key, rank integer);
    insert into staging.ranked select key, rank from name_order order by key;
    insert into document
      select row_number() over (order by p.key % ${storeSlots}, p.relevance, p.key), p.key, p.relevance, ${weighedSql('w')}
      from staging.placed p join staging.worded w on w.key = p.key
      where listed order by p.key % ${storeSlots}, p.relevance, p.key;
    create table staging.numbered (key integer primary key, doc integer);
    insert into staging.numbered select key, doc from document order by key;
    insert into entry
      select p.key, p.listed, p.relevance, p.price, coalesce(r.rank, 0), p.scopes, p.facets, n.doc, p.text_hash
      from staging.placed p left join staging.ranked r using (key) left join staging.numbered n using (key)
      order by p.key;
    create table staging.scoped (scope integer, key integer, relevance integer, price integer, name_rank integer);
    insert into staging.scoped
      select s.value, e.key, e.relevance, e.price, e.name_rank from entry e, json_each(e.scopes) s where e.listed;
    insert into placement select scope, relevance, key from staging.scoped order by 1, 2, 3;
    insert into placement_price select scope, price, relevance, key from staging.scoped order by 1, 2, 3, 4;
    insert into placement_name select scope, name_rank, key from staging.scoped order by 1, 2, 3;
    ${lateIndexes}
    commit;`)
  for (const store of storeCodes) {
    const words = `words_${store}`
    const setCache = (bytes: number) =>
      db.exec(`insert into ${words} (${words}, rank) values ('hashsize', ${bytes})`)
    setCache(wordCacheBytes.building)
    db.exec(`
      begin;
      insert into ${words} (rowid, ${wordColumns.join(', ')})
        select d.doc, ${wordColumns.map((column) => `w.${column}`).join(', ')}
        from document d join staging.worded w on w.key = d.key
        where d.key % ${storeSlots} = ${storeNumber[store]} order by d.doc;
      commit;
      insert into ${words} (${words}) values ('optimize');`)
    setCache(wordCacheBytes.serving)
  }
}
