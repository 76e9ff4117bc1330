/** The confirmation of what an address asks for, and its end by the link of a mail (ROUTE-18, CARD-11). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../contract/error.ts'
import { confirmationAnswer, confirmationRequest, unsubscribeRequest } from '../contract/subscribers.ts'
import { confirmSubscription } from '../domain/notifications/confirm-subscription.server.ts'
import type { ConfirmationServices } from '../domain/notifications/request-confirmation.server.ts'
import { isUnsubscribeToken } from '../domain/notifications/recipient-token.server.ts'
import { optInsOfModules } from '../modules/opt-ins.server.ts'
import { emailField as email } from './email-field.ts'
import { Fault } from './errors.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

/** Rate limit per address, requests per minute; these forms are for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

const noAnswer = z.null()

export const confirmationRoutes: FastifyPluginAsyncZod<ConfirmationServices> = async (app, options) => {
  checkStoreQuery(app)
  await app.register(unsubscribeRoutes, options)
  await app.register(confirmingRoutes, options)
}

const unsubscribeRoutes: FastifyPluginAsyncZod<ConfirmationServices> = async (app, options) => {
  const { db, keys, clock } = options
  app.post(
    '/api/unsubscribe',
    {
      config,
      schema: {
        summary: 'Ends newsletters for an address, given the token of a link sent to it',
        querystring: withStore({}),
        body: unsubscribeRequest.extend({ email }),
        response: { 204: noAnswer, 403: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { email: address, token } = request.body
      if (!isUnsubscribeToken(keys, code, address, token)) throw new Fault('forbidden')
      const recipient = { store: code, email: address }
      for (const optIn of optInsOfModules.values()) await optIn.end(db, recipient, new Date(clock()))
      return reply.code(204).send(null)
    },
  )
}

const confirmingRoutes: FastifyPluginAsyncZod<ConfirmationServices> = async (app, options) => {
  app.post(
    '/api/confirmations',
    {
      config,
      schema: {
        summary: 'Confirms a subscription with the single-use token of a link sent to its address',
        querystring: withStore({}),
        body: confirmationRequest,
        response: {
          200: confirmationAnswer,
          403: errorAnswer,
          422: errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const answer = await confirmSubscription(options, request.body.token)
      if (!answer.ok) throw new Fault('forbidden')
      reply.header('cache-control', 'no-store')
      return { purpose: answer.purpose }
    },
  )
}
