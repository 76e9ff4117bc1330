/** The buyer behind a request as the actor of a use case. */
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../domain/audit/actor.ts'

/** `accountId`: the account of the request's session; null for a guest. */
export function buyerActor(request: Pick<FastifyRequest, 'id'>, accountId: number | null): Actor {
  return {
    kind: 'buyer',
    id: accountId === null ? null : String(accountId),
    onBehalfOf: null,
    requestId: request.id,
  }
}
