/**
 * Orders for those who may read them: an account's own, the one of an order's login (ROLE-07), the one behind
 * an unguessable token (CHECKOUT-11, CHECKOUT-17). No call reads an order by its id or number alone.
 */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { errorAnswer } from '../contract/error.ts'
import {
  orderParams,
  ordersAnswer,
  orderTokenParams,
  orderView,
  purchaseEventAnswer,
} from '../contract/orders.ts'
import type { DB } from '../db/schema.generated.ts'
import { toMajor } from '../domain/money/money.ts'
import { claimPurchaseEvent } from '../domain/orders/claim-purchase-event.server.ts'
import { ordersOfAccount } from '../domain/orders/order-repository.server.ts'
import { findReceipt, withRefunds } from '../domain/refunds/refund-repository.server.ts'
import { shownStatus } from '../domain/orders/order-states.ts'
import { viewOrder } from './order-view.ts'
import type { PurchaseEventPart } from './purchase-event-part.ts'
import { requireReadableOrder } from './readable-order.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface OrderRoutesOptions {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
  sessions: SessionReader
  /** What modules add to an order's purchase event. */
  purchaseEventParts: readonly PurchaseEventPart[]
}

/** Maximum number of orders in a list; older ones are found by their number. */
const listLength = 200

export const orderRoutes: FastifyPluginAsyncZod<OrderRoutesOptions> = async (
  app,
  { db, sessions, clock, purchaseEventParts },
) => {
  checkStoreQuery(app)
  app.get(
    '/api/orders',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s orders in all stores, newest first',
        querystring: withStore({}),
        response: { 200: ordersAnswer, 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      reply.header('cache-control', 'no-store')
      return (await ordersOfAccount(db, accountId, listLength)).map((order) => ({
        id: order.number,
        store: order.store,
        placed_at: order.placed_at.toISOString(),
        status: shownStatus(order.status),
        total: toMajor(order.total_minor),
        currency: order.currency,
      }))
    },
  )

  app.get(
    '/api/orders/:id',
    {
      config: { session: 'any' },
      schema: {
        summary: 'An order of the calling account or order login',
        params: orderParams,
        querystring: withStore({}),
        response: { 200: orderView, 401: errorAnswer, 403: errorAnswer },
      },
    },
    async (request, reply) => {
      const { order } = await requireReadableOrder({ db, sessions }, request)
      reply.header('cache-control', 'no-store')
      return viewOrder(await withRefunds(db, order))
    },
  )
  await app.register(receiptRoutes, { db, clock, purchaseEventParts })
}

/** Calls with an order's access token, which alone is the authorisation. */
const receiptRoutes: FastifyPluginAsyncZod<Omit<OrderRoutesOptions, 'sessions'>> = async (
  app,
  { db, clock, purchaseEventParts },
) => {
  app.get(
    '/api/orders/confirmation/:token',
    {
      schema: {
        summary: 'The order an access token opens',
        params: orderTokenParams,
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
        return reply.code(404).send({ message: textsOf(store.code).answers.refusal.order_not_found })
      return viewOrder(order)
    },
  )

  const fieldsOfModules = Object.assign(
    {},
    ...purchaseEventParts.map(({ schema }) => schema.shape),
  ) as z.ZodRawShape
  app.post(
    '/api/orders/confirmation/:token/purchase-event',
    {
      schema: {
        summary: 'Whether the caller is the first to push the order’s purchase event; true once per order',
        params: orderTokenParams,
        querystring: withStore({}),
        body: z.object(fieldsOfModules).nullish(),
        response: { 200: purchaseEventAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      reply.header('cache-control', 'no-store')
      const at = { store: code, now: new Date(clock()) }
      const isFirst = await claimPurchaseEvent(db, at, request.params.token, async (trx) => {
        for (const part of purchaseEventParts) await part.record(trx, request.body ?? {}, at)
      })
      return { is_first: isFirst }
    },
  )
}
