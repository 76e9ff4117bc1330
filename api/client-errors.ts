/** POST /captuerr: faults that happened in shoppers' browsers (API-28). Logged, answered with 204, never more. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

const report = z.object({
  error: z.string().max(2000),
  level: z.string().max(20),
  stack: z.string().max(8000).nullish(),
  userAgent: z.string().max(500).nullish(),
  url: z.string().max(2000),
})

export const clientErrorRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/captuerr',
    { schema: { summary: 'Report of an error in the browser', body: report }, bodyLimit: 32 * 1024 },
    async (request, reply) => {
      // The query may carry tokens and codes: only the path is kept.
      const { url, ...rest } = request.body
      request.log.warn({ clientError: { ...rest, path: url.split(/[?#]/, 1)[0] } }, 'an error in a browser')
      return reply.code(204).send()
    },
  )
}
