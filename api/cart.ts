/** POST /api/sync-cart: the cart as the shop would sell it now (API-18, API-19). */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.generated.ts'
import { lineRequest } from '../domain/cart/line-origins.ts'
import { syncCart } from '../domain/cart/sync-cart.server.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import { updateCheckoutCart } from '../domain/checkout/checkout-repository.server.ts'
import { requestedLines } from './cart-lines.ts'
import { cartLine, cartLines, couponCodes, errorAnswer } from './cart-schema.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface CartRoutesOptions {
  db: Kysely<DB>
  catalogue: Catalogue
  /** Epoch milliseconds. */
  clock: () => number
  /** Whether the request comes from the shop's own people (CART-13); nobody by default. */
  isInternal?: (request: FastifyRequest) => boolean
}

export const cartRoutes: FastifyPluginAsyncZod<CartRoutesOptions> = async (app, options) => {
  const { db, catalogue, clock, isInternal = () => false } = options
  checkStoreQuery(app)
  app.post(
    '/api/sync-cart',
    {
      schema: {
        summary: 'The lines of a cart at present prices and stock; lines no longer sold are left out',
        querystring: withStore({}),
        body: z.object({
          items: cartLines,
          coupons: couponCodes.nullish(),
          checkout_order_id: z.string().max(64).nullish(),
        }),
        response: { 200: z.array(cartLine), 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { items, coupons, checkout_order_id: checkoutId } = request.body
      const { lines, removed } = await syncCart(
        { db, catalogue },
        { store: store.code, lines: requestedLines(catalogue, store.code, items), now: clock() },
      )
      // The answer replaces the browser's lines; the checkout keeps the same ones.
      const answer = lines.map((line) => line.item)
      if (checkoutId) {
        await updateCheckoutCart(db, store.code, checkoutId, {
          lines: answer.map(lineRequest),
          couponCodes: coupons ?? null,
        })
      }
      reply.header('x-be-internal', isInternal(request) ? '1' : '0')
      reply.header('x-removed-lines', String(removed))
      reply.header('cache-control', 'no-store')
      return answer
    },
  )
}
