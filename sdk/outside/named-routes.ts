/**
 * Routes of a module from outside below its own address, whose lines of the log name it. A fault of its code is counted
 * under its name.
 */
import type { FastifyPluginOptions } from 'fastify'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

/** `prefix`: the address below which they are called. */
export function namedRoutes<Services extends FastifyPluginOptions & { log: WarningLog }>(
  { module, prefix }: { module: string; prefix: string },
  routes: FastifyPluginAsyncZod<Services>,
): FastifyPluginAsyncZod<Services> {
  return async (app, services) => {
    app.setChildLoggerFactory((logger, bindings, options) => logger.child({ ...bindings, module }, options))
    app.addHook('onError', async ({ routeOptions }, _reply, error) => {
      const { statusCode = 500 } = error
      if (statusCode >= 500)
        services.log.warn({ module, route: routeOptions.url, err: error }, 'a route of a module failed')
    })
    await app.register(routes, { ...services, prefix })
  }
}
