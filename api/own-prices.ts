/** The prices that were agreed with the calling customer's company (decision 78). Never part of a cached page. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswer } from '../contract/error.ts'
import { ownPricesAnswer, ownPricesQuery } from '../contract/own-prices.ts'
import { ownPrices, type OwnPriceServices } from '../domain/cart/own-prices.server.ts'
import { toMajor } from '../domain/money/money.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface OwnPriceRoutesOptions extends OwnPriceServices {
  /** Epoch milliseconds. */
  clock: () => number
  sessions: SessionReader
}

export const ownPriceRoutes: FastifyPluginAsyncZod<OwnPriceRoutesOptions> = async (app, options) => {
  const { clock, sessions } = options
  checkStoreQuery(app)
  app.get(
    '/api/own-prices',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s prices for products that an agreement gives another price',
        querystring: withStore(ownPricesQuery),
        response: { 200: ownPricesAnswer, 401: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      reply.header('cache-control', 'no-store')
      const prices = await ownPrices(options, {
        store: requireStore(request),
        accountId,
        productIds: request.query.ids.map(toProductId),
        now: clock(),
      })
      return prices.map(({ productId, tiers }) => ({
        id: productId,
        tiers: tiers.map(({ quantity, unitMinor }) => ({ q: quantity, p: toMajor(unitMinor) })),
      }))
    },
  )
}
