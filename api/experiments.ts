/** The running experiments (EVENT-11), and the count of who saw which variant. For visitors who allow statistics. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { experimentsAnswer, shownVariant } from '../contract/experiments.ts'
import type { DB } from '../db/schema.generated.ts'
import { countVariants, runningExperiments } from '../domain/experiments/experiment-repository.server.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface ExperimentRoutesOptions {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
}

export const experimentRoutes: FastifyPluginAsyncZod<ExperimentRoutesOptions> = async (
  app,
  { db, clock },
) => {
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
