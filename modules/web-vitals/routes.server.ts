/** POST /api/vitals: browsers whose visitor allows statistics send how fast a page was. Only counts are kept. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { visitVitals } from './contract.ts'
import { createVitalsCollector } from './vitals-collector.server.ts'

/** Rate limit per address, requests per minute; a page sends one or two. */
const config = { rateLimit: { max: 60, timeWindow: '1 minute' }, whileClosed: true }

export const vitalsRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, { db, clock }) => {
  const vitals = createVitalsCollector({ db, log: app.log, clock })
  checkStoreQuery(app)
  app.addHook('onClose', () => vitals.flush())
  app.post(
    '/api/vitals',
    {
      config,
      bodyLimit: 2048,
      schema: {
        summary: 'Counts how fast a page was: LCP, INP, CLS, TTFB; sent with consent to statistics',
        querystring: withStore({}),
        body: visitVitals,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { code: store } = requireStore(request)
      vitals.note({ store, ...request.body })
      return reply.code(204).send(null)
    },
  )
}
