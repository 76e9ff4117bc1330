/** What the cart asks for. */
import { storeOf, storeQuery, type RouteServices } from 'anode/module'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { wrappingAnswer } from './contract.ts'
import { settings } from './settings.server.ts'
import { offeredWrapping } from './wrapping.server.ts'

export const routes: FastifyPluginAsyncZod<RouteServices> = async (app, { db }) => {
  app.get(
    '/wrapping',
    {
      schema: {
        summary: 'Wrapping that can be put into the cart of a store',
        querystring: storeQuery({}),
        response: { 200: wrappingAnswer },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'public, max-age=60')
      const { isOffered, lead } = await settings.read(db, storeOf(request))
      return { skus: isOffered ? await offeredWrapping(db) : [], lead }
    },
  )
}
