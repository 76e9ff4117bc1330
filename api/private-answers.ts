import type { FastifyInstance } from 'fastify'

/** No answer of the plugin's routes is stored, by browsers or by proxies: they are for one person. */
export function privateAnswers(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
}
