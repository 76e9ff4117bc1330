/** The addresses at which carriers report deliveries. What a callback contains is never logged. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../domain/audit/actor.ts'
import { recordReportedDelivery } from '../domain/dispatch/record-deliveries.server.ts'
import type { DeliveryServices } from '../domain/dispatch/record-deliveries.server.ts'
import type { DeliveryEvents } from '../domain/shipping/delivery-event.ts'
import { rateLimitKey } from './rate-limit-key.ts'

export type DeliveryCallbackServices = Omit<DeliveryServices, 'parcels'> & { deliveryEvents: DeliveryEvents }

const bodyLimitBytes = 64 * 1024
const requestsPerMinute = 1200

export async function deliveryCallbackRoutes(
  app: FastifyInstance,
  services: DeliveryCallbackServices,
): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: rateLimitKey,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyLimitBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.post<{ Params: { carrier: string } }>(
    '/callbacks/:carrier/deliveries',
    { schema: { hide: true } },
    async (request, reply) => {
      const { carrier } = request.params
      reply.header('cache-control', 'no-store')
      const read = services.deliveryEvents.get(carrier)?.({
        headers: singleHeaders(request.headers),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      })
      if (!read) return reply.code(404).send({ code: 'unknown_address' })
      if (!read.ok) {
        services.log.warn({ carrier, code: read.code }, 'a callback was refused')
        return reply.code(read.code === 'unauthorized' ? 401 : 400).send({ code: read.code })
      }
      const actor: Actor = { kind: 'provider', id: carrier, onBehalfOf: null, requestId: request.id }
      // A parcel that the shop does not know was booked elsewhere: the answer is the same, so that it is not sent again.
      if (read.delivery) await recordReportedDelivery(services, actor, read.delivery)
      return reply.code(200).send({})
    },
  )
}

/** Headers that were sent once. */
const singleHeaders = (headers: FastifyRequest['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
