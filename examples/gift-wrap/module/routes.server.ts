/** What the cart asks for. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { RouteServices } from 'anode/module'
import { wrappingAnswer } from './contract.ts'
import { offeredWrapping } from './wrapping.server.ts'

export const routes: FastifyPluginAsyncZod<RouteServices> = async (app, { db }) => {
  app.get(
    '/wrapping',
    { schema: { summary: 'Wrapping that can be put into the cart', response: { 200: wrappingAnswer } } },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      return { skus: await offeredWrapping(db) }
    },
  )
}
