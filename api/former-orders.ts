/** The orders that a customer placed at a former shop. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { errorAnswer } from '../contract/error.ts'
import { formerOrdersAnswer } from '../contract/former-orders.ts'
import type { DB } from '../db/schema.generated.ts'
import {
  formerOrdersOfAccount,
  type ReadFormerOrder,
} from '../domain/former-orders/former-order-repository.server.ts'
import { formerStatus } from '../domain/former-orders/former-order.ts'
import { toMajor, type Minor } from '../domain/money/money.ts'
import { storeCodes } from '../domain/stores/stores.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, withStore } from './store-query.ts'

/** Longest list. */
const listLength = 200

export const formerOrderRoutes: FastifyPluginAsyncZod<{ db: Kysely<DB>; sessions: SessionReader }> = async (
  app,
  { db, sessions },
) => {
  checkStoreQuery(app)
  app.get(
    '/api/former-orders',
    {
      config: { session: 'account' },
      schema: {
        summary: 'What the customer bought at a former shop, in all stores, newest first',
        querystring: withStore({}),
        response: { 200: formerOrdersAnswer, 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      reply.header('cache-control', 'no-store')
      const orders = await formerOrdersOfAccount(db, { accountId, stores: storeCodes, limit: listLength })
      return orders.map(viewFormerOrder)
    },
  )
}

const major = (amount: Minor | null) => (amount === null ? null : toMajor(amount))

const viewFormerOrder = (order: ReadFormerOrder) => ({
  id: order.number,
  store: order.store,
  placed_at: order.placedAt.toISOString(),
  status: formerStatus(order),
  total: toMajor(order.totalMinor),
  subtotal: major(order.subtotalMinor),
  shipping: major(order.shippingMinor),
  tax: major(order.taxMinor),
  discount: major(order.discountMinor),
  discount_code: order.discountCode,
  refunded: major(order.refundedMinor),
  currency: order.currency,
  lines: order.lines.map(({ name, quantity, unitMinor, discountMinor, product }) => ({
    name,
    quantity,
    unit_price: major(unitMinor),
    discount: major(discountMinor ?? null),
    product,
  })),
})
