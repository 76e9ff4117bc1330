/** Returns, for those who may read the order: its account, or the order's own login (RETURN-02, 05, 06). */
import { textsOf } from '../../locales/texts.server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../../contract/error.ts'
import { orderParams } from '../../contract/orders.ts'
import {
  exchangesAnswer,
  newReturn,
  newReturnAnswer,
  newReturnHeaders,
  returnLabelAnswer,
  returnParams,
  returnPreview,
  returnPreviewAnswer,
  returnRefusal,
  returnSentAnswer,
  returnsAnswer,
  returnTokenParams,
} from './contract.ts'
import { subtractMinor, sumMinor, toMajor } from '../../domain/money/money.ts'
import { findOrderByToken, type StoredOrder } from '../../domain/orders/order-repository.server.ts'
import { labelOf, type ParcelServices } from '../../domain/parcels/book-parcel.server.ts'
import { parcelsOf, returnParcelsOf } from '../../domain/parcels/parcel-repository.server.ts'
import type { RefundServices } from '../../domain/refunds/refund-locked.server.ts'
import { bookLabelOfReturn } from './book-label-of-return.server.ts'
import { exchangeChoices, type ExchangeServices } from './exchange-choices.server.ts'
import { noteReturnSent } from './handle-return.server.ts'
import { previewReturn, registerReturn, shownReturnStatus } from './register-return.server.ts'
import { returnLabelPath } from './return-paths.ts'
import { returnsOfAccount } from './return-repository.server.ts'
import type { ReturnItem, ReturnRefusal } from './return.ts'
import { isToken } from '../../domain/security/access-token.server.ts'
import { toSku, type Sku } from '../../domain/products/sku.ts'
import { Fault } from '../../api/errors.ts'
import { privateAnswers } from '../../api/private-answers.ts'
import { requireReadableOrder, type OrderRequest } from '../../api/readable-order.ts'
import { requireAccount, type SessionReader } from '../../api/sessions.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

export interface ReturnRoutesOptions extends ParcelServices, RefundServices, ExchangeServices {
  sessions: SessionReader
}

/** Maximum number of returns in a list. */
const listLength = 200

const pdf = z.instanceof(Buffer).meta({ type: 'string', format: 'binary', description: 'The PDF' })

const refusals = { 409: returnRefusal, 422: z.union([returnRefusal, errorAnswer]) }
const noAccess = { 401: errorAnswer, 403: errorAnswer }

export const returnRoutes: FastifyPluginAsyncZod<ReturnRoutesOptions> = async (app, services) => {
  const { db, sessions } = services
  checkStoreQuery(app)
  privateAnswers(app)

  const open = (request: OrderRequest) => requireReadableOrder(services, request)

  const refuse = (request: FastifyRequest, { code, sku }: { code: ReturnRefusal; sku: Sku | null }) => ({
    status: code === 'no_items' || code === 'unknown_line' ? (422 as const) : (409 as const),
    answer: { message: textsOf(requireStore(request).code).strings[`return_refusal.${code}`], code, sku },
  })

  app.post(
    '/api/orders/:id/returns',
    {
      config: { session: 'any' },
      schema: {
        summary: 'Registers a return of lines of a delivered order',
        params: orderParams,
        querystring: withStore({}),
        headers: newReturnHeaders,
        body: newReturn,
        response: { 200: newReturnAnswer, ...noAccess, ...refusals },
      },
    },
    async (request, reply) => {
      const { order, actor } = await open(request)
      const answer = await registerReturn(services, actor, order.number, {
        items: itemsOf(request.body),
        comment: request.body.comment.trim(),
        key: request.headers['idempotency-key'],
      })
      if (!answer.ok) {
        const refused = refuse(request, answer)
        return reply.code(refused.status).send(refused.answer)
      }
      const { id, store: placedIn, labelToken, items } = answer.registered
      return {
        id,
        label_url: returnLabelPath(placedIn, labelToken),
        transports: [...new Set(items.map(({ transport }) => transport))],
      }
    },
  )

  app.post(
    '/api/orders/:id/returns/preview',
    {
      config: { session: 'any' },
      schema: {
        summary: 'What a return of these lines would refund; registers nothing',
        params: orderParams,
        querystring: withStore({}),
        body: returnPreview,
        response: { 200: returnPreviewAnswer, ...noAccess, ...refusals },
      },
    },
    async (request, reply) => {
      const { order } = await open(request)
      const answer = await previewReturn(services, order, itemsOf(request.body))
      if (!answer.ok) {
        const refused = refuse(request, answer)
        return reply.code(refused.status).send(refused.answer)
      }
      const { refund, exchange } = answer
      const newLines = request.body.items.flatMap(({ sku, quantity }) => {
        const terms = exchange.get(toSku(sku))
        return terms ? [{ quantity, terms }] : []
      })
      const newMinor = sumMinor(newLines.map(({ terms }) => terms.totalMinor))
      const names = new Map(order.snapshot.lines.map(({ uuid, name }) => [uuid, name]))
      return {
        lines: refund.lines.map(({ uuid, sku, quantity, amountMinor }) => ({
          sku,
          name: names.get(uuid) ?? '',
          quantity,
          amount: toMajor(amountMinor),
        })),
        shipping: toMajor(refund.shippingMinor),
        total: toMajor(refund.amountMinor),
        to_gift_cards: toMajor(refund.toGiftCardsMinor),
        exchange:
          newLines.length === 0
            ? null
            : {
                lines: newLines.map(({ quantity, terms }) => ({
                  sku: terms.sku,
                  name: terms.name,
                  quantity,
                  amount: toMajor(terms.totalMinor),
                })),
                total: toMajor(newMinor),
                difference: toMajor(subtractMinor(refund.amountMinor, newMinor)),
                is_invoiced: order.snapshot.payment === 'invoice',
              },
      }
    },
  )

  app.get(
    '/api/orders/:id/returns/exchanges',
    {
      config: { session: 'any' },
      schema: {
        summary: 'The variants that the products of an order can be exchanged for, at the customer’s price',
        params: orderParams,
        querystring: withStore({}),
        response: { 200: exchangesAnswer, ...noAccess },
      },
    },
    async (request) => {
      const { order } = await open(request)
      const choices = await exchangeChoices(services, order)
      return [...choices].flatMap(([sku, variants]) =>
        variants.length === 0
          ? []
          : [
              {
                sku,
                variants: variants.map(({ unitMinor, ...variant }) => ({
                  ...variant,
                  price: toMajor(unitMinor),
                })),
              },
            ],
      )
    },
  )

  app.post(
    '/api/orders/:id/returns/:number/label',
    {
      config: { session: 'any' },
      schema: {
        summary: 'Books the label of a return with the carrier, or asks again for one without an answer',
        params: returnParams,
        querystring: withStore({}),
        response: { 200: returnLabelAnswer, ...noAccess, 404: errorAnswer, 409: errorAnswer },
      },
    },
    async (request) => {
      const { order, actor } = await open(request)
      const answer = await bookLabelOfReturn(services, actor, order, request.params.number)
      if (!answer.ok) throw new Fault(answer.code === 'unknown_return' ? 'not_found' : 'conflict')
      return { state: answer.state, tracking_url: answer.trackingUrl }
    },
  )

  app.post(
    '/api/orders/:id/returns/:number/sent',
    {
      config: { session: 'any' },
      schema: {
        summary: 'Notes that the buyer has handed the goods of a return in',
        params: returnParams,
        querystring: withStore({}),
        response: {
          200: returnSentAnswer,
          ...noAccess,
          404: errorAnswer,
          409: errorAnswer,
        },
      },
    },
    async (request) => {
      const { order, actor } = await open(request)
      const answer = await noteReturnSent(services, actor, `${order.number}-R${request.params.number}`)
      if (!answer.ok) throw new Fault(answer.code === 'unknown_return' ? 'not_found' : 'conflict')
      return { status: 'sent' as const }
    },
  )

  const sendLabel = async (reply: FastifyReply, order: StoredOrder, number: number): Promise<Buffer> => {
    const id = `${order.number}-R${number}`
    const parcel = (await parcelsOf(db, order.id)).findLast(
      ({ returnId, status }) => returnId === id && status === 'booked',
    )
    const label = parcel && (await labelOf(services, parcel))
    if (!label) throw new Fault('not_found')
    reply
      .type('application/pdf')
      .header('referrer-policy', 'no-referrer')
      .header('content-disposition', `attachment; filename="return-${id}.pdf"`)
    return Buffer.from(label)
  }

  app.get(
    '/api/orders/:id/returns/:number/label',
    {
      config: { session: 'any' },
      schema: {
        summary: 'The carrier’s label of a return of the calling account or order login, as PDF',
        params: returnParams,
        querystring: withStore({}),
        response: { 200: pdf, ...noAccess, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { order } = await open(request)
      return sendLabel(reply, order, request.params.number)
    },
  )

  app.get(
    '/api/orders/confirmation/:token/returns/:number/label',
    {
      schema: {
        summary: 'The carrier’s label of a return of the order an access token opens, as PDF',
        params: returnTokenParams,
        querystring: withStore({}),
        response: { 200: pdf, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { token, number } = request.params
      const order = isToken(token) ? await findOrderByToken(db, token) : null
      if (order?.snapshot.store !== requireStore(request).code) throw new Fault('not_found')
      return sendLabel(reply, order, number)
    },
  )

  app.get(
    '/api/returns',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s returns in all stores, newest first',
        querystring: withStore({}),
        response: { 200: returnsAnswer, 401: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireAccount(sessions, request)
      const returns = await returnsOfAccount(db, accountId, listLength)
      const parcels = await returnParcelsOf(
        db,
        returns.map(({ id }) => id),
      )
      return returns.map((entry) => ({
        id: entry.id,
        order_id: entry.orderNumber,
        store: entry.store,
        status: shownReturnStatus(
          entry.status,
          parcels.find(({ returnId }) => returnId === entry.id) ?? null,
        ),
        rejection: entry.rejection,
        exchange_order: entry.exchangeOrder,
        registered_at: entry.registeredAt.toISOString(),
        label_url: returnLabelPath(entry.store, entry.labelToken),
        items: entry.items.map(({ exchange, ...item }) => ({
          ...item,
          exchange: exchange && { sku: exchange.sku, name: exchange.name },
        })),
      }))
    },
  )
}

function itemsOf({ items }: z.infer<typeof returnPreview>): ReturnItem[] {
  return items.map(({ sku, is_damaged: isDamaged, exchange_for: wanted, ...item }) => ({
    ...item,
    sku: toSku(sku),
    isDamaged,
    ...(wanted !== undefined && { exchangeFor: toSku(wanted) }),
  }))
}
