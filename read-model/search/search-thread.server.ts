/**
 * The main module of a search thread: searches on its own read-only connection, so that a broad search never
 * blocks the main thread. Follows the index as the main thread reports it: a new file is opened at once, and
 * after a change the caches are cleared.
 */
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { createFacetIds, openIndexDatabase } from '../schema/index-database.server.ts'
import { createState, forgetKept, loadStructure, type IndexState } from '../schema/index-state.server.ts'
import { isDamage } from '../schema/index-file.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { searchOutline, type Outline, type SearchQuery } from './search-answer.server.ts'

/** A search, and the version of the index it is for. */
export interface ThreadQuestion {
  id: number
  store: StoreCode
  query: SearchQuery
  path: string
  /** Changes when another file is swapped in, and when the index changes. */
  opened: number
  version: number
}

export type ThreadAnswer =
  | { id: number; outline: Outline }
  | { id: number; error: string; isDamage: boolean }
  | { ready: true }

/** Marks a thread as a search thread. */
export const threadMark = 'anode-search-thread'

/**
 * The operating system caches the file too: a smaller cache makes searches a tenth slower, a larger one gains
 * nothing.
 */
const cacheKib = 16_384

function createFollower(): (question: ThreadQuestion) => IndexState {
  let state: IndexState | null = null
  let opened = 0
  let version = 0
  let structure = ''
  let values = 0
  const structureOf = (own: IndexState) =>
    own.db.get<{ body: string }>("select body from structure where name = 'revision'")?.body ?? ''
  const valuesOf = (own: IndexState) =>
    own.db.get<{ last: number | null }>('select max(id) as last from facet_value')?.last ?? 0
  return (question) => {
    if (!state || opened !== question.opened) {
      state?.db.close()
      state = null
      state = createState(openIndexDatabase(question.path, { readOnly: true, cacheKib }), Date.now)
      ;({ opened, version } = question)
      structure = structureOf(state)
      values = valuesOf(state)
    } else if (version !== question.version) {
      version = question.version
      const revision = structureOf(state)
      if (revision === structure) forgetKept(state)
      else loadStructure(state)
      structure = revision
      const last = valuesOf(state)
      if (last !== values) state.facets = createFacetIds(state.db)
      values = last
    }
    return state
  }
}

if (!isMainThread && parentPort && workerData === threadMark) {
  const port = parentPort
  const follow = createFollower()
  const say = (answer: ThreadAnswer) => port.postMessage(answer)
  port.on('message', (question: ThreadQuestion) => {
    const { id, store, query } = question
    try {
      say({ id, outline: searchOutline(follow(question), store, query) })
    } catch (error) {
      say({ id, error: (error as Error).message, isDamage: isDamage(error) })
    }
  })
  say({ ready: true })
}
