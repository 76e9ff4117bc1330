/**
 * GET /api/orders/confirmation/{token}: the order behind an unguessable token (CHECKOUT-11, CHECKOUT-17). There
 * is no call that reads an order by its id or number alone.
 */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.generated.ts'
import { findReceipt } from '../domain/orders/refund-repository.server.ts'
import { errorAnswer } from './cart-schema.ts'
import { orderView, viewOrder } from './order-view.ts'
import { refusalWords } from './refusal-words.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface OrderRoutesOptions {
  db: Kysely<DB>
}

export const orderRoutes: FastifyPluginAsyncZod<OrderRoutesOptions> = async (app, { db }) => {
  checkStoreQuery(app)
  app.get(
    '/api/orders/confirmation/:token',
    {
      schema: {
        summary: 'The order behind its access token',
        params: z.object({ token: z.string().max(200) }),
        querystring: withStore({}),
        response: { 200: orderView, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { token } = request.params
      const order = await findReceipt(db, token)
      reply.header('cache-control', 'no-store')
      reply.header('referrer-policy', 'no-referrer')
      if (!order || order.snapshot.store !== store.code)
        return reply.code(404).send({ message: refusalWords.order_not_found[store.code] })
      return viewOrder(order)
    },
  )
}
