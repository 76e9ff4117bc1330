/** The only SQL that edits the stores' own synonyms. The search of every node picks up changes. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { queryWords } from './search-words.ts'
import type { SearchSynonym } from './search-synonyms.ts'

/** All synonyms, or those of a store, by term. */
export async function listSynonyms(db: Kysely<DB>, store: StoreCode | null): Promise<SearchSynonym[]> {
  let query = db.selectFrom('search_synonym').select(['store', 'term', 'means', 'both_ways'])
  if (store !== null) query = query.where('store', '=', store)
  const rows = await query.orderBy('store').orderBy('term').orderBy('means').execute()
  return rows.map((row) => ({
    store: row.store,
    term: row.term,
    means: row.means,
    bothWays: row.both_ways,
  }))
}

export type AddedSynonym =
  | { ok: true; isNew: boolean }
  | { ok: false; code: 'no_words' | 'same' | 'too_long' }

/** Adds a synonym, or changes whether an existing one works in both directions. */
export async function addSynonym(
  db: Kysely<DB>,
  actor: Actor,
  synonym: SearchSynonym,
): Promise<AddedSynonym> {
  const { store, bothWays } = synonym
  const term = synonym.term.trim()
  const means = synonym.means.trim()
  const words = [term, means].map((text) =>
    queryWords(text, store)
      .map((word) => word.text)
      .join(' '),
  )
  if (words.includes('')) return { ok: false, code: 'no_words' }
  if (words[0] === words[1]) return { ok: false, code: 'same' }
  if (term.length > 100 || means.length > 100) return { ok: false, code: 'too_long' }
  return audited(db, actor, async (trx, record) => {
    const known = await trx
      .selectFrom('search_synonym')
      .select('both_ways')
      .where('store', '=', store)
      .where('term', '=', term)
      .where('means', '=', means)
      .executeTakeFirst()
    await trx
      .insertInto('search_synonym')
      .values({ store, term, means, both_ways: bothWays })
      .onConflict((conflict) =>
        conflict.columns(['store', 'term', 'means']).doUpdateSet({ both_ways: bothWays }),
      )
      .execute()
    record({
      action: known ? 'synonym.change' : 'synonym.add',
      object: ['synonym', term],
      store,
      ...(known && { before: { means, bothWays: known.both_ways } }),
      after: { means, bothWays },
    })
    return { ok: true, isNew: known === undefined }
  })
}

/** Removes a term's synonyms, or the one with that meaning; returns how many were removed. */
export async function removeSynonyms(
  db: Kysely<DB>,
  actor: Actor,
  store: StoreCode,
  term: string,
  means: string | null,
): Promise<number> {
  return audited(db, actor, async (trx, record) => {
    let query = trx.deleteFrom('search_synonym').where('store', '=', store).where('term', '=', term.trim())
    if (means !== null) query = query.where('means', '=', means.trim())
    const removed = await query.returning(['term', 'means', 'both_ways as bothWays']).execute()
    for (const { term: removedTerm, ...before } of removed)
      record({ action: 'synonym.remove', object: ['synonym', removedTerm], store, before })
    return removed.length
  })
}
