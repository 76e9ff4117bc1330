/** Signing up for the newsletter of a store (CHROME-14). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { askConfirmation } from '../../api/ask-confirmation.ts'
import { emailField as email } from '../../api/email-field.ts'
import { Fault } from '../../api/errors.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'
import { errorAnswer } from '../../contract/error.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { newsletterRequest } from './contract.ts'

/** Rate limit per address, requests per minute; the form is for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

export const newsletterRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  checkStoreQuery(app)
  app.post(
    '/api/newsletter',
    {
      config,
      schema: {
        summary:
          'Mails the address a link that signs it up for the newsletter of the store; the answer is the same for every address',
        querystring: withStore({}),
        body: newsletterRequest.extend({ email }),
        response: { 204: z.null(), 404: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      if (!store.newsletter) throw new Fault('not_found')
      const { email: address } = request.body
      await askConfirmation(
        services,
        { purpose: 'newsletter', store: store.code, email: address, productId: null, priceMinor: null },
        request,
      )
      return reply.code(204).send(null)
    },
  )
}
