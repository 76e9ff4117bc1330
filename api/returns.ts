/** Returns, for those who may read the order: its account, or the order's own login (RETURN-02, 05, 06). */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../contract/error.ts'
import { orderParams } from '../contract/orders.ts'
import {
  newReturn,
  newReturnAnswer,
  newReturnHeaders,
  returnRefusal,
  returnsAnswer,
} from '../contract/returns.ts'
import { readOrder } from '../domain/orders/read-order.server.ts'
import { registerReturn, type ReturnServices } from '../domain/returns/register-return.server.ts'
import { returnLabelPath } from '../domain/returns/return-label-path.ts'
import { returnsOfAccount } from '../domain/returns/return-repository.server.ts'
import { Fault } from './errors.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { buyerActor } from './request-actor.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'
import { toSku } from '../domain/products/sku.ts'

export interface ReturnRoutesOptions extends ReturnServices {
  sessions: SessionReader
}

/** Maximum number of returns in a list. */
const listLength = 200

export const returnRoutes: FastifyPluginAsyncZod<ReturnRoutesOptions> = async (app, services) => {
  const { db, sessions } = services
  checkStoreQuery(app)
  app.post(
    '/api/orders/:id/returns',
    {
      schema: {
        summary: 'Registers a return of lines of a delivered order',
        params: orderParams,
        querystring: withStore({}),
        headers: newReturnHeaders,
        body: newReturn,
        response: {
          200: newReturnAnswer,
          401: errorAnswer,
          403: errorAnswer,
          409: returnRefusal,
          422: z.union([returnRefusal, errorAnswer]),
        },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { session } = await sessions.open(request)
      if (session === null) throw new Fault('unauthorized')
      // Another customer's order and a missing one get the same response.
      const order = await readOrder(db, session, request.params.id)
      if (order === null) throw new Fault('forbidden')
      reply.header('cache-control', 'no-store')
      const actor = buyerActor(request, session.strategy === 'account' ? session.accountId : null)
      const answer = await registerReturn(services, actor, order.number, {
        items: request.body.items.map(({ sku, ...item }) => ({ ...item, sku: toSku(sku) })),
        comment: request.body.comment.trim(),
        key: request.headers['idempotency-key'],
      })
      if (!answer.ok) {
        const { code, sku } = answer
        const status = code === 'no_items' || code === 'unknown_line' ? 422 : 409
        return reply.code(status).send({ message: textsOf(store.code).answers.return[code], code, sku })
      }
      const { id, store: placedIn, labelToken } = answer.registered
      return { id, label_url: returnLabelPath(placedIn, labelToken) }
    },
  )

  app.get(
    '/api/returns',
    {
      schema: {
        summary: 'The customer’s returns in all stores, newest first',
        querystring: withStore({}),
        response: { 200: returnsAnswer, 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      reply.header('cache-control', 'no-store')
      return (await returnsOfAccount(db, accountId, listLength)).map((entry) => ({
        id: entry.id,
        order_id: entry.orderNumber,
        store: entry.store,
        status: entry.status,
        registered_at: entry.registeredAt.toISOString(),
        label_url: returnLabelPath(entry.store, entry.labelToken),
        items: entry.items,
      }))
    },
  )
}
