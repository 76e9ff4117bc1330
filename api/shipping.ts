/** GET /api/shipping-methods: ways of delivery for a postal code (CHECKOUT-05, CHECKOUT-06). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from './cart-schema.ts'
import { shippingMethodAnswer } from './checkout-schema.ts'
import { servicesFor, type CheckoutServices } from './checkout-services.ts'
import { viewShippingMethods } from './checkout-view.ts'
import { refusalWords } from './refusal-words.ts'
import { requireStore, withStore } from './store-query.ts'

export const shippingRoutes: FastifyPluginAsyncZod<CheckoutServices> = async (app, services) => {
  app.get(
    '/api/shipping-methods',
    {
      schema: {
        summary: 'Ways of delivery for a postal code, with the places where parcels are collected',
        querystring: withStore({
          postalCode: z.string().max(20),
          checkout: z
            .string()
            .max(64)
            .optional()
            .meta({ description: 'Prices and choice for this checkout' }),
        }),
        response: { 200: z.array(shippingMethodAnswer), 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const methods = await viewShippingMethods(servicesFor(services, request), store, request.query)
      if (methods) return methods
      const message = refusalWords.postal_code[store.code]
      return reply.code(422).send({ message, errors: { postalCode: message } })
    },
  )
}
