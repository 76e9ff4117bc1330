/** Coupons and prices of a cart: POST /api/sync-coupons (API-20) and POST /api/price-cart. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { syncCouponsRequest } from '../contract/coupons.ts'
import { errorAnswer } from '../contract/error.ts'
import { pricedCartAnswer, priceCartRequest } from '../contract/priced-cart.ts'
import { priceShopCart } from '../domain/cart/price-shop-cart.server.ts'
import { requestedLines } from './cart-view.ts'
import { servicesFor, type ShopCartServices } from './checkout-services.ts'
import { Fault } from './errors.ts'
import { couponAnswer, viewCoupon } from './coupon-view.ts'
import { viewPricedCart } from './priced-cart-view.ts'
import { privateAnswers } from './private-answers.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export const couponRoutes: FastifyPluginAsyncZod<ShopCartServices> = async (app, services) => {
  checkStoreQuery(app)
  privateAnswers(app)

  app.post(
    '/api/sync-coupons',
    {
      schema: {
        summary: 'The discount of each coupon for a cart; rejected coupons have the reason',
        querystring: withStore({}),
        body: syncCouponsRequest,
        response: { 200: z.array(couponAnswer), 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request) => {
      const store = requireStore(request)
      const { coupons } = await priceShopCart(servicesFor(services, request), {
        store,
        lines: requestedLines(services.catalogue, store.code, request.body.cart_contents),
        couponCodes: request.body.coupons,
        accountId: await services.accountOf(request),
        now: services.clock(),
      })
      if (coupons.some((code) => !code.applied && code.reason === 'not_judged'))
        throw new Fault('too_many_requests')
      const names = await Promise.all(
        coupons.map(async ({ missing }) =>
          missing?.what === 'goods' && missing.wanted
            ? services.coupons.goodsName(store.code, missing.wanted)
            : null,
        ),
      )
      return coupons.map((code, place) => viewCoupon(code, names[place]))
    },
  )

  app.post(
    '/api/price-cart',
    {
      schema: {
        summary: 'The whole price of a cart with its reasons; amounts in major units, VAT included',
        querystring: withStore({}),
        body: priceCartRequest,
        response: { 200: pricedCartAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const store = requireStore(request)
      const priced = await priceShopCart(servicesFor(services, request), {
        store,
        lines: requestedLines(services.catalogue, store.code, request.body.items),
        couponCodes: request.body.coupons ?? [],
        accountId: await services.accountOf(request),
        now: services.clock(),
      })
      return viewPricedCart(store, priced)
    },
  )
}
