/**
 * Undo from the audit: a new change, computed from what an entry says was before, through the use case that made the
 * change. Refused where a later entry changed the same fields, which is named, and where something else is stored than
 * the entry left: imports have no entries of their products, and the price grid has others than the editor. An undo can
 * be undone.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Permission } from '../permissions/permissions.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import type { AuditFields, Reversal, Reversals, UndoneEntry, UndoServices } from './reversal.ts'

export interface LaterEntry {
  id: number
  action: string
  recordedAt: Date
}

export type UndoAnswer =
  | { ok: true }
  | { ok: false; code: 'unknown_entry' | 'not_reversible' }
  /** `entry`: the later change in the way. */
  | { ok: false; code: 'changed_since'; entry: LaterEntry }
  /** The use case refuses the reverse change, with this code. */
  | { ok: false; code: 'impossible'; reason: string }

/** The permission that a person needs to undo changes of this kind; null: they cannot be undone. */
export function undoPermission(reversals: Reversals, action: string): Permission | null {
  return reversals[action]?.permission ?? null
}

/** Whether the undo of changes of this kind asks for a step-up, as the change does. */
export function undoAsksForStepUp(reversals: Reversals, action: string): boolean {
  return reversals[action]?.stepUp ?? false
}

/** The stores in which a person needs that permission, as for the change itself: the entry's store, where it has one. */
export async function storesToUndo(
  db: Kysely<DB>,
  reversals: Reversals,
  entry: UndoObject,
): Promise<readonly StoreCode[]> {
  if (entry.store !== null) return [entry.store]
  return (await reversals[entry.action]?.storesOf?.(db, entry)) ?? storeCodes
}

/** What an entry of the audit is about. */
export interface UndoObject {
  action: string
  store: StoreCode | null
  objectKind: string
  objectId: string
  before: AuditFields | null
  after: AuditFields | null
}

/** The change that an entry of the audit describes; null: there is no such entry. */
export async function findChange(db: Kysely<DB>, id: number): Promise<UndoObject | null> {
  const entry = await db
    .selectFrom('audit_entry')
    .select(['action', 'store', 'object_kind as objectKind', 'object_id as objectId', 'before', 'after'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (entry === undefined) return null
  return { ...entry, before: entry.before as AuditFields | null, after: entry.after as AuditFields | null }
}

/** Undoes the change that an entry of the audit describes. */
export async function undoChange(
  {
    db,
    reversals,
    clock = Date.now,
    ...services
  }: { db: Kysely<DB>; reversals: Reversals; clock?: () => number } & Omit<UndoServices, 'now'>,
  actor: Actor,
  id: number,
): Promise<UndoAnswer> {
  return audited(db, actor, async (trx) => {
    const row = await trx.selectFrom('audit_entry').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return { ok: false, code: 'unknown_entry' }
    const known = reversals[row.action]
    if (!known) return { ok: false, code: 'not_reversible' }
    // One undo of an object at a time: a second one waits, and then finds the entry of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`undo ${row.object_kind} ${row.object_id}`}, 0))`.execute(
      trx,
    )
    const entry: UndoneEntry = {
      id,
      action: row.action,
      store: row.store,
      objectId: row.object_id,
      before: (row.before ?? {}) as AuditFields,
      after: (row.after ?? {}) as AuditFields,
    }
    const later = await laterEntry(trx, row.object_kind, entry, known)
    if (later) return { ok: false, code: 'changed_since', entry: later }
    await sql`select set_config('anode.undoes', ${String(id)}, true)`.execute(trx)
    const done = await known.reverse(trx, actor, entry, { ...services, now: clock() })
    return done === true ? { ok: true } : { ok: false, code: 'impossible', reason: done }
  })
}

/** The first later entry of the object that is in the way: one that changed a field of this one, if they do not add up. */
async function laterEntry(
  trx: Kysely<DB>,
  kind: string,
  entry: UndoneEntry,
  { addsUp }: Reversal,
): Promise<LaterEntry | null> {
  const isInTheWay = addsUp
    ? sql`(undoes = ${entry.id} or action = ${addsUp.heldBy}
          and not exists (select from audit_entry u where u.undoes = audit_entry.id))`
    : sql`coalesce(before, '{}') || coalesce(after, '{}') ?| ${[
        ...new Set([...Object.keys(entry.before), ...Object.keys(entry.after)]),
      ]}::text[]`
  const { rows } = await sql<LaterEntry>`select id, action, recorded_at as "recordedAt" from audit_entry
    where object_kind = ${kind} and object_id = ${entry.objectId} and id > ${entry.id}
      and store is not distinct from ${entry.store} and ${isInTheWay}
    order by id limit 1`.execute(trx)
  return rows[0] ?? null
}
