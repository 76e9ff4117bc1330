/** The customer's lists of products, lists shared by link, and the products that a device has saved. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../../contract/error.ts'
import {
  listAnswer,
  listLineParams,
  listLinesAnswer,
  listLinesRequest,
  listParams,
  listProductsAnswer,
  listProductsRequest,
  listRequest,
  listsAnswer,
  namedListParams,
  newListAnswer,
  sharedListAnswer,
  sharedListParams,
  shareAnswer,
} from './contract.ts'
import type { ProductList } from './product-list.ts'
import {
  addListLines,
  createList,
  deleteList,
  listsOf,
  removeListLine,
  renameList,
  restoreList,
  sharedList,
  shareList,
  unshareList,
  type ListId,
  type ListOwner,
} from './product-list-repository.server.ts'
import { viewListLines } from './view-list-lines.ts'
import { toSku } from '../../domain/products/sku.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { Fault } from '../../api/errors.ts'
import { privateAnswers } from '../../api/private-answers.ts'
import { buyerActor } from '../../api/request-actor.ts'
import { requireAccount } from '../../api/sessions.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

const done = z.null()
const querystring = withStore({})

export const listRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, options) => {
  checkStoreQuery(app)
  privateAnswers(app)
  await app.register(ownListRoutes, options)
  await app.register(lineRoutes, options)
  await app.register(sharingRoutes, options)
}

async function requireOwner(options: RouteServices, request: FastifyRequest) {
  const { accountId } = await requireAccount(options.sessions, request)
  const owner: ListOwner = { store: requireStore(request).code, accountId }
  return { owner, actor: buyerActor(request, accountId) }
}

/** Answers 204 if the use case has changed something, 404 if there was nothing to change. */
async function answerChange(reply: FastifyReply, change: Promise<boolean>) {
  if (!(await change)) throw new Fault('not_found')
  return reply.code(204).send(null)
}

const isList = (list: ProductList, id: ListId) => (id === 'saved' ? list.name === null : list.id === id)

const ownListRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, options) => {
  const { db } = options
  app.get(
    '/api/lists',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s lists: the saved products first, then by name',
        querystring,
        response: { 200: listsAnswer, 401: errorAnswer },
      },
    },
    async (request) => {
      const { owner } = await requireOwner(options, request)
      return (await listsOf(db, owner)).map(({ id, name, shareToken, lines }) => ({
        id: name === null ? ('saved' as const) : id,
        name,
        share_token: shareToken,
        skus: lines.map(({ sku }) => sku),
      }))
    },
  )

  app.get(
    '/api/lists/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The products of a list, the newest first',
        params: listParams,
        querystring,
        response: { 200: listAnswer, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request) => {
      const { owner } = await requireOwner(options, request)
      const list = (await listsOf(db, owner)).find((each) => isList(each, request.params.id))
      if (list === undefined) throw new Fault('not_found')
      const { name, shareToken, lines } = list
      return { name, share_token: shareToken, lines: viewListLines(options.catalogue, owner.store, lines) }
    },
  )

  app.post(
    '/api/lists',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Creates a list with a name',
        querystring,
        body: listRequest,
        response: { 201: newListAnswer, 401: errorAnswer, 409: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { owner, actor } = await requireOwner(options, request)
      const id = await createList(options, actor, owner, request.body.name.trim())
      if (id === null) throw new Fault('conflict')
      return reply.code(201).send({ id })
    },
  )

  app.put(
    '/api/lists/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Renames a list; the saved products have no name of their own',
        params: namedListParams,
        querystring,
        body: listRequest,
        response: { 204: done, 401: errorAnswer, 404: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { owner, actor } = await requireOwner(options, request)
      const change = { id: request.params.id, name: request.body.name.trim() }
      return answerChange(reply, renameList(options, actor, owner, change))
    },
  )

  app.delete(
    '/api/lists/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Deletes a list, which can be restored for a day',
        params: namedListParams,
        querystring,
        response: { 204: done, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { owner, actor } = await requireOwner(options, request)
      return answerChange(reply, deleteList(options, actor, owner, request.params.id))
    },
  )

  app.post(
    '/api/lists/:id/restore',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Restores a list that was deleted within the last day',
        params: namedListParams,
        querystring,
        response: { 204: done, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { owner, actor } = await requireOwner(options, request)
      return answerChange(reply, restoreList(options, actor, owner, request.params.id))
    },
  )
}

const lineRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, options) => {
  const { db, catalogue } = options
  app.post(
    '/api/lists/:id/lines',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Adds products to a list; one that is there already keeps the larger quantity',
        params: listParams,
        querystring,
        body: listLinesRequest,
        response: {
          200: listLinesAnswer,
          401: errorAnswer,
          404: errorAnswer,
          409: errorAnswer,
          422: errorAnswer,
        },
      },
    },
    async (request) => {
      const { owner, actor } = await requireOwner(options, request)
      const { id } = request.params
      const quantities = new Map(request.body.lines.map(({ sku, quantity }) => [sku.trim(), quantity]))
      // A product that the store does not sell, as of a device that was in another store, is left out.
      const products = catalogue.cartProductsBySku(owner.store, [...quantities.keys()].map(toSku))
      const lines = products.map((product) => ({
        productId: product.id,
        quantity: quantities.get(product.sku) ?? 1,
      }))
      const changed = await addListLines(options, actor, owner, { id, lines })
      if (!changed.ok) throw new Fault(changed.code === 'full' ? 'conflict' : 'not_found')
      const list = (await listsOf(db, owner)).find((each) => isList(each, id))
      return { skus: (list?.lines ?? []).map(({ sku }) => sku) }
    },
  )

  app.delete(
    '/api/lists/:id/lines/:sku',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Removes a product from a list',
        params: listLineParams,
        querystring,
        response: { 204: done, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { owner, actor } = await requireOwner(options, request)
      return answerChange(reply, removeListLine(options, actor, owner, request.params))
    },
  )

  app.post(
    '/api/list-products',
    {
      schema: {
        summary: 'The products with these article numbers that the store sells, for lists of a device',
        querystring,
        body: listProductsRequest,
        response: { 200: listProductsAnswer, 422: errorAnswer },
      },
    },
    async (request) => catalogue.productsBySku(requireStore(request).code, request.body.skus.map(toSku)),
  )
}

const sharingRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, options) => {
  app.post(
    '/api/lists/:id/share',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Makes a list readable by everybody who has its link',
        params: listParams,
        querystring,
        response: { 200: shareAnswer, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request) => {
      const { owner, actor } = await requireOwner(options, request)
      const token = await shareList(options, actor, owner, request.params.id)
      if (token === null) throw new Fault('not_found')
      return { token }
    },
  )

  app.delete(
    '/api/lists/:id/share',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Ends the sharing of a list; its link works no more',
        params: listParams,
        querystring,
        response: { 204: done, 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { owner, actor } = await requireOwner(options, request)
      return answerChange(reply, unshareList(options, actor, owner, request.params.id))
    },
  )

  app.get(
    '/api/shared-lists/:token',
    {
      schema: {
        summary: 'A list that its owner shares by link; nothing in it says whose it is',
        params: sharedListParams,
        querystring,
        response: { 200: sharedListAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const list = await sharedList(options, { store: code, token: request.params.token })
      if (list === null) throw new Fault('not_found')
      reply.header('x-robots-tag', 'noindex')
      return { name: list.name, lines: viewListLines(options.catalogue, code, list.lines) }
    },
  )
}
