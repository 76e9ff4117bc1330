/**
 * The open index as queries use it: the file, the small tables in memory and the clock. Replaced as a whole
 * when a new file is swapped in; `version` changes with every update, so that derived results can be cached.
 */
import type { ExpectedCampaign } from '../../domain/catalogue/campaigns-at.server.ts'
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
  /** A different number for every file that is opened. */
  opened: number
  /** Results cached until the next change. */
  kept: Map<string, unknown>
  now: () => number
  /** Of a preview: campaigns that are planned, as if they were the products'. */
  expected?: ReadonlyMap<number, ExpectedCampaign>
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

/** An empty index: used by a node until its first build is done. */
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

/** Swaps in small tables that are not in the file yet. */
export function useStructure(state: IndexState, rows: StructureRows): void {
  state.structure = createStructure(rows)
  forgetKept(state)
}

/** Must be called after every change of the file. */
export function forgetKept(state: IndexState): void {
  state.version += 1
  state.kept.clear()
}

const mostKept = 2_000

/** A result that is valid until the next change of the index. */
export function keep<T>(state: IndexState, name: string, make: () => T): T {
  const known = state.kept.get(name)
  if (known !== undefined) return known as T
  const made = make()
  if (state.kept.size >= mostKept) state.kept.clear()
  state.kept.set(name, made)
  return made
}
