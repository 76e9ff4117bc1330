/** Names of the people of staff and of API keys in entries of the audit. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoredAuditEntry } from './audit-repository.server.ts'
import type { ActorKind } from './actor.ts'

/**
 * An entry with the name of the staff or of the API key that acted; null of other actors. `actorPerson`: whose key it
 * is.
 */
export type NamedAuditEntry = StoredAuditEntry & { actorName: string | null; actorPerson: string | null }

/** Adds names to the entries of staff and of their keys. */
export async function withActorNames(
  db: Kysely<DB>,
  entries: readonly StoredAuditEntry[],
): Promise<NamedAuditEntry[]> {
  const idsOf = (kind: ActorKind) =>
    entries
      .flatMap(({ actor }) => (actor.kind === kind && actor.id ? [Number(actor.id)] : []))
      .filter((id) => Number.isSafeInteger(id))
  const people = idsOf('staff')
  const rows =
    people.length === 0
      ? []
      : await db.selectFrom('staff').select(['id', 'name']).where('id', 'in', people).execute()
  const names = new Map(rows.map(({ id, name }) => [String(id), name]))
  const keys = await keysByIds(db, idsOf('key'))
  return entries.map((entry) => {
    const { kind, id } = entry.actor
    const key = kind === 'key' ? keys.get(id ?? '') : undefined
    return {
      ...entry,
      actorName: kind === 'staff' ? (names.get(id ?? '') ?? null) : (key?.name ?? null),
      actorPerson: key?.person ?? null,
    }
  })
}

/** The names of keys and of their people, by the key's id. */
async function keysByIds(
  db: Kysely<DB>,
  ids: readonly number[],
): Promise<ReadonlyMap<string, { name: string; person: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('api_key')
    .innerJoin('staff', 'staff.id', 'api_key.staff_id')
    .select(['api_key.id', 'api_key.name', 'staff.name as person'])
    .where('api_key.id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name, person }) => [String(id), { name, person }]))
}
