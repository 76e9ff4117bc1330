/** An entry of the audit in the shape of the contract. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { withNames } from '../../domain/audit-list/named-fields.ts'
import type { NamedAuditEntry } from '../../domain/audit/actor-names.server.ts'

export function viewAuditEntry({
  id,
  recordedAt,
  actor,
  actorName,
  actorPerson,
  store,
  action,
  before,
  after,
  reason,
}: NamedAuditEntry) {
  return {
    id,
    at: recordedAt.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: actorName, person: actorPerson },
    store,
    action,
    before: withNames(before),
    after: withNames(after),
    reason,
  }
}

/**
 * The entries of an object that a reader of these stores may open: what is common to all stores is on its page, and so
 * are the changes of it; those of other stores are not.
 */
export function timelineIn<Entry extends { store: StoreCode | null }>(
  entries: readonly Entry[],
  permitted: readonly StoreCode[],
): Entry[] {
  return entries.filter(({ store }) => store === null || permitted.includes(store))
}
