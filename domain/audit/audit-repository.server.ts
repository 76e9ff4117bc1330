/** Reads the audit. Rows are only ever inserted (`audited.server.ts`, `db/routines/audit.sql`). */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { Actor, ActorKind } from './actor.ts'

export interface StoredAuditEntry {
  id: number
  recordedAt: Date
  actor: Actor
  store: StoreCode | null
  action: string
  objectKind: string
  objectId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

/** Conditions that must all hold; absent: any. */
export interface AuditFilter {
  objectKind?: string | undefined
  objectId?: string | undefined
  actorKind?: ActorKind | undefined
  actorId?: string | undefined
  action?: string | undefined
  store?: StoreCode | undefined
  /** Entries from this time on. */
  since?: Date | undefined
  limit: number
}

/** The entries that match, newest first. */
export async function listAudit(db: Kysely<DB>, filter: AuditFilter): Promise<StoredAuditEntry[]> {
  const { objectKind, objectId, actorKind, actorId, action, store, since } = filter
  let query = db.selectFrom('audit_entry').selectAll()
  if (objectKind !== undefined) query = query.where('object_kind', '=', objectKind)
  if (objectId !== undefined) query = query.where('object_id', '=', objectId)
  if (actorKind !== undefined) query = query.where('actor_kind', '=', actorKind)
  if (actorId !== undefined) query = query.where('actor_id', '=', actorId)
  if (action !== undefined) query = query.where('action', '=', action)
  if (store !== undefined) query = query.where('store', '=', store)
  if (since !== undefined) query = query.where('recorded_at', '>=', since)
  const rows = await query.orderBy('id', 'desc').limit(filter.limit).execute()
  return rows.map((row) => ({
    id: row.id,
    recordedAt: row.recorded_at,
    actor: {
      kind: row.actor_kind as ActorKind,
      id: row.actor_id,
      onBehalfOf: row.on_behalf_of,
      requestId: row.request_id,
    },
    store: row.store,
    action: row.action,
    objectKind: row.object_kind,
    objectId: row.object_id,
    before: row.before as StoredAuditEntry['before'],
    after: row.after as StoredAuditEntry['after'],
    reason: row.reason,
  }))
}
