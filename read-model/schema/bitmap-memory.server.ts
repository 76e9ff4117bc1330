/**
 * Counts facet values by their bitmaps. Reading the sets from the file is most of that work, so a bounded part
 * of them stays in memory until the index changes.
 */
import type { IndexDatabase } from './index-database.server.ts'
import type { IndexState } from './index-state.server.ts'
import { countCommon, readPackedSets, type Bitmap, type PackedSet } from './bitmap-index.server.ts'

/**
 * Memory for sets in a thread. All of 50,000 products in four stores take 2.5 MB, of 100,000 in one store 1.2 MB, so
 * those of a million fit too. What came first stays, as a listing reads all its values every time: a memory that gave
 * up the oldest would always lack the next one.
 */
const mostBytes = 24 * 2 ** 20

type CountedIndex = Pick<IndexState, 'db' | 'version'>

interface Memory {
  version: number
  sets: Map<number, PackedSet>
  bytes: number
}

const memories = new WeakMap<IndexDatabase, Memory>()

function memoryOf(state: CountedIndex): Memory {
  let memory = memories.get(state.db)
  if (memory?.version !== state.version) {
    memory = { version: state.version, sets: new Map(), bytes: 0 }
    memories.set(state.db, memory)
  }
  return memory
}

/** Sets read at once, so that those that are not kept are gone before the next ones come. */
const setsPerQuery = 100

/** How many members of `set` each of the sets has; sets without any are left out. */
export function countsWithin(state: CountedIndex, set: Bitmap, ids: readonly number[]): Map<number, number> {
  const memory = memoryOf(state)
  const counts = new Map<number, number>()
  const note = (id: number, own: PackedSet) => {
    const count = countCommon(set, own)
    if (count > 0) counts.set(id, count)
  }
  const missing: number[] = []
  for (const id of ids) {
    const known = memory.sets.get(id)
    if (known) note(id, known)
    else missing.push(id)
  }
  for (let at = 0; at < missing.length; at += setsPerQuery) {
    for (const [id, read] of readPackedSets(state.db, missing.slice(at, at + setsPerQuery))) {
      note(id, read)
      if (memory.bytes + read.bytes > mostBytes) continue
      memory.sets.set(id, read)
      memory.bytes += read.bytes
    }
  }
  return counts
}
