/** Cancellation of a subscription without login (§ 312k BGB). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswer } from '../../contract/error.ts'
import { cancellationAnswer, cancellationRequest } from './contract.ts'
import { looksLikeAddress } from '../../domain/mail/looks-like-address.server.ts'
import { cancelContract } from './cancel-contract.server.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { emailField } from '../../api/email-field.ts'
import { Fault } from '../../api/errors.ts'
import { rateLimitKey } from '../../api/rate-limit-key.ts'
import { buyerActor } from '../../api/request-actor.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

/** The contract's declaration with a normalised e-mail address. */
const declaration = cancellationRequest.extend({ email: emailField })

export const contractCancellationRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  checkStoreQuery(app)
  app.post(
    '/api/contract-cancellations',
    {
      schema: {
        summary:
          'Cancels a subscription without login and mails the receipt; the same answer whether there is such a subscription or not',
        querystring: withStore({}),
        body: declaration,
        response: { 200: cancellationAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code: store } = requireStore(request)
      reply.header('cache-control', 'no-store')
      const { end, ...declared } = request.body
      if (looksLikeAddress(declared.name))
        throw new Fault('invalid_fields', {
          fields: { name: textsOf(store).answers.field.looks_like_address },
        })
      const endsOn = end === 'earliest' ? null : end
      const input = { ...declared, endsOn, store, network: rateLimitKey(request) }
      const answer = await cancelContract(services, buyerActor(request, null), input)
      if (!answer.ok) throw new Fault('too_many_requests')
      return { declared_at: answer.declaredAt.toISOString(), email: declared.email }
    },
  )
}
