/**
 * POST /captuerr: reports of faults in shoppers' browsers (API-28). Logged and answered with 204, nothing
 * else.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { clientErrorReport } from '../contract/client-errors.ts'

const reportsPerMinute = 60

export const clientErrorRoutes: FastifyPluginAsyncZod = async (app) => {
  await app.register(rateLimit, { max: reportsPerMinute, timeWindow: '1 minute' })
  app.post(
    '/captuerr',
    {
      schema: { summary: 'Reports an error in the browser', body: clientErrorReport },
      bodyLimit: 32 * 1024,
    },
    async (request, reply) => {
      const { error, level, stack, userAgent, url } = request.body
      const clientError = {
        error: withoutSecrets(error),
        level,
        stack: stack && withoutSecrets(stack),
        userAgent,
        path: withoutSecrets(url),
      }
      request.log.warn({ clientError }, 'browser error')
      return reply.code(204).send()
    },
  )
}

/** Without queries, which carry tokens and codes, and without the path segments that open an order. */
function withoutSecrets(text: string): string {
  return text.replaceAll(/[?#][^\s:)]*/g, '').replaceAll(/\/[0-9a-f]{32}(?![0-9a-z])/g, '/:id')
}
