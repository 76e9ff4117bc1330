/** Checkout: from a cart to a placed order (CHECKOUT rows). Parses, calls one use case, words its answer. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CartLineRequest } from '../domain/cart/line-origins.ts'
import {
  findCheckout,
  insertCheckout,
  updateCheckoutDetails,
} from '../domain/checkout/checkout-repository.server.ts'
import { errorAnswer } from './cart-schema.ts'
import { checkoutPaymentRoutes } from './checkout-payment.ts'
import { checkoutAnswer, checkoutId, checkoutPatch, newCheckout } from './checkout-schema.ts'
import { checkoutServices, type CheckoutRoutesOptions, type CheckoutServices } from './checkout-services.ts'
import { detailsOf, viewCheckout } from './checkout-view.ts'
import { refusalWords } from './refusal-words.ts'
import { shippingRoutes } from './shipping.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export type { CheckoutRoutesOptions } from './checkout-services.ts'

export const checkoutRoutes: FastifyPluginAsyncZod<CheckoutRoutesOptions> = async (app, options) => {
  const services = checkoutServices(options)
  checkStoreQuery(app)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  await app.register(checkoutRecordRoutes, services)
  await app.register(checkoutPaymentRoutes, services)
  await app.register(shippingRoutes, services)
}

/** Opening a checkout, looking at it, keeping what was filled in. */
const checkoutRecordRoutes: FastifyPluginAsyncZod<CheckoutServices> = async (app, services) => {
  const { db } = services
  app.post(
    '/api/checkout',
    {
      schema: {
        summary: 'Opens a checkout for a cart',
        querystring: withStore({}),
        body: newCheckout,
        response: { 201: checkoutAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { items, coupons, campaignData } = request.body
      const lines = items.filter((line) => !line.added_by_coupon && !line.fee) as CartLineRequest[]
      const campaign = campaignData && {
        location: campaignData.location ?? null,
        referrer: campaignData.referrer ?? null,
      }
      const id = await insertCheckout(db, {
        store: store.code,
        lines,
        couponCodes: coupons ?? [],
        campaignData: campaign ?? null,
      })
      const { code } = store
      const checkout = { ...emptyCheckout, id, store: code, lines, couponCodes: coupons ?? [] }
      return reply.code(201).send(await viewCheckout(services, store, checkout))
    },
  )

  app.get(
    '/api/checkout/:id',
    {
      schema: {
        summary: 'A checkout at present prices',
        params: checkoutId,
        querystring: withStore({}),
        response: { 200: checkoutAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const checkout = await findCheckout(db, store.code, request.params.id)
      if (!checkout) return reply.code(404).send({ message: refusalWords.checkout_not_found[store.code] })
      return viewCheckout(services, store, checkout)
    },
  )

  app.route({
    method: ['PUT', 'PATCH'],
    url: '/api/checkout/:id',
    schema: {
      summary: 'Keeps what the shopper filled in',
      params: checkoutId,
      querystring: withStore({}),
      body: checkoutPatch,
      response: { 200: checkoutAnswer, 404: errorAnswer },
    },
    handler: async (request, reply) => {
      const store = requireStore(request)
      await updateCheckoutDetails(db, store.code, request.params.id, detailsOf(request.body))
      const checkout = await findCheckout(db, store.code, request.params.id)
      if (!checkout) return reply.code(404).send({ message: refusalWords.checkout_not_found[store.code] })
      return viewCheckout(services, store, checkout)
    },
  })
}

const emptyCheckout = {
  version: 1,
  order: null,
  customerType: null,
  contact: null,
  address: null,
  shippingMethod: null,
  servicePoint: null,
  paymentMethod: null,
}
