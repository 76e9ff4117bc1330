/**
 * Subscriptions by e-mail: newsletter, unsubscribing, and the confirmation of the newsletter and of notices of modules
 * (CHROME-14, ROUTE-18, CARD-11).
 */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../contract/error.ts'
import {
  confirmationAnswer,
  confirmationRequest,
  newsletterRequest,
  unsubscribeRequest,
} from '../contract/subscribers.ts'
import { confirmSubscription } from '../domain/notifications/confirm-subscription.server.ts'
import type { ConfirmationServices } from '../domain/notifications/request-confirmation.server.ts'
import { isUnsubscribeToken, unsubscribe } from '../domain/notifications/newsletter-repository.server.ts'
import { askConfirmation } from './ask-confirmation.ts'
import { emailField as email } from './email-field.ts'
import { Fault } from './errors.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

/** Rate limit per address, requests per minute; these forms are for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

const noAnswer = z.null()

export const subscriberRoutes: FastifyPluginAsyncZod<ConfirmationServices> = async (app, options) => {
  checkStoreQuery(app)
  await app.register(newsletterRoutes, options)
  await app.register(confirmationRoutes, options)
}

const newsletterRoutes: FastifyPluginAsyncZod<ConfirmationServices> = async (app, options) => {
  const { db, keys, clock } = options
  app.post(
    '/api/newsletter',
    {
      config,
      schema: {
        summary:
          'Mails the address a link that signs it up for the newsletter of the store; the answer is the same for every address',
        querystring: withStore({}),
        body: newsletterRequest.extend({ email }),
        response: { 204: noAnswer, 404: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      if (!store.newsletter) throw new Fault('not_found')
      const { email: address } = request.body
      await askConfirmation(
        options,
        { purpose: 'newsletter', store: store.code, email: address, productId: null, priceMinor: null },
        request,
      )
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/unsubscribe',
    {
      config,
      schema: {
        summary: 'Ends the newsletter for an address, given the token of a link sent to it',
        querystring: withStore({}),
        body: unsubscribeRequest.extend({ email }),
        response: { 204: noAnswer, 403: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { email: address, token } = request.body
      if (!isUnsubscribeToken(keys, code, address, token)) throw new Fault('forbidden')
      await unsubscribe(db, code, address, new Date(clock()))
      return reply.code(204).send(null)
    },
  )
}

const confirmationRoutes: FastifyPluginAsyncZod<ConfirmationServices> = async (app, options) => {
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
