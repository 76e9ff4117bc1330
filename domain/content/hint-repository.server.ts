/** The search hints in PostgreSQL, as `anode hint` edits them. Every running node picks up changes. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { foldedWords } from '../search/search-words.ts'
import type { StoreCode } from '../stores/stores.ts'
import { isStorePath } from './content.ts'
import type { StoredHint } from './match-hints.ts'

/** All hints, or those of a store, in the order of creation. */
export async function listHints(db: Kysely<DB>, store: StoreCode | null): Promise<StoredHint[]> {
  let query = db.selectFrom('search_hint').selectAll()
  if (store !== null) query = query.where('store', '=', store)
  const rows = await query.orderBy('store').orderBy('id').execute()
  return rows.map((row) => ({ ...row, store: row.store as StoreCode }))
}

export type AddedHint =
  | { ok: true; id: number; isNew: boolean }
  | { ok: false; code: 'no_text' | 'no_triggers' | 'too_long' | 'bad_url' }

/** Adds a hint, or updates the one with the same text. Its address must be a path of the store. */
export async function addHint(db: Kysely<DB>, given: Omit<StoredHint, 'id'>): Promise<AddedHint> {
  const hint = given.hint.trim()
  const title = given.url_title.trim()
  const triggers = [...new Set(given.triggers.map((trigger) => trigger.trim()))].filter(Boolean)
  if (hint === '' || title === '') return { ok: false, code: 'no_text' }
  if (triggers.length === 0 || triggers.some((trigger) => foldedWords(trigger).length === 0))
    return { ok: false, code: 'no_triggers' }
  if (hint.length > 500 || title.length > 255 || triggers.some((trigger) => trigger.length > 100))
    return { ok: false, code: 'too_long' }
  if (!isStorePath(given.store, given.url)) return { ok: false, code: 'bad_url' }
  const row = {
    store: given.store,
    triggers,
    hint,
    url: given.url,
    url_title: title,
    redirect: given.redirect,
  }
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('search_hint')
      .set(row)
      .where('store', '=', row.store)
      .where('hint', '=', hint)
      .returning('id')
      .executeTakeFirst()
    if (changed) return { ok: true, id: changed.id, isNew: false }
    const added = await trx.insertInto('search_hint').values(row).returning('id').executeTakeFirstOrThrow()
    return { ok: true, id: added.id, isNew: true }
  })
}

/** Removes a hint; false: no hint has that id. */
export async function removeHint(db: Kysely<DB>, id: number): Promise<boolean> {
  const result = await db.deleteFrom('search_hint').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows > 0n
}
