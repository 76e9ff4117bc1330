/** GET /api/shipping-methods: shipping methods for a postal code (CHECKOUT-05, CHECKOUT-06). */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswer } from '../contract/error.ts'
import { shippingMethodsAnswer, shippingMethodsQuery } from '../contract/shipping.ts'
import { servicesFor, type CheckoutServices } from './checkout-services.ts'
import { viewShippingMethods } from './checkout-view.ts'
import { requireStore, withStore } from './store-query.ts'

export const shippingRoutes: FastifyPluginAsyncZod<CheckoutServices> = async (app, services) => {
  app.get(
    '/api/shipping-methods',
    {
      schema: {
        summary: 'Shipping methods for a postal code: prices, dates, service points',
        querystring: withStore(shippingMethodsQuery.shape),
        response: { 200: shippingMethodsAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const methods = await viewShippingMethods(servicesFor(services, request), store, request.query)
      if (methods) return methods
      const message = textsOf(store.code).answers.refusal.postal_code
      return reply.code(422).send({ message, errors: { postalCode: message } })
    },
  )
}
