/** The customer's personal offers (API-29, ACCOUNT-03). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { requireAccount } from '../../api/sessions.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'
import { errorAnswer } from '../../contract/error.ts'
import { personalOffers } from '../../domain/cart/agreed-terms.server.ts'
import { toMajor } from '../../domain/money/money.ts'
import { readPrices } from '../../domain/pricing/decimal-prices.ts'
import { linePrice } from '../../domain/pricing/tiers.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { offersAnswer } from './contract.ts'

export const offerRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, options) => {
  const { db, catalogue, clock, sessions } = options
  checkStoreQuery(app)
  app.get(
    '/api/offers',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s personal offers in the store, the first to expire first',
        querystring: withStore({}),
        response: { 200: offersAnswer, 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      const { code: store } = requireStore(request)
      reply.header('cache-control', 'no-store')
      const offers = [...(await personalOffers(db, { accountId, store, now: clock() })).values()]
      const products = catalogue.productsById(store, [...new Set(offers.map(({ productId }) => productId))])
      return offers.flatMap(({ id, productId, priceMinor, quantity, expiresAt }) => {
        const product = products.find((card) => card.id === productId)
        if (product === undefined) return []
        const prices = readPrices(product.prices)
        if (prices.normal.length + prices.campaign.length === 0) return []
        const ordinaryMinor = linePrice(prices, quantity, null).priceMinor
        return {
          id,
          product,
          price: toMajor(priceMinor < ordinaryMinor ? priceMinor : ordinaryMinor),
          ordinary_price: toMajor(ordinaryMinor),
          quantity,
          expires_at: expiresAt?.toISOString() ?? null,
        }
      })
    },
  )
}
