/** The search hints in PostgreSQL, as `anode hint` edits them. Every running node picks up changes. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { foldedWords } from '../search/search-words.ts'
import type { StoreCode } from '../stores/stores.ts'
import { isStorePath } from './content.ts'
import type { StoredHint } from './match-hints.ts'

/** All hints, or those of a store, in the order of creation. */
export async function listHints(db: Kysely<DB>, store: StoreCode | null): Promise<StoredHint[]> {
  let query = db.selectFrom('search_hint').selectAll()
  if (store !== null) query = query.where('store', '=', store)
  return query.orderBy('store').orderBy('id').execute()
}

/** What is written of a hint; its store does not change. */
export type HintText = Omit<StoredHint, 'id' | 'store'>

type HintProblem = { ok: false; code: 'no_text' | 'no_triggers' | 'too_long' | 'bad_url' }

type HintRow = Omit<StoredHint, 'id' | 'triggers'> & { triggers: string[] }

/** The row of a hint. Its address must be a path of the store. */
function hintRow(given: Omit<StoredHint, 'id'>): { ok: true; row: HintRow } | HintProblem {
  const hint = given.hint.trim()
  const title = given.url_title.trim()
  const triggers = [...new Set(given.triggers.map((trigger) => trigger.trim()))].filter(Boolean)
  if (hint === '' || title === '') return { ok: false, code: 'no_text' }
  if (triggers.length === 0 || triggers.some((trigger) => foldedWords(trigger).length === 0))
    return { ok: false, code: 'no_triggers' }
  if (hint.length > 500 || title.length > 255 || triggers.some((trigger) => trigger.length > 100))
    return { ok: false, code: 'too_long' }
  if (!isStorePath(given.store, given.url)) return { ok: false, code: 'bad_url' }
  const { store, url, redirect } = given
  return { ok: true, row: { store, triggers, hint, url, url_title: title, redirect } }
}

export type AddedHint =
  | { ok: true; id: number; isNew: boolean }
  | HintProblem
  /** The store has one of that text. */
  | { ok: false; code: 'already_there' }

/** Adds a hint, or updates the one with the same text; `mayUpdate` false refuses that. */
export async function addHint(
  db: Kysely<DB>,
  actor: Actor,
  given: Omit<StoredHint, 'id'>,
  { mayUpdate = true } = {},
): Promise<AddedHint> {
  const checked = hintRow(given)
  if (!checked.ok) return checked
  const { row } = checked
  return audited(db, actor, async (trx, record) => {
    const { store } = row
    // Two who add the same text: the second one finds the hint of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`hint ${store} ${row.hint}`}, 0))`.execute(trx)
    const former = await trx
      .selectFrom('search_hint')
      .selectAll()
      .where('store', '=', store)
      .where('hint', '=', row.hint)
      .forUpdate()
      .executeTakeFirst()
    if (former && !mayUpdate) return { ok: false, code: 'already_there' }
    if (former) {
      const { id, ...before } = former
      await trx.updateTable('search_hint').set(row).where('id', '=', id).execute()
      record({ action: 'hint.change', object: ['hint', id], store, before, after: row })
      return { ok: true, id, isNew: false }
    }
    const { id } = await trx.insertInto('search_hint').values(row).returning('id').executeTakeFirstOrThrow()
    record({ action: 'hint.add', object: ['hint', id], store, after: row })
    return { ok: true, id, isNew: true }
  })
}

/** Changes a hint; refused where its store has another one of that text. */
export async function changeHint(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
  text: HintText,
): Promise<{ ok: true } | HintProblem | { ok: false; code: 'unknown_hint' | 'already_there' }> {
  return audited(db, actor, async (trx, record) => {
    const former = await trx
      .selectFrom('search_hint')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!former) return { ok: false, code: 'unknown_hint' }
    const { id: _id, ...before } = former
    const checked = hintRow({ store: former.store, ...text })
    if (!checked.ok) return checked
    const { row } = checked
    const other = await trx
      .selectFrom('search_hint')
      .select('id')
      .where('store', '=', row.store)
      .where('hint', '=', row.hint)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (other) return { ok: false, code: 'already_there' }
    await trx.updateTable('search_hint').set(row).where('id', '=', id).execute()
    record({ action: 'hint.change', object: ['hint', id], store: row.store, before, after: row })
    return { ok: true }
  })
}

/** Removes a hint; false: no hint has that id. */
export async function removeHint(db: Kysely<DB>, actor: Actor, id: number): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const removed = await trx.deleteFrom('search_hint').where('id', '=', id).returningAll().executeTakeFirst()
    if (!removed) return false
    const { store, ...before } = removed
    record({ action: 'hint.remove', object: ['hint', id], store, before })
    return true
  })
}
