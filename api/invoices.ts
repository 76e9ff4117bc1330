/**
 * Invoices and credit notes as PDF, for those who may read their order: its account, the order's login, and a request
 * with its access token.
 */
import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { errorAnswer } from '../contract/error.ts'
import { invoiceParams, invoiceTokenParams } from '../contract/orders.ts'
import type { DB } from '../db/schema.generated.ts'
import { invoiceFileName, type RenderInvoice } from '../domain/invoices/invoice-document.ts'
import { invoicesOf } from '../domain/invoices/invoice-repository.server.ts'
import { findOrderByToken, type StoredOrder } from '../domain/orders/order-repository.server.ts'
import { isToken } from '../domain/security/access-token.server.ts'
import { Fault } from './errors.ts'
import { requireReadableOrder } from './readable-order.ts'
import type { SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface InvoiceRoutesOptions {
  db: Kysely<DB>
  sessions: SessionReader
  renderInvoice: RenderInvoice
}

const pdf = z.instanceof(Buffer).meta({ type: 'string', format: 'binary', description: 'The PDF' })

export const invoiceRoutes: FastifyPluginAsyncZod<InvoiceRoutesOptions> = async (app, options) => {
  const { db, sessions, renderInvoice } = options
  checkStoreQuery(app)

  const send = async (reply: FastifyReply, order: StoredOrder, number: number): Promise<Buffer> => {
    const invoices = await invoicesOf(db, order.id)
    const document = invoices.find((invoice) => invoice.number === number)?.document
    if (!document) throw new Fault('not_found')
    reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .header('content-disposition', `attachment; filename="${invoiceFileName(document)}"`)
    return renderInvoice(document)
  }

  app.get(
    '/api/orders/:id/invoices/:number',
    {
      config: { session: 'any' },
      schema: {
        summary: 'An invoice or credit note of an order of the calling account or order login, as PDF',
        params: invoiceParams,
        querystring: withStore({}),
        response: { 200: pdf, 401: errorAnswer, 403: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { order } = await requireReadableOrder({ db, sessions }, request)
      return send(reply, order, request.params.number)
    },
  )

  app.get(
    '/api/orders/confirmation/:token/invoices/:number',
    {
      schema: {
        summary: 'An invoice or credit note of the order an access token opens, as PDF',
        params: invoiceTokenParams,
        querystring: withStore({}),
        response: { 200: pdf, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { token, number } = request.params
      const order = isToken(token) ? await findOrderByToken(db, token) : null
      if (order?.snapshot.store !== store.code) throw new Fault('not_found')
      return send(reply, order, number)
    },
  )
}
