/**
 * Copies the index file of another node, so that a new node need not build its own. Accepts only a complete
 * file of this schema and this database that the change log can still bring up to date. The other node may
 * continue to write.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Query } from '../../db/query.ts'
import { positionIsLost } from './change-log.server.ts'
import { databaseIdentity } from './database-identity.server.ts'
import { readMeta, writeMeta, type IndexDatabase } from '../schema/index-database.server.ts'
import {
  buildingFile,
  installIndexFile,
  isSqliteError,
  openIndexFile,
  removeIndexFile,
  takeWriterLock,
  type IndexPlace,
} from '../schema/index-file.server.ts'
import { schemaHash } from '../schema/index-schema.server.ts'

export type IndexCopy =
  | { ok: true; products: number }
  | { ok: false; code: 'index-in-use' }
  | {
      ok: false
      code: 'source-missing' | 'source-unusable' | 'other-database' | 'other-history' | 'too-old'
      source: string
    }

/** `source`: an index file, its directory, or a node's data directory. */
export async function copyIndexFile(source: string, place: IndexPlace, query: Query): Promise<IndexCopy> {
  const file = findIndexFile(source)
  if (file === null) return { ok: false, code: 'source-missing', source }
  const lock = takeWriterLock(place)
  if (!lock) return { ok: false, code: 'index-in-use' }
  const copy = buildingFile(place, 0)
  const original = openIndexFile(file, true)
  try {
    if (!original) return { ok: false, code: 'source-unusable', source: file }
    const refused = await refuse(original, query)
    if (refused) return { ok: false, code: refused, source: file }
    removeIndexFile(copy)
    // One snapshot, regardless of concurrent writes.
    original.exec(`vacuum into '${copy.replaceAll("'", "''")}'`)
    const products = finishCopy(copy)
    if (products === null) return { ok: false, code: 'source-unusable', source: file }
    installIndexFile(copy, place.file)
    return { ok: true, products }
  } catch (error) {
    if (!isSqliteError(error)) throw error
    return { ok: false, code: 'source-unusable', source: file }
  } finally {
    original?.close()
    removeIndexFile(copy)
    lock.release()
  }
}

function findIndexFile(source: string): string | null {
  const name = `catalogue-${schemaHash}.sqlite`
  const candidates = [source, join(source, name), join(source, 'index', name)]
  return candidates.find((path) => statSync(path, { throwIfNoEntry: false })?.isFile()) ?? null
}

async function refuse(
  original: IndexDatabase,
  query: Query,
): Promise<'other-database' | 'other-history' | 'too-old' | null> {
  const { database, history } = await databaseIdentity(query)
  if (readMeta(original, 'database') !== database) return 'other-database'
  if (readMeta(original, 'history') !== history) return 'other-history'
  const caughtUpAt = Number(readMeta(original, 'caught_up_at') ?? 0)
  const isLost = await positionIsLost(query, readMeta(original, 'position')!, caughtUpAt)
  return isLost ? 'too-old' : null
}

/** Checks the copy page by page and clears its machine marker; null if it is damaged. */
function finishCopy(copy: string): number | null {
  const db = openIndexFile(copy, false)
  try {
    if (db?.get<{ quick_check: string }>('pragma quick_check(1)')?.quick_check !== 'ok') return null
    writeMeta(db, 'in_use_since', '')
    return db.get<{ n: number }>('select count(*) as n from product')!.n
  } finally {
    db?.close()
  }
}
