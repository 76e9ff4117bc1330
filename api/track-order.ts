/** Order tracking by order number and e-mail (TRACK-01, TRACK-02). */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswer } from '../contract/error.ts'
import { wrongCredentials } from '../contract/accounts.ts'
import { orderParams, trackOrderAnswer, trackOrderQuery } from '../contract/orders.ts'
import { hasMoved } from '../domain/accounts/has-moved.server.ts'
import type { LogInServices } from '../domain/accounts/log-in.server.ts'
import { changedDatesOf } from '../domain/dispatch/line-dates.server.ts'
import { namedUnits, stillToCome } from '../domain/dispatch/still-to-come.ts'
import { proveOrder } from '../domain/orders/prove-order.server.ts'
import { orderEvents } from '../domain/orders/order-repository.server.ts'
import { trackOrder } from '../domain/orders/order-tracking.ts'
import { refundsOf } from '../domain/refunds/refund-repository.server.ts'
import { shipmentsOf } from '../domain/shipments/shipment-repository.server.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { Fault } from './errors.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export const trackOrderRoutes: FastifyPluginAsyncZod<LogInServices> = async (app, services) => {
  checkStoreQuery(app)
  app.get(
    '/api/track-order/:id',
    {
      schema: {
        summary: 'The status of an order; a wrong pair of number and e-mail is answered as an unknown order',
        params: orderParams,
        querystring: withStore(trackOrderQuery.shape),
        response: {
          200: trackOrderAnswer,
          404: wrongCredentials,
          429: errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      reply.header('cache-control', 'no-store')
      const { email } = request.query
      const proven = await proveOrder(services, {
        orderNumber: request.params.id,
        email,
        network: rateLimitKey(request),
      })
      if (!proven.ok && proven.code === 'too_many_attempts') throw new Fault('too_many_requests')
      if (!proven.ok)
        return reply.code(404).send({
          message: textsOf(store.code).answers.refusal.order_not_found,
          has_moved: await hasMoved(services.db, store.code, 'order'),
        })
      const { order } = proven
      const tracking = trackOrder(order, await orderEvents(services.db, order.id))
      const shipments = await shipmentsOf(services.db, order.id)
      const refunds = await refundsOf(services.db, order.id)
      const changedDates = await changedDatesOf(services.db, order.id)
      return {
        id: order.number,
        status: tracking.status,
        carrier: tracking.carrier,
        tracking_url: tracking.trackingUrl,
        events: tracking.events.map((event) => ({ status: event.status, at: event.at.toISOString() })),
        parcels: shipments.map((shipment) => ({
          number: shipment.number,
          sent_at: shipment.shippedAt.toISOString(),
          carrier: shipment.carrier,
          tracking_url: shipment.trackingUrl,
          lines: namedUnits(order.snapshot, shipment.units),
        })),
        coming: stillToCome(order, { shipments, refunds }, changedDates, services.clock()),
      }
    },
  )
}
