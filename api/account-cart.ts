/** The cart of an account. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { mergeCartAnswer, mergeCartRequest } from '../contract/account-cart.ts'
import { errorAnswer } from '../contract/error.ts'
import { keepAccountCart, mergeAccountCart } from '../domain/account-cart/account-cart.server.ts'
import { requestOf } from '../domain/cart/cart-line.ts'
import { syncShopCart } from '../domain/cart/price-shop-cart.server.ts'
import { requestedLines, viewCartItem } from './cart-view.ts'
import { servicesFor, type ShopCartServices } from './checkout-services.ts'
import { privateAnswers } from './private-answers.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface AccountCartRoutesOptions extends ShopCartServices {
  sessions: SessionReader
}

export const accountCartRoutes: FastifyPluginAsyncZod<AccountCartRoutesOptions> = async (app, services) => {
  const { catalogue, clock, sessions } = services
  checkStoreQuery(app)
  privateAnswers(app)
  app.post(
    '/api/auth/cart',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Merges the cart of a device that has just logged in with that of its account',
        querystring: withStore({}),
        body: mergeCartRequest,
        response: { 200: mergeCartAnswer, 401: errorAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const store = requireStore(request)
      const { accountId, familyId } = await requireAccount(sessions, request)
      const session = { accountId, familyId, store: store.code }
      const { items, coupons, removed_lines: removedLines, lowered_lines: lowered } = request.body
      const lines = requestedLines(catalogue, store.code, items)
      const loweredLines = new Map(Object.entries(lowered))
      const device = { lines, couponCodes: coupons, removedLines, loweredLines }
      const merged = await mergeAccountCart(services, session, device)
      const synced = await syncShopCart(servicesFor(services, request), {
        store,
        ...merged,
        accountId,
        now: clock(),
      })
      const couponCodes = merged.couponCodes
      await keepAccountCart(services, session, { lines: synced.lines.map(requestOf), couponCodes })
      return { items: synced.lines.map((line) => viewCartItem(store.code, line)), coupons: couponCodes }
    },
  )
  app.delete(
    '/api/auth/cart',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Empties the cart of the account',
        querystring: withStore({}),
        response: { 204: z.null(), 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId, familyId } = await requireAccount(sessions, request)
      const session = { accountId, familyId, store: requireStore(request).code }
      await keepAccountCart(services, session, { lines: [], couponCodes: [] })
      return reply.code(204).send(null)
    },
  )
}
