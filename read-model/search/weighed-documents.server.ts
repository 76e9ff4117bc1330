/**
 * The documents that search scores, with their words parsed. The best-selling ones are scored by many
 * searches, so a bounded number of them is cached until the index changes.
 */
import { LRUCache } from 'lru-cache'
import type { IndexDatabase } from '../schema/index-database.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { readWeighedWords, type WeighedWords } from './relevance.ts'

export interface WeighedDocument {
  doc: number
  key: number
  relevance: number
  words: WeighedWords
}

/** Number of cached documents, of all stores together; each takes about 700 bytes. */
const mostRemembered = 16_000

interface Memory {
  version: number
  documents: LRUCache<number, WeighedDocument>
}

const memories = new WeakMap<IndexDatabase, Memory>()

function memoryOf(state: IndexState): LRUCache<number, WeighedDocument> {
  let memory = memories.get(state.db)
  if (!memory) {
    memory = { version: state.version, documents: new LRUCache({ max: mostRemembered }) }
    memories.set(state.db, memory)
  }
  if (memory.version !== state.version) {
    memory.version = state.version
    memory.documents.clear()
  }
  return memory.documents
}

/** The documents with these ids, in any order; ids without a document are omitted. */
export function weighedDocuments(state: IndexState, docs: Iterable<number>): WeighedDocument[] {
  const memory = memoryOf(state)
  const documents: WeighedDocument[] = []
  const missing: number[] = []
  for (const doc of docs) {
    const known = memory.get(doc)
    if (known) documents.push(known)
    else missing.push(doc)
  }
  if (missing.length === 0) return documents
  const rows = state.db.all<{ doc: number; key: number; relevance: number; words: string }>(
    `select d.doc, d.key, d.relevance, d.words from json_each(?) j cross join document d on d.doc = j.value`,
    JSON.stringify(missing),
  )
  for (const { doc, key, relevance, words } of rows) {
    const document = { doc, key, relevance, words: readWeighedWords(words) }
    memory.set(doc, document)
    documents.push(document)
  }
  return documents
}
