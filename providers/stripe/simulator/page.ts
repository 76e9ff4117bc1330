/** The calls of the simulated Stripe.js and its pages. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { SimulatorContext } from '../../simulator/simulated-provider.ts'
import type { PaymentIntents } from './payment-intents.ts'

const isInternal = { config: { isInternal: true } }

const authenticateBody = z.object({ clientSecret: z.string(), isApproved: z.boolean() })

export function addPage(app: FastifyInstance, _context: SimulatorContext, intents: PaymentIntents): void {
  app.post('/page/authenticate', isInternal, ({ body }, reply) => {
    const { clientSecret, isApproved } = authenticateBody.parse(JSON.parse(String(body)))
    const intent = intents.findBySecret(clientSecret)
    if (!intent) return reply.code(404).send({})
    intents.authenticate(intent, isApproved)
    return reply.send({ status: intent.status })
  })
}
