/** How changes of pages, widgets and search hints are undone. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { RecordedAction } from '../audit/audit-actions.ts'
import { audited } from '../audit/audited.server.ts'
import {
  givenStore,
  outcomeOf,
  type RoomReversals,
  type Reverse,
  type UndoneEntry,
} from '../undo/reversal.ts'
import { addHint, changeHint, removeHint } from './hint-repository.server.ts'
import { changePage, findPage, pageOf } from './page-repository.server.ts'
import { removePage } from './remove-content.server.ts'

type Hint = Parameters<typeof addHint>[2]

async function addRemovedHint(trx: Kysely<DB>, actor: Actor, { store, before }: UndoneEntry) {
  const hint = { ...before, store: givenStore(store) } as unknown as Hint
  return outcomeOf(await addHint(trx, actor, hint, { mayUpdate: false }))
}

/** Imports write pages too, and pages move: what is stored need not be what the entry left. */
const isAsAfter = (current: object, after: UndoneEntry['after']): boolean =>
  Object.entries(after).every(([name, value]) => current[name as keyof typeof current] === value)

/** Puts a removed row of content back. */
const insertRemoved =
  (table: 'content_page' | 'widget', action: RecordedAction, kind: 'page' | 'widget'): Reverse =>
  async (trx, actor, { store, objectId, before }) =>
    audited(trx, actor, async (inside, record) => {
      const { rows } = await sql`insert into ${sql.table(table)}
        select (jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(before)}::jsonb)).*
        on conflict do nothing returning 1`.execute(inside)
      if (rows.length === 0) return 'exists'
      record({ action, object: [kind, objectId], store, after: before })
      return true
    })

export const contentReversals: RoomReversals = {
  'hint.add': {
    permission: 'product:edit',
    reverse: async (trx, actor, { objectId }) =>
      (await removeHint(trx, actor, Number(objectId))) ? true : 'unknown_hint',
  },
  'hint.change': {
    permission: 'product:edit',
    reverse: async (trx, actor, { objectId, before }) => {
      const current = await trx
        .selectFrom('search_hint')
        .selectAll()
        .where('id', '=', Number(objectId))
        .executeTakeFirst()
      if (!current) return 'unknown_hint'
      return outcomeOf(await changeHint(trx, actor, current.id, { ...current, ...before }))
    },
  },
  'hint.remove': { permission: 'product:edit', reverse: addRemovedHint },
  'page.add': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, after }) => {
      const { path } = pageOf(givenStore(store), objectId)
      const current = await findPage(trx, { store: givenStore(store), path })
      if (current === null) return 'unknown_page'
      if (!isAsAfter(current, after)) return 'changed_meanwhile'
      return (await removePage(trx, actor, givenStore(store), path)) ? true : 'unknown_page'
    },
  },
  'page.change': {
    permission: 'product:edit',
    reverse: async (trx, actor, { store, objectId, before, after }) => {
      const at = pageOf(givenStore(store), objectId)
      const current = await findPage(trx, at)
      if (current === null) return 'unknown_page'
      if (!isAsAfter(current, after)) return 'changed_meanwhile'
      return outcomeOf(await changePage(trx, actor, at, { ...current, ...before }))
    },
  },
  'page.remove': {
    permission: 'product:edit',
    reverse: insertRemoved('content_page', 'page.restore', 'page'),
  },
  'widget.remove': {
    permission: 'product:edit',
    reverse: insertRemoved('widget', 'widget.restore', 'widget'),
  },
}
