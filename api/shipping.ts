/** GET /api/shipping-methods: shipping methods for a postal code (CHECKOUT-05, CHECKOUT-06). */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswer } from '../contract/error.ts'
import {
  shippingMethodsAnswer,
  shippingMethodsQuery,
  type ShippingMethodAnswer,
} from '../contract/shipping.ts'
import { quoteDeliveries } from '../domain/checkout/quote-deliveries.server.ts'
import { toMajor } from '../domain/money/money.ts'
import type { OfferedDelivery } from '../domain/shipping/offered-deliveries.server.ts'
import { needsPostNumber } from '../domain/shipping/post-number.ts'
import { needsServicePoint } from '../domain/shipping/shipping-methods.ts'
import { carrierName } from '../domain/shipping/carrier-name.ts'
import { isCarrierLogo } from '../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../domain/stores/stores.ts'
import { requestedLines } from './cart-view.ts'
import { servicesFor, type CheckoutServices } from './checkout-services.ts'
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
      const { postalCode, checkout: checkoutId, customerType, sku } = request.query
      const lines =
        sku === undefined ? undefined : requestedLines(services.catalogue, store.code, [{ sku, quantity: 1 }])
      const asked = { postalCode, checkoutId, customerType, lines }
      const offered = await quoteDeliveries(servicesFor(services, request), store, asked)
      if (offered) return offered.map((delivery) => viewDelivery(store.code, delivery))
      const message = textsOf(store.code).answers.refusal.postal_code
      return reply.code(422).send({ message, errors: { postalCode: message } })
    },
  )
}

function viewDelivery(
  store: StoreCode,
  { method, priceMinor, days, arrival, split, points }: OfferedDelivery,
): ShippingMethodAnswer {
  return {
    id: method.id,
    carrier: method.carrier,
    carrier_name: method.carrier && carrierName(method.carrier),
    carrier_mark: method.carrier && isCarrierLogo(method.carrier) ? method.carrier : null,
    kind: method.kind,
    name: method.name,
    price: toMajor(priceMinor),
    free_from: method.freeFromMinor === null ? null : toMajor(method.freeFromMinor),
    vat: storePolicies[store].vatRateBasisPoints / 100,
    estimated: { min_days: days.min, max_days: days.max, ...viewArrival(arrival) },
    split: split && { price: toMajor(split.priceMinor), first: viewArrival(split.firstArrival) },
    needs_service_point: needsServicePoint(method),
    needs_post_number: needsPostNumber(method),
    service_points: points.map((point) => ({
      id: point.id,
      type: point.type,
      name: point.name,
      street: point.street,
      postal_code: point.postalCode,
      city: point.city,
      distance_metres: point.distanceMetres,
      opening_hours: point.openingHours,
    })),
  }
}

const viewArrival = (arrival: OfferedDelivery['arrival']) => arrival ?? { from: null, to: null }
