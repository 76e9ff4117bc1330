import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** Structured logs; personal data and secrets are never written. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    redact: {
      // PostgreSQL quotes whole rows in the detail of an error.
      paths: ['req.headers', 'email', 'phone', 'address', 'secret', 'token', 'err.detail', 'err.where'],
      remove: true,
    },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  })
}
