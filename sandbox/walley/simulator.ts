/**
 * The simulated Walley: OAuth token, checkout sessions and order management under their own paths, the checkout
 * that its loader script draws, and its callbacks. It follows payments.md and Walley's developer pages; it
 * shares no code with the adapter.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerOnce, readJson, send, type Answer } from '../simulator/answer.ts'
import { sumsOf } from '../simulator/payment.ts'
import type { SimulatedPayment, SimulatedProvider } from '../simulator/simulated-provider.ts'
import type { SimulatedMerchant } from './merchants.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import { totalOf } from './checkout-document.ts'
import {
  changedParts,
  createCheckoutSessions,
  type CheckoutSession,
  type CheckoutSessions,
} from './checkout-sessions.ts'
import { answered, notFound, unauthorized } from './envelope.ts'
import {
  createManagedOrders,
  orderActions,
  statusOf,
  type ManagedOrder,
  type ManagedOrders,
} from './managed-orders.ts'
import { addPage } from './page.ts'
import { createShopping } from './purchase.ts'

export const simulatedWalley: SimulatedProvider = {
  name: 'walley',
  mount(app, context) {
    const tokens = createAccessTokens(context.clock)
    const sessions = createCheckoutSessions(context)
    const orders = createManagedOrders(context)
    /** First answers by merchant, order and idempotency key. */
    const given = new Map<string, Answer>()
    app.post('/oauth2/v2.0/token', ({ body }, reply) => send(reply, tokens.issue(body)))
    addCheckouts(app, tokens, sessions)
    addOrderManagement(app, tokens, orders, given)
    addPage(app, context, sessions, createShopping(context, orders))
    return {
      payments: () => sessions.list().map((session) => paymentOf(session, orderOf(orders, session))),
      clear() {
        tokens.clear()
        sessions.clear()
        orders.clear()
        given.clear()
      },
    }
  },
}

function orderOf(orders: ManagedOrders, { purchase }: CheckoutSession): ManagedOrder | undefined {
  return purchase ? orders.get(purchase.orderId) : undefined
}

function paymentOf(session: CheckoutSession, order: ManagedOrder | undefined): SimulatedPayment {
  return {
    id: session.privateId,
    status: order ? statusOf(order) : session.status,
    currency: session.merchant.currency,
    amountMinor: order?.payment.amount ?? totalOf(session.cart, session.fees),
    ...sumsOf(order?.payment),
    reference: session.reference,
  }
}

interface IdParams {
  id: string
}

function addCheckouts(app: FastifyInstance, tokens: AccessTokens, sessions: CheckoutSessions): void {
  app.post('/checkouts', (request, reply) =>
    asMerchant(tokens, request, reply, (merchant) => sessions.initialize(merchant, readJson(request.body))),
  )
  app.get<{ Params: IdParams }>('/checkouts/:id', (request, reply) =>
    asMerchant(tokens, request, reply, (merchant) => sessions.read(merchant, request.params.id)),
  )
  for (const part of changedParts)
    app.put<{ Params: IdParams }>(`/checkouts/:id/${part}`, (request, reply) =>
      asMerchant(tokens, request, reply, (merchant) =>
        sessions.change(merchant, request.params.id, part, readJson(request.body)),
      ),
    )
}

function addOrderManagement(
  app: FastifyInstance,
  tokens: AccessTokens,
  orders: ManagedOrders,
  given: Map<string, Answer>,
): void {
  app.get<{ Params: IdParams }>('/manage/orders/:id', (request, reply) =>
    asMerchant(tokens, request, reply, (merchant) => {
      const order = orders.find(merchant, request.params.id)
      return order ? answered(order.shown) : notFound()
    }),
  )
  for (const action of orderActions)
    app.post<{ Params: IdParams }>(`/manage/orders/:id/${action}`, (request, reply) =>
      asMerchant(tokens, request, reply, (merchant) => {
        const { id } = request.params
        const key = request.headers['x-idempotency']
        return answerOnce(given, typeof key === 'string' ? `${merchant.clientId} ${id} ${key}` : null, () => {
          const order = orders.find(merchant, id)
          return order ? orders.act(order, action, readJson(request.body)) : notFound()
        })
      }),
    )
}

function asMerchant(
  tokens: AccessTokens,
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  answer: (merchant: SimulatedMerchant) => Answer,
): FastifyReply {
  const merchant = tokens.merchantOf(headers.authorization)
  return send(reply, merchant ? answer(merchant) : unauthorized())
}
