/** The listener for operators: metrics and details of readiness, separate from the shoppers' listener. */
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { healthRoutes, metricsRoute, type Metrics, type ReadinessChecks } from './metrics.ts'

/** For METRICS_PORT, and for the PORT of a node that runs jobs only. */
export function buildOperationsApp(
  metrics: Metrics,
  checks: ReadinessChecks,
  log: FastifyBaseLogger,
): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  healthRoutes(app, checks, { details: true })
  metricsRoute(app, metrics)
  return app
}
