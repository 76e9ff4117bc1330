/** Names of the people of staff in entries of the audit. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoredAuditEntry } from './audit-repository.server.ts'

/** An entry with the name of the staff who acted; null of other actors. */
export type NamedAuditEntry = StoredAuditEntry & { actorName: string | null }

/** Adds names to the entries of staff. */
export async function withActorNames(
  db: Kysely<DB>,
  entries: readonly StoredAuditEntry[],
): Promise<NamedAuditEntry[]> {
  const ids = entries.flatMap(({ actor }) => (actor.kind === 'staff' && actor.id ? [Number(actor.id)] : []))
  const people = ids.filter((id) => Number.isSafeInteger(id))
  const rows =
    people.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', people).execute()
  const names = new Map(rows.map(({ id, name }) => [String(id), name]))
  return entries.map((entry) => ({
    ...entry,
    actorName: entry.actor.kind === 'staff' ? (names.get(entry.actor.id ?? '') ?? null) : null,
  }))
}
