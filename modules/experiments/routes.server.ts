/** The running experiments (EVENT-11), and the count of who saw which variant. For visitors who allow statistics. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { experimentsAnswer, shownVariant } from './contract.ts'
import { countVariants, runningExperiments } from './experiment-repository.server.ts'

export const experimentRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, { db, clock }) => {
  checkStoreQuery(app)
  app.get(
    '/api/experiments',
    {
      schema: {
        summary: 'The running experiments of the store',
        querystring: withStore({}),
        response: { 200: experimentsAnswer },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return runningExperiments(db, request.query.locale, new Date(clock()))
    },
  )
  app.post(
    '/api/experiment-views',
    {
      config: { rateLimit: { max: 30, timeWindow: '1 minute' } },
      bodyLimit: 2048,
      schema: {
        summary: 'Counts that a visit saw a variant of a running experiment; only the count is kept',
        querystring: withStore({}),
        body: shownVariant,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      await countVariants(db, code, 'view', [request.body], new Date(clock()))
      return reply.code(204).send(null)
    },
  )
}
