/** Checkout: from a cart to a placed order (CHECKOUT rows). Parses, calls one use case, words its answer. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { CartLineRequest } from '../domain/cart/line-origins.ts'
import {
  findCheckout,
  insertCheckout,
  updateCheckoutDetails,
} from '../domain/checkout/checkout-repository.server.ts'
import { completeCheckout } from '../domain/checkout/complete-checkout.server.ts'
import { openPayment } from '../domain/checkout/open-payment.server.ts'
import { shiftDecimal } from '../domain/money/rounding.ts'
import { paymentProviderIds } from '../domain/payments/payment-provider.ts'
import { errorAnswer } from './cart-schema.ts'
import {
  checkoutAnswer,
  checkoutPatch,
  completedAnswer,
  completion,
  newCheckout,
  refusalAnswer,
  shippingMethodAnswer,
} from './checkout-schema.ts'
import { checkoutServices, type CheckoutRoutesOptions } from './checkout-services.ts'
import { detailsOf, viewCheckout, viewShippingMethods } from './checkout-view.ts'
import { answerRefusal } from './checkout-refusals.ts'
import { refusalWords } from './refusal-words.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export type { CheckoutRoutesOptions } from './checkout-services.ts'

const checkoutId = z.object({ id: z.string().max(200) })

export const checkoutRoutes: FastifyPluginAsyncZod<CheckoutRoutesOptions> = async (app, options) => {
  const services = checkoutServices(options)
  const { db } = services
  checkStoreQuery(app)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))

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
      const checkout = {
        ...emptyDetails,
        id,
        store: store.code,
        version: 1,
        lines,
        couponCodes: coupons ?? [],
        order: null,
      }
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

  app.post(
    '/api/checkout/:id/payment',
    {
      schema: {
        summary: 'Opens a payment with a provider, or answers the one that is open',
        params: checkoutId,
        querystring: withStore({}),
        body: z.object({
          provider: z.enum(paymentProviderIds),
          customerType: z.enum(['private', 'business']).optional(),
        }),
        response: {
          200: z.object({
            provider: z.string(),
            order_id: z.string(),
            locale: z.string(),
            embed: z.record(z.string(), z.unknown()),
          }),
          404: errorAnswer,
          409: refusalAnswer,
          422: refusalAnswer,
          503: refusalAnswer,
        },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const answer = await openPayment(services, {
        store,
        checkoutId: request.params.id,
        provider: request.body.provider,
        customerType: request.body.customerType ?? null,
      })
      if (!answer.ok) return answerRefusal(reply, store, answer)
      const { providerOrderId, embed } = answer
      return {
        provider: request.body.provider,
        order_id: providerOrderId,
        locale: store.code,
        embed: { ...embed },
      }
    },
  )

  for (const url of ['/api/checkout/:id/complete', '/api/checkout/:id/order']) {
    app.post(
      url,
      {
        schema: {
          summary: 'Places the order against invoice, once; repeating it answers the same order',
          hide: url.endsWith('order'),
          params: checkoutId,
          querystring: withStore({}),
          body: completion,
          response: {
            200: completedAnswer,
            404: errorAnswer,
            409: refusalAnswer,
            422: refusalAnswer,
            503: refusalAnswer,
          },
        },
      },
      async (request, reply) => {
        const store = requireStore(request)
        const { shippingMethod, servicePoint, total, companyName, identityNumber, ...form } = request.body
        const answer = await completeCheckout(services, {
          store,
          checkoutId: request.params.id,
          form: { ...form, companyName: companyName ?? '', identityNumber: identityNumber ?? '' },
          shippingMethod,
          servicePoint: servicePoint ?? null,
          shownTotalMinor: Math.round(shiftDecimal(total, 2)),
        })
        if (!answer.ok) return answerRefusal(reply, store, answer)
        const status = answer.status === 'pending' || answer.status === 'held' ? 'pending' : 'paid'
        return { status, number: answer.number, confirmation: answer.accessToken } as const
      },
    )
  }

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
      const methods = await viewShippingMethods(services, store, request.query)
      if (methods) return methods
      const message = refusalWords.postal_code[store.code]
      return reply.code(422).send({ message, errors: { postalCode: message } })
    },
  )
}

const emptyDetails = {
  customerType: null,
  contact: null,
  address: null,
  shippingMethod: null,
  servicePoint: null,
  paymentMethod: null,
}
