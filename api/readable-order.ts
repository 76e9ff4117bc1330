import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { StoredOrder } from '../domain/orders/order-repository.server.ts'
import { readOrder } from '../domain/orders/read-order.server.ts'
import { Fault } from './errors.ts'
import { buyerActor } from './request-actor.ts'
import type { SessionReader } from './sessions.ts'

/** A request whose path names an order by its number. */
export type OrderRequest = FastifyRequest & { params: { id: string } }

/**
 * The order that the request names and its session may read (ROLE-07), and its buyer as an actor. Faults: 401 without a
 * session; 403 for another customer's order and for a missing one alike.
 */
export async function requireReadableOrder(
  { db, sessions }: { db: Kysely<DB>; sessions: SessionReader },
  request: OrderRequest,
): Promise<{ order: StoredOrder; actor: Actor }> {
  const { session } = await sessions.open(request)
  if (session === null) throw new Fault('unauthorized')
  const order = await readOrder(db, session, request.params.id)
  if (order === null) throw new Fault('forbidden')
  return { order, actor: buyerActor(request, session.strategy === 'account' ? session.accountId : null) }
}
