/** Who wants to hear from the shop: newsletter, its end, and notices of stock (CHROME-14, ROUTE-18, CARD-11). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { DB } from '../db/schema.generated.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import {
  isUnsubscribeToken,
  subscribe,
  unsubscribe,
} from '../domain/newsletter/newsletter-repository.server.ts'
import { wantNotification } from '../domain/stock-notifications/stock-notification-repository.server.ts'
import { errorAnswer, safeText } from './cart-schema.ts'
import { emailField as email } from './email-field.ts'
import { Fault } from './errors.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface SubscriberRoutesOptions {
  db: Kysely<DB>
  catalogue: Catalogue
  /** Signs the links in newsletters. */
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

/** Requests an address may send in a minute: forms for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

const noAnswer = z.null()

export const subscriberRoutes: FastifyPluginAsyncZod<SubscriberRoutesOptions> = async (app, options) => {
  const { db, catalogue, keys, clock } = options
  checkStoreQuery(app)

  app.post(
    '/api/newsletter',
    {
      config,
      schema: {
        summary: 'Signs an address up for the newsletter of the store; once is enough',
        querystring: withStore({}),
        body: z.object({ email }),
        response: { 204: noAnswer, 404: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      if (!store.newsletter) throw new Fault('not_found')
      await subscribe(db, store.code, request.body.email)
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
        body: z.object({ email, token: z.string().max(200) }),
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

  app.post(
    '/api/stock-notifications',
    {
      config,
      schema: {
        summary: 'Asks for a mail when a product can be bought again; once is enough',
        querystring: withStore({}),
        body: z.object({ sku: safeText(200), email }),
        response: { 204: noAnswer, 404: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { sku, email: address } = request.body
      const [product] = catalogue.productsBySku(code, [sku])
      if (product === undefined) throw new Fault('not_found')
      await wantNotification(db, { store: code, productId: product.id, email: address })
      return reply.code(204).send(null)
    },
  )
}
