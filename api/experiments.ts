/** The running experiments (EVENT-11). Requested by visitors who consented to measurement. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { experimentsAnswer } from '../contract/experiments.ts'
import type { DB } from '../db/schema.generated.ts'
import { runningExperiments } from '../domain/experiments/experiment-repository.server.ts'
import { checkStoreQuery, withStore } from './store-query.ts'

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
}
