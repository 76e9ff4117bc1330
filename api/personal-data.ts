/** A customer's own data: to download, and to delete with the account. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { eraseAccountRequest, personalDataAnswer } from '../contract/accounts.ts'
import { errorAnswer } from '../contract/error.ts'
import { provePassword, type ProofServices } from '../domain/accounts/change-own-password.server.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import { eraseCustomer } from '../domain/personal-data/erase-customer.server.ts'
import { isModuleObstacle } from '../domain/personal-data/module-obstacles.server.ts'
import { exportCustomer } from '../domain/personal-data/export-customer.server.ts'
import { textsOf } from '../locales/texts.server.ts'
import { Fault } from './errors.ts'
import { loginRateLimit } from './login-answers.ts'
import { privateAnswers } from './private-answers.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { buyerActor } from './request-actor.ts'
import { withoutSessionCookies } from './session-cookies.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface PersonalDataOptions extends ProofServices {
  publicUrl: string
  /** Under which it is remembered who was erased. */
  keys: Keyring
  sessions: SessionReader
}

export const personalDataRoutes: FastifyPluginAsyncZod<PersonalDataOptions> = async (app, services) => {
  const { db, clock, keys, sessions, publicUrl } = services
  checkStoreQuery(app)
  privateAnswers(app)
  app.get(
    '/api/auth/personal-data',
    {
      config: { session: 'account', ...loginRateLimit },
      schema: {
        summary: 'Everything that is stored about the customer, as a file',
        querystring: withStore({}),
        response: { 200: personalDataAnswer, 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      const data = await exportCustomer(db, { accountId })
      reply.header('content-disposition', 'attachment; filename="personal-data.json"')
      reply.serializer((answer: unknown) => JSON.stringify(answer, null, 2))
      return data
    },
  )
  app.delete(
    '/api/auth/account',
    {
      config: { session: 'account', ...loginRateLimit },
      schema: {
        summary: 'Deletes the account; orders are kept without it as long as bookkeeping law asks',
        querystring: withStore({}),
        body: eraseAccountRequest,
        response: { 204: z.null(), 401: errorAnswer, 409: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      const {
        answers: { account },
        strings,
      } = textsOf(requireStore(request).code)
      const { password } = request.body
      const proof = await provePassword(services, { accountId, password, network: rateLimitKey(request) })
      if (!proof.ok) {
        if (proof.code === 'too_many_attempts') throw new Fault('too_many_requests')
        const message = account.wrong_password
        return reply.code(422).send({ message, errors: { password: message } })
      }
      const actor = buyerActor(request, accountId)
      const erased = await eraseCustomer(db, actor, { accountId, keys, now: new Date(clock()) })
      if (erased.ok) {
        reply.header('set-cookie', withoutSessionCookies(publicUrl))
        return reply.code(204).send(null)
      }
      if (erased.code === 'not_found') throw new Fault('unauthorized')
      const { code } = erased
      const message = isModuleObstacle(code) ? strings[`erasure.${code}`] : account[code]
      return reply.code(409).send({ message })
    },
  )
}
