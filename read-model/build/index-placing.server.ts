/**
 * The placement of entries in listings: rows, bitmaps and stored counts. Every change of a listing goes
 * through `moveEntry`, so that counts and rows stay consistent.
 */
import type { FacetIds, IndexDatabase } from '../schema/index-database.server.ts'
import {
  nameRankGap,
  nameRankStep,
  productOfKey,
  storeNumber,
  storeOfKey,
} from '../schema/index-schema.server.ts'
import { scopeSet, valueSet, type MemberChanges } from '../schema/bitmap-index.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

export interface Place {
  listed: boolean
  relevance: number
  price: number
  nameRank: number
  scopes: number[]
  /** Ids of facet values. */
  facets: number[]
}

export interface EntryRow {
  key: number
  listed: number
  relevance: number
  price: number
  name_rank: number
  scopes: string
  facets: string
  doc: number | null
  text_hash: string
}

export function placeOf(row: EntryRow): Place {
  return {
    listed: row.listed === 1,
    relevance: row.relevance,
    price: row.price,
    nameRank: row.name_rank,
    scopes: JSON.parse(row.scopes) as number[],
    facets: JSON.parse(row.facets) as number[],
  }
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}

/**
 * Moves an entry from one placement to another; null means not placed. Returns whether anything changed. Only
 * differences are written: a new price moves an entry within its listings, and changes the counts of the
 * price facet only.
 */
export function moveEntry(
  db: IndexDatabase,
  members: MemberChanges,
  key: number,
  from: Place | null,
  to: Place | null,
): boolean {
  const before = from?.listed ? from : null
  const after = to?.listed ? to : null
  if (!before && !after) return false
  if (before && after && sameNumbers(before.scopes, after.scopes)) {
    const reordered = reorderEntry(db, key, before, after)
    if (sameNumbers(before.facets, after.facets)) return reordered
    changeCounts(db, after.scopes, before.facets, after.facets)
  } else {
    if (before) withdraw(db, key, before)
    if (after) place(db, key, after)
  }
  changeMembers(members, key, before, after)
  return true
}

/** Removes the product from the bitmaps it left and adds it to those it joined. */
function changeMembers(members: MemberChanges, key: number, before: Place | null, after: Place | null): void {
  const setsOf = (place: Place | null) =>
    new Set([
      ...(place?.scopes ?? []).map(scopeSet),
      ...(place?.facets ?? []).map((value) => valueSet(value, storeNumber[storeOfKey(key)])),
    ])
  const was = setsOf(before)
  const is = setsOf(after)
  for (const id of was.difference(is)) members.change(id, productOfKey(key), false)
  for (const id of is.difference(was)) members.change(id, productOfKey(key), true)
}

/** Updates the counts of facet values that an entry lost and gained, in each of its listings. */
function changeCounts(
  db: IndexDatabase,
  scopes: readonly number[],
  before: readonly number[],
  after: readonly number[],
): void {
  const lost = before.filter((value) => !after.includes(value))
  const got = after.filter((value) => !before.includes(value))
  for (const scope of scopes) {
    for (const value of lost) db.run(lessOfValueSql, scope, value)
    for (const value of got) db.run(moreOfValueSql, scope, value)
  }
}

const lessOfValueSql = 'update facet_count set total = total - 1 where scope = ? and value = ?'
const moreOfValueSql = 'insert into facet_count values (?, ?, 1) on conflict do update set total = total + 1'

function reorderEntry(db: IndexDatabase, key: number, before: Place, after: Place): boolean {
  if (
    before.relevance === after.relevance &&
    before.price === after.price &&
    before.nameRank === after.nameRank
  ) {
    return false
  }
  for (const scope of after.scopes) {
    if (before.relevance !== after.relevance)
      db.run(
        'update placement set relevance = ? where scope = ? and relevance = ? and key = ?',
        after.relevance,
        scope,
        before.relevance,
        key,
      )
    if (before.relevance !== after.relevance || before.price !== after.price)
      db.run(
        'update placement_price set price = ?, relevance = ? where scope = ? and price = ? and relevance = ? and key = ?',
        after.price,
        after.relevance,
        scope,
        before.price,
        before.relevance,
        key,
      )
    if (before.nameRank !== after.nameRank)
      db.run(
        'update placement_name set name_rank = ? where scope = ? and name_rank = ? and key = ?',
        after.nameRank,
        scope,
        before.nameRank,
        key,
      )
  }
  return true
}

function withdraw(db: IndexDatabase, key: number, place: Place): void {
  for (const scope of place.scopes) {
    db.run('delete from placement where scope = ? and relevance = ? and key = ?', scope, place.relevance, key)
    db.run(
      'delete from placement_price where scope = ? and price = ? and relevance = ? and key = ?',
      scope,
      place.price,
      place.relevance,
      key,
    )
    db.run(
      'delete from placement_name where scope = ? and name_rank = ? and key = ?',
      scope,
      place.nameRank,
      key,
    )
    db.run('update scope_count set total = total - 1 where scope = ?', scope)
    for (const value of place.facets) db.run(lessOfValueSql, scope, value)
  }
}

function place(db: IndexDatabase, key: number, place: Place): void {
  for (const scope of place.scopes) {
    db.run('insert into placement values (?, ?, ?)', scope, place.relevance, key)
    db.run('insert into placement_price values (?, ?, ?, ?)', scope, place.price, place.relevance, key)
    db.run('insert into placement_name values (?, ?, ?)', scope, place.nameRank, key)
    db.run('insert into scope_count values (?, 1) on conflict do update set total = total + 1', scope)
    for (const value of place.facets) db.run(moreOfValueSql, scope, value)
  }
}

/**
 * A rank between the neighbours of a name, which is inserted into the name order; null if there is no free
 * number between them and only a rebuild creates space again.
 */
export function enterName(db: IndexDatabase, store: StoreCode, nameKey: string, key: number): number | null {
  const number = storeNumber[store]
  const before = db.get<{ rank: number }>(
    'select rank from name_order where store = ? and (name_key, key) < (?, ?) order by name_key desc, key desc limit 1',
    number,
    nameKey,
    key,
  )
  const after = db.get<{ rank: number }>(
    'select rank from name_order where store = ? and (name_key, key) > (?, ?) order by name_key, key limit 1',
    number,
    nameKey,
    key,
  )
  const low = before?.rank ?? 0
  const rank = after ? low + Math.min(Math.floor((after.rank - low) / 2), nameRankStep) : low + nameRankGap
  db.run(
    'insert into name_order values (?, ?, ?, ?) on conflict do update set rank = excluded.rank',
    number,
    nameKey,
    key,
    rank,
  )
  return rank > low && (!after || rank < after.rank) ? rank : null
}

export function leaveName(db: IndexDatabase, store: StoreCode, nameKey: string, key: number): void {
  db.run(
    'delete from name_order where store = ? and name_key = ? and key = ?',
    storeNumber[store],
    nameKey,
    key,
  )
}

/** Ids of facet values, in a fixed order. */
export function facetNumbers(facets: FacetIds, values: readonly (readonly [string, string])[]): number[] {
  return values.map(([code, value]) => facets.idOf(code, value)).sort((a, b) => a - b)
}
