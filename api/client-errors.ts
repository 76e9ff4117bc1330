/**
 * POST /captuerr: reports of faults in shoppers' browsers (API-28). Logged, counted by group
 * (domain/client-errors) and answered with 204, nothing else.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import { clientErrorReport } from '../contract/client-errors.ts'
import type { ClientErrorCollector } from '../domain/client-errors/client-error-collector.server.ts'
import { readClientError, withoutSecrets } from '../domain/client-errors/client-error.ts'

const reportsPerMinute = 60

export interface ClientErrorRoutesOptions {
  clientErrors: ClientErrorCollector
  /** The build that this process serves. */
  release: () => string
}

export const clientErrorRoutes: FastifyPluginAsyncZod<ClientErrorRoutesOptions> = async (
  app,
  { clientErrors, release },
) => {
  await app.register(rateLimit, { max: reportsPerMinute, timeWindow: '1 minute' })
  app.addHook('onClose', () => clientErrors.flush())
  app.post(
    '/captuerr',
    {
      schema: { summary: 'Reports an error in the browser', body: clientErrorReport },
      bodyLimit: 32 * 1024,
    },
    async (request, reply) => {
      noteClientError(request, request.body, { clientErrors, release })
      return reply.code(204).send()
    },
  )
}

/** Logs and counts a fault in a browser. */
export function noteClientError(
  { log }: Pick<FastifyRequest, 'log'>,
  report: z.output<typeof clientErrorReport>,
  { clientErrors, release }: Pick<ClientErrorRoutesOptions, 'clientErrors' | 'release'>,
): void {
  const { level, userAgent } = report
  const error = readClientError(report)
  clientErrors.note(error, release())
  const { message, frames, path } = error
  log.warn(
    {
      clientError: {
        error: message,
        level,
        stack: frames,
        userAgent: userAgent && withoutSecrets(userAgent),
        path,
      },
    },
    'browser error',
  )
}
