/** Quick order, and carts that a customer saves under a name, for oneself or for the company. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../contract/error.ts'
import {
  newSavedCart,
  quickOrderAnswer,
  quickOrderRequest,
  savedCartAnswer,
  savedCartChange,
  savedCartParams,
  savedCartsAnswer,
} from '../contract/saved-carts.ts'
import { checkQuickOrder } from '../domain/cart/check-quick-order.server.ts'
import { findMember } from '../domain/companies/company-repository.server.ts'
import { toMajor } from '../domain/money/money.ts'
import { toSku } from '../domain/products/sku.ts'
import {
  changeSavedCart,
  deleteSavedCart,
  saveCart,
  savedCartsOf,
} from '../domain/cart/saved-cart-repository.server.ts'
import type { ShopCartServices } from './checkout-services.ts'
import { Fault } from './errors.ts'
import { privateAnswers } from './private-answers.ts'
import { buyerActor } from './request-actor.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface SavedCartRoutesOptions extends ShopCartServices {
  sessions: SessionReader
}

export const savedCartRoutes: FastifyPluginAsyncZod<SavedCartRoutesOptions> = async (app, services) => {
  const { db, catalogue, clock, sessions } = services
  checkStoreQuery(app)
  privateAnswers(app)

  const readerOf = async (request: FastifyRequest) => {
    const { accountId } = await requireAccount(sessions, request)
    const { code: store } = requireStore(request)
    const member = await findMember(db, accountId, store)
    return { store, accountId, companyId: member?.company.id ?? null }
  }

  app.post(
    '/api/quick-order',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Checks rows of article numbers and quantities for the logged-in customer',
        querystring: withStore({}),
        body: quickOrderRequest,
        response: { 200: quickOrderAnswer, 401: errorAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireAccount(sessions, request)
      const rows = request.body.rows.map(({ sku, quantity }) => ({ sku: sku.trim(), quantity }))
      const checked = await checkQuickOrder(services, {
        store: requireStore(request),
        rows,
        accountId,
        now: clock(),
      })
      return checked.map(({ unitMinor, ...row }) => ({
        ...row,
        price: unitMinor === null ? null : toMajor(unitMinor),
      }))
    },
  )

  app.get(
    '/api/saved-carts',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s saved carts and those that the company shares, by name',
        querystring: withStore({}),
        response: { 200: savedCartsAnswer, 401: errorAnswer },
      },
    },
    async (request) =>
      (await savedCartsOf(db, await readerOf(request))).map((cart) => ({
        id: cart.id,
        name: cart.name,
        shared: cart.isShared,
        own: cart.isOwn,
        owner: cart.owner,
        lines: cart.lines,
        updated_at: cart.updatedAt.toISOString(),
      })),
  )

  app.post(
    '/api/saved-carts',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Saves a cart under a name',
        querystring: withStore({}),
        body: newSavedCart,
        response: { 201: savedCartAnswer, 401: errorAnswer, 409: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const reader = await readerOf(request)
      const { name, shared, lines } = request.body
      const products = new Map(
        catalogue
          .cartProductsBySku(
            reader.store,
            lines.map(({ sku }) => toSku(sku)),
          )
          .map((product) => [product.sku as string, product]),
      )
      const kept = lines.flatMap(({ sku, quantity }) => {
        const product = products.get(sku)
        return product === undefined ? [] : [{ sku, name: product.name, quantity }]
      })
      if (kept.length === 0) throw new Fault('invalid_fields')
      const cart = { name: name.trim(), isShared: shared, lines: kept }
      const id = await saveCart(db, buyerActor(request, reader.accountId), reader, cart)
      if (id === null) throw new Fault('conflict')
      return reply.code(201).send({ id })
    },
  )

  app.put(
    '/api/saved-carts/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Renames an own saved cart, or shares it with the company',
        params: savedCartParams,
        querystring: withStore({}),
        body: savedCartChange,
        response: { 204: z.null(), 401: errorAnswer, 404: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const reader = await readerOf(request)
      const { name, shared } = request.body
      const change = { id: request.params.id, name: name.trim(), isShared: shared }
      if (!(await changeSavedCart(db, buyerActor(request, reader.accountId), reader, change)))
        throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/saved-carts/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Deletes an own saved cart',
        params: savedCartParams,
        querystring: withStore({}),
        response: { 204: z.null(), 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const reader = await readerOf(request)
      if (!(await deleteSavedCart(db, buyerActor(request, reader.accountId), reader, request.params.id)))
        throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )
}
