/**
 * The simulated Kustom: Checkout v3 and Order Management v1 under their own paths, the checkout that its
 * snippet draws, and its callbacks. Protocol and limits as Kustom publishes them; it shares no code with the
 * adapter.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerOnce, readJson, send, type Answer } from '../simulator/answer.ts'
import { sumsOf } from '../simulator/payment.ts'
import type { SimulatedPayment, SimulatedProvider } from '../simulator/simulated-provider.ts'
import { simulatedMerchants, type SimulatedMerchant } from './merchants.ts'
import {
  amountsOf,
  createCheckoutSessions,
  type CheckoutSession,
  type CheckoutSessions,
} from './checkout-sessions.ts'
import {
  createManagedOrders,
  managementActions,
  managementChanges,
  noSuchOrder,
  statusOf,
  type ManagedOrder,
  type ManagedOrders,
} from './managed-orders.ts'
import { addPage } from './page.ts'
import { createShopper } from './purchase.ts'
import { snippetOf } from './snippet.ts'

export const simulatedKustom: SimulatedProvider = {
  name: 'kustom',
  mount(app, context) {
    const sessions = createCheckoutSessions(context, (session) => snippetOf(session, context.url()))
    const orders = createManagedOrders(context)
    /** First answers by merchant and idempotency key: only the key counts, whatever a repetition sends. */
    const answered = new Map<string, Answer>()
    addCheckout(app, sessions)
    addOrderManagement(app, orders, answered)
    addPage(app, context, sessions, createShopper(context, sessions, orders))
    return {
      payments: () => sessions.list().map((session) => paymentOf(session, orders.get(session.id))),
      clear() {
        sessions.clear()
        orders.clear()
        answered.clear()
      },
    }
  },
}

/** The order in order management, or before the purchase the checkout order. */
function paymentOf(session: CheckoutSession, order: ManagedOrder | undefined): SimulatedPayment {
  return {
    id: session.id,
    status: order ? statusOf(order) : session.status,
    currency: session.document.purchase_currency.toUpperCase(),
    amountMinor: order?.payment.amount ?? amountsOf(session).order_amount,
    ...sumsOf(order?.payment),
    reference: (order ? order.reference1 : session.document.merchant_reference1) ?? null,
  }
}

interface IdParams {
  id: string
  part: string
}

function addCheckout(app: FastifyInstance, sessions: CheckoutSessions): void {
  const path = '/checkout/v3/orders'
  app.post(path, (request, reply) =>
    asMerchant(request, reply, (merchant) => sessions.create(merchant, readJson(request.body))),
  )
  app.get<{ Params: IdParams }>(`${path}/:id`, (request, reply) =>
    asMerchant(request, reply, (merchant) => sessions.read(merchant, request.params.id)),
  )
  app.post<{ Params: IdParams }>(`${path}/:id`, (request, reply) =>
    asMerchant(request, reply, (merchant) =>
      sessions.update(merchant, request.params.id, readJson(request.body)),
    ),
  )
  app.post<{ Params: IdParams }>(`${path}/:id/abort`, (request, reply) =>
    asMerchant(request, reply, (merchant) => sessions.abort(merchant, request.params.id)),
  )
}

function addOrderManagement(
  app: FastifyInstance,
  orders: ManagedOrders,
  answered: Map<string, Answer>,
): void {
  const path = '/ordermanagement/v1/orders/:id'

  const read = (route: string, answer: (order: ManagedOrder, part: string) => Answer): void => {
    app.get<{ Params: IdParams }>(`${path}${route}`, (request, reply) =>
      asMerchant(request, reply, (merchant) => {
        const order = orders.find(merchant, request.params.id)
        return order ? answer(order, request.params.part) : noSuchOrder()
      }),
    )
  }

  const write = (
    method: 'POST' | 'PATCH',
    route: string,
    answer: (order: ManagedOrder, body: unknown, part: string) => Answer,
  ): void => {
    app.route<{ Params: IdParams }>({
      method,
      url: `${path}${route}`,
      handler: ({ params, body, headers }, reply) =>
        asMerchant({ headers }, reply, (merchant) => {
          const key = headers['klarna-idempotency-key']
          return answerOnce(answered, typeof key === 'string' ? `${merchant.username} ${key}` : null, () => {
            const order = orders.find(merchant, params.id)
            return order ? answer(order, readJson(body), params.part) : noSuchOrder()
          })
        }),
    })
  }

  read('', (order) => ({ status: 200, body: orders.describe(order) }))
  for (const action of managementActions)
    write('POST', `/${action}`, (order, body) => orders.act(order, action, body))
  for (const change of managementChanges)
    write('PATCH', `/${change}`, (order, body) => orders.change(order, change, body))
  read('/captures', (order) => orders.captures(order))
  read('/captures/:part', (order, captureId) => orders.capture(order, captureId))
  write('POST', '/captures/:part/shipping-info', (order, body, captureId) =>
    orders.addShippingInfo(order, captureId, body),
  )
  write('POST', '/captures/:part/trigger-send-out', (order, _body, captureId) =>
    orders.sendOut(order, captureId),
  )
  write('PATCH', '/captures/:part/extend-due-date', (order, body, captureId) =>
    orders.extendDueDate(order, captureId, body),
  )
  read('/captures/:part/extend-due-date-options', (order, captureId) =>
    orders.dueDateOptions(order, captureId),
  )
  read('/refunds/:part', (order, refundId) => orders.refund(order, refundId))
}

/** Answers a merchant's request; without valid credentials a page in HTML, as the provider's proxy does. */
function asMerchant(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  answer: (merchant: SimulatedMerchant) => Answer,
): FastifyReply {
  const merchant = merchantOf(headers.authorization)
  if (!merchant)
    return reply
      .code(401)
      .header('www-authenticate', 'Basic realm="Kustom"')
      .type('text/html')
      .send('<html><head><title>401 Authorization Required</title></head></html>')
  return send(reply, answer(merchant))
}

function merchantOf(authorization: string | undefined): SimulatedMerchant | undefined {
  const [, encoded] = /^Basic (\S+)$/.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  return simulatedMerchants.find(({ username, password }) => credentials === `${username}:${password}`)
}
