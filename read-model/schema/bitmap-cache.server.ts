/**
 * Counts facet values by their bitmaps. Reading the bitmaps from the file is most of that work, so a bounded
 * part of them is cached until the index changes.
 */
import type { IndexDatabase } from './index-database.server.ts'
import type { IndexState } from './index-state.server.ts'
import { countCommon, readPackedSets, type Bitmap, type PackedSet } from './bitmap-index.server.ts'

/**
 * Cache size per thread. All bitmaps of 50,000 products in four stores take 2.5 MB, of 100,000 in one store
 * 1.2 MB, so those of a million fit too. The cache evicts nothing: a listing reads all its values every time,
 * so with eviction of the oldest entry the next one needed would always be missing.
 */
const mostBytes = 24 * 2 ** 20

type CountedIndex = Pick<IndexState, 'db' | 'version'>

interface BitmapCache {
  version: number
  sets: Map<number, PackedSet>
  bytes: number
}

const caches = new WeakMap<IndexDatabase, BitmapCache>()

function cacheOf(state: CountedIndex): BitmapCache {
  let cache = caches.get(state.db)
  if (cache?.version !== state.version) {
    cache = { version: state.version, sets: new Map(), bytes: 0 }
    caches.set(state.db, cache)
  }
  return cache
}

/** Sets read per batch, so that sets that are not cached are released before the next ones are read. */
const setsPerQuery = 100

/** Number of members that each of the sets shares with `set`; sets without any are omitted. */
export function countsWithin(state: CountedIndex, set: Bitmap, ids: readonly number[]): Map<number, number> {
  const cache = cacheOf(state)
  const counts = new Map<number, number>()
  const note = (id: number, own: PackedSet) => {
    const count = countCommon(set, own)
    if (count > 0) counts.set(id, count)
  }
  const missing: number[] = []
  for (const id of ids) {
    const known = cache.sets.get(id)
    if (known) note(id, known)
    else missing.push(id)
  }
  for (let at = 0; at < missing.length; at += setsPerQuery) {
    for (const [id, read] of readPackedSets(state.db, missing.slice(at, at + setsPerQuery))) {
      note(id, read)
      if (cache.bytes + read.bytes > mostBytes) continue
      cache.sets.set(id, read)
      cache.bytes += read.bytes
    }
  }
  return counts
}
