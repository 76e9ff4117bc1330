/** A return as staff handle it: what may be done next, and what has happened to it. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { listAudit } from '../../domain/audit/audit-repository.server.ts'
import { returnTransitions, type ReturnStatus } from './return.ts'
import type { StoredReturn } from './return-repository.server.ts'
import { withActorNames, type NamedAuditEntry } from '../../domain/audit/actor-names.server.ts'

export const returnActions = ['sent', 'receive', 'inspect', 'refund', 'exchange', 'reject'] as const
export type ReturnAction = (typeof returnActions)[number]

const leadsTo: Record<ReturnAction, ReturnStatus> = {
  sent: 'sent',
  receive: 'received',
  inspect: 'inspected',
  refund: 'refunded',
  exchange: 'exchanged',
  reject: 'rejected',
}

/** What may be done with a return in its status; an exchange only where the buyer wants one. */
export function allowedReturnActions({
  status,
  items,
}: Pick<StoredReturn, 'status' | 'items'>): ReturnAction[] {
  const wantsExchange = items.some(({ exchange }) => exchange !== null)
  return returnActions.filter(
    (action) =>
      returnTransitions[status].includes(leadsTo[action]) && (action !== 'exchange' || wantsExchange),
  )
}

/** The entries of its order that are about the return and its refund, newest first. */
export async function returnTimeline(
  db: Kysely<DB>,
  { id, orderNumber, refundNumber }: Pick<StoredReturn, 'id' | 'orderNumber' | 'refundNumber'>,
): Promise<NamedAuditEntry[]> {
  const entries = await listAudit(db, { objectKind: 'order', objectId: orderNumber, limit: 500 })
  return withActorNames(
    db,
    entries.filter(
      ({ action, after }) =>
        after?.['return'] === id ||
        (action === 'order.refund' && refundNumber !== null && after?.['refund'] === refundNumber),
    ),
  )
}
