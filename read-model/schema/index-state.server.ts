/**
 * The open index as the answers see it: the file, the small tables in memory and the clock. Replaced as a
 * whole when a new file takes over; `version` moves with every change, so that derived answers can be kept.
 */
import { createStructure, emptyStructure, type CatalogueStructure } from './catalogue-structure.server.ts'
import type { StructureRows } from './catalogue-rows.server.ts'
import {
  createFacetIds,
  openIndexDatabase,
  type FacetIds,
  type IndexDatabase,
} from './index-database.server.ts'
import { indexSchema, lateIndexes } from './index-schema.server.ts'

export interface IndexState {
  db: IndexDatabase
  facets: FacetIds
  structure: CatalogueStructure
  namesAreFull: boolean
  version: number
  /** Another number for every file taken into use. */
  opened: number
  /** Answers kept until the next change. */
  kept: Map<string, unknown>
  now: () => number
}

let statesOpened = 0

export function createState(db: IndexDatabase, now: () => number): IndexState {
  const state: IndexState = {
    db,
    facets: createFacetIds(db),
    structure: createStructure(emptyStructure),
    namesAreFull: false,
    version: 0,
    opened: ++statesOpened,
    kept: new Map(),
    now,
  }
  loadStructure(state)
  return state
}

/** An index of nothing: what a node answers from until its first build is done. */
export function emptyState(now: () => number): IndexState {
  const db = openIndexDatabase(':memory:')
  db.exec(indexSchema + lateIndexes)
  return createState(db, now)
}

/** Reads the small tables from the file into memory. */
export function loadStructure(state: IndexState): void {
  const row = state.db.get<{ body: string }>("select body from structure where name = 'rows'")
  useStructure(state, row ? (JSON.parse(row.body) as StructureRows) : emptyStructure)
}

/** Takes small tables into use that the file does not hold yet. */
export function useStructure(state: IndexState, rows: StructureRows): void {
  state.structure = createStructure(rows)
  forgetKept(state)
}

/** To be called after every change of the file. */
export function forgetKept(state: IndexState): void {
  state.version += 1
  state.kept.clear()
}

const mostKept = 2_000

/** An answer that holds until the next change of the index. */
export function keep<T>(state: IndexState, name: string, make: () => T): T {
  const known = state.kept.get(name)
  if (known !== undefined) return known as T
  const made = make()
  if (state.kept.size >= mostKept) state.kept.clear()
  state.kept.set(name, made)
  return made
}
