/** Withdrawal from a contract without login (CRD Art. 11a). */
import { textsOf } from '../../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswer } from '../../contract/error.ts'
import { withdrawableAnswer, withdrawableRequest, withdrawalAnswer, withdrawalRequest } from './contract.ts'
import type { LogInServices } from '../../domain/accounts/log-in.server.ts'
import { toSku } from '../../domain/products/sku.ts'
import { findWithdrawable, withdraw, type WithdrawServices } from './withdraw.server.ts'
import { looksLikeAddress } from '../../domain/mail/looks-like-address.server.ts'
import { buyerActor } from '../../api/request-actor.ts'
import { rateLimitKey } from '../../api/rate-limit-key.ts'
import { emailField } from '../../api/email-field.ts'
import { Fault } from '../../api/errors.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'

/** The contract's declaration with a normalised e-mail address. */
const declaration = withdrawalRequest.extend({ email: emailField })

export const withdrawalRoutes: FastifyPluginAsyncZod<WithdrawServices & LogInServices> = async (
  app,
  services,
) => {
  checkStoreQuery(app)
  app.post(
    '/api/withdrawals',
    {
      schema: {
        summary:
          'Takes a buyer’s withdrawal from a contract and mails its receipt; the same answer whether there is such an order or not',
        querystring: withStore({}),
        body: declaration,
        response: {
          200: withdrawalAnswer,
          422: errorAnswer,
          429: errorAnswer,
        },
      },
    },
    async (request, reply) => {
      const { code: store } = requireStore(request)
      reply.header('cache-control', 'no-store')
      if (looksLikeAddress(request.body.name))
        throw new Fault('invalid_fields', {
          fields: { name: textsOf(store).answers.field.looks_like_address },
        })
      const { order_number: orderNumber, items, ...declared } = request.body
      const chosen = items.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity }))
      const input = { ...declared, items: chosen, orderNumber, store, address: rateLimitKey(request) }
      const answer = await withdraw(services, buyerActor(request, null), input)
      if (!answer.ok && answer.code === 'unknown_items')
        throw new Fault('invalid_fields', {
          fields: { items: textsOf(store).strings['return_refusal.unknown_line'] },
        })
      if (!answer.ok) throw new Fault('too_many_requests')
      return { declared_at: answer.declaredAt.toISOString(), email: declared.email }
    },
  )

  app.post(
    '/api/withdrawals/order',
    {
      schema: {
        summary: 'The lines and the withdrawal period of an order, for its number and e-mail',
        querystring: withStore({}),
        body: withdrawableRequest,
        response: { 200: withdrawableAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { order_number: orderNumber, email } = request.body
      const found = await findWithdrawable(services, { orderNumber, email, network: rateLimitKey(request) })
      if (found === null) return { order: null }
      const { state, lastDay, lines, withdrawn } = found
      return { order: { state, last_day: lastDay, lines, withdrawn } }
    },
  )
}
