/** The cart at the shop's current prices and stock (API-18, API-19), and its related products (API-09). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { crossSellingAnswer, crossSellingRequest, syncCartAnswer, syncCartRequest } from '../contract/cart.ts'
import { errorAnswer } from '../contract/error.ts'
import { crossSellingProducts } from '../domain/cart/cross-selling.server.ts'
import { keepAccountCart } from '../domain/account-cart/account-cart.server.ts'
import { requestOf } from '../domain/cart/cart-line.ts'
import { syncShopCart } from '../domain/cart/price-shop-cart.server.ts'
import { updateCheckoutCart } from '../domain/checkout/checkout-repository.server.ts'
import { requestedLines, viewCartItem } from './cart-view.ts'
import { servicesFor, type ShopCartServices } from './checkout-services.ts'
import type { SessionReader } from './sessions.ts'
import { isStaffRequest } from './staff.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface CartRoutesOptions extends ShopCartServices {
  sessions: SessionReader
}

export const cartRoutes: FastifyPluginAsyncZod<CartRoutesOptions> = async (app, services) => {
  const { db, catalogue, clock, keys, sessions } = services
  checkStoreQuery(app)
  app.post(
    '/api/sync-cart',
    {
      schema: {
        summary: 'The lines of a cart at current prices and stock; lines no longer sold are left out',
        querystring: withStore({}),
        body: syncCartRequest,
        response: { 200: syncCartAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      // The response is typed, not validated: parsing fifty lines again costs more than pricing them.
      reply.serializer(JSON.stringify)
      const store = requireStore(request)
      const { items, coupons, checkout_order_id: checkoutId } = request.body
      const { lines, removed } = await syncShopCart(servicesFor(services, request), {
        store,
        lines: requestedLines(catalogue, store.code, items),
        couponCodes: coupons ?? [],
        accountId: await services.accountOf(request),
        now: clock(),
      })
      if (checkoutId) {
        // The response replaces the browser's lines; the checkout stores the same ones.
        await updateCheckoutCart(db, store.code, checkoutId, {
          lines: lines.map(requestOf),
          couponCodes: coupons ?? null,
        })
      }
      const { session } = await sessions.open(request)
      if (session?.strategy === 'account') {
        const kept = { lines: lines.map(requestOf), couponCodes: coupons ?? [] }
        await keepAccountCart(services, { ...session, store: store.code }, kept)
      }
      reply.header('x-be-internal', isStaffRequest(request, keys, clock()) ? '1' : '0')
      reply.header('x-removed-lines', String(removed))
      reply.header('cache-control', 'no-store')
      return lines.map((line) => viewCartItem(store.code, line))
    },
  )

  app.post(
    '/api/cross-selling-products',
    {
      schema: {
        summary: 'Related products of a cart: not in it yet, orderable now',
        querystring: withStore({}),
        body: crossSellingRequest,
        response: { 200: crossSellingAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.serializer(JSON.stringify)
      const store = requireStore(request)
      const { cart } = request.body
      const lines = requestedLines(catalogue, store.code, Array.isArray(cart) ? cart : cart.items)
      return crossSellingProducts(
        services,
        store.code,
        lines.map((line) => line.productId),
      )
    },
  )
}
