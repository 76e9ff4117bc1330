/** An entry of the audit in the shape of the contract. */
import type { NamedAuditEntry } from '../../domain/back-office/order-page.server.ts'

export function viewAuditEntry({
  id,
  recordedAt,
  actor,
  actorName,
  store,
  action,
  before,
  after,
  reason,
}: NamedAuditEntry) {
  return {
    id,
    at: recordedAt.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: actorName },
    store,
    action,
    before,
    after,
    reason,
  }
}
