/** Passkeys: adding, naming and removing them, and signing in with one. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  addPasskeyRequest,
  passkeyList,
  passkeyLoginRequest,
  passkeyNameRequest,
  proofRequest,
} from '../contract/accounts.ts'
import { errorAnswer } from '../contract/error.ts'
import { passkeyOptions } from '../contract/passkeys.ts'
import { deviceName } from '../domain/accounts/device-name.ts'
import {
  addPasskey,
  logInWithPasskey,
  removePasskey,
  startAddingPasskey,
  startPasskeyLogin,
  type PasskeyServices,
} from '../domain/accounts/passkeys.server.ts'
import { customers, passkeysOf, renamePasskey } from '../domain/passkeys/passkey-repository.server.ts'
import { isRecentlyProved, proveAgain } from '../domain/accounts/recent-proof.server.ts'
import { textsOf } from '../locales/texts.server.ts'
import { Fault } from './errors.ts'
import { loginAnswers, loginRateLimit, pairAnswers } from './login-answers.ts'
import { privateAnswers } from './private-answers.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { buyerActor } from './request-actor.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface PasskeyRoutesOptions extends PasskeyServices {
  sessions: SessionReader
}

/**
 * The account's session whose owner proved within the last minutes that it is them. Throws a 403 Fault
 * otherwise, whose answer says that a proof is needed (`POST /api/auth/proof`).
 */
async function requireProof(services: PasskeyRoutesOptions, request: FastifyRequest) {
  const session = await requireAccount(services.sessions, request)
  if (await isRecentlyProved(services, session)) return session
  throw new Fault('forbidden', { detail: textsOf(requireStore(request).code).answers.account.proof_needed })
}

const credential = z.object({ id: z.string().regex(/^[\w-]{1,1400}$/) })

export const passkeyRoutes: FastifyPluginAsyncZod<PasskeyRoutesOptions> = async (app, services) => {
  const { db, sessions } = services
  const pairs = pairAnswers(services)
  checkStoreQuery(app)
  privateAnswers(app)

  app.post(
    '/api/auth/passkey-login/options',
    {
      config: loginRateLimit,
      schema: {
        summary: 'A challenge to sign in with a passkey, as navigator.credentials.get takes it',
        querystring: withStore({}),
        response: { 200: passkeyOptions },
      },
    },
    async () => ({ ...(await startPasskeyLogin(services)) }),
  )
  app.post(
    '/api/auth/passkey-login',
    {
      config: loginRateLimit,
      schema: {
        summary: 'Logs in with the answer of a passkey',
        querystring: withStore({}),
        body: passkeyLoginRequest,
        response: loginAnswers,
      },
    },
    async (request, reply) => {
      const answer = await logInWithPasskey(services, {
        response: request.body.response,
        network: rateLimitKey(request),
        deviceLabel: deviceName(request.headers['user-agent']),
      })
      return pairs.afterLogin(request, reply, 'account', answer)
    },
  )
  app.post(
    '/api/auth/proof',
    {
      config: { session: 'account', ...loginRateLimit },
      schema: {
        summary:
          'Proves with the password or a passkey that the session is still the customer’s; needed before passkeys are added or removed',
        querystring: withStore({}),
        body: proofRequest,
        response: { 204: z.null(), 401: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId, familyId } = await requireAccount(sessions, request)
      const proved = await proveAgain(services, {
        accountId,
        familyId,
        network: rateLimitKey(request),
        proof: request.body,
      })
      if (proved.ok) return reply.code(204).send(null)
      if (proved.code === 'too_many_attempts') throw new Fault('too_many_requests')
      const message = textsOf(requireStore(request).code).answers.account[proved.code]
      return reply.code(422).send({ message, errors: { password: message } })
    },
  )
  app.get(
    '/api/auth/passkeys',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The passkeys of the account',
        querystring: withStore({}),
        response: { 200: passkeyList, 401: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireAccount(sessions, request)
      const known = await passkeysOf(db, customers, accountId)
      return known.map(({ credentialId, name, createdAt, usedAt }) => ({
        id: credentialId,
        name,
        created_at: createdAt.toISOString(),
        used_at: usedAt?.toISOString() ?? null,
      }))
    },
  )
  app.post(
    '/api/auth/passkeys/options',
    {
      config: { session: 'account', ...loginRateLimit },
      schema: {
        summary: 'A challenge to add a passkey, as navigator.credentials.create takes it',
        querystring: withStore({}),
        response: { 200: passkeyOptions, 401: errorAnswer, 403: errorAnswer, 409: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireProof(services, request)
      const options = await startAddingPasskey(services, { accountId, store: requireStore(request).code })
      if (options === null) throw new Fault('conflict')
      return { ...options }
    },
  )
  app.post(
    '/api/auth/passkeys',
    {
      config: { session: 'account', ...loginRateLimit },
      schema: {
        summary: 'Adds the passkey that the browser created',
        querystring: withStore({}),
        body: addPasskeyRequest,
        response: { 204: z.null(), 401: errorAnswer, 403: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireProof(services, request)
      const { name, response } = request.body
      const store = requireStore(request).code
      const input = { accountId, store, name: name.trim(), response }
      if (!(await addPasskey(services, buyerActor(request, accountId), input))) throw new Fault('forbidden')
      return reply.code(204).send(null)
    },
  )
  app.patch(
    '/api/auth/passkeys/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Names a passkey',
        querystring: withStore({}),
        params: credential,
        body: passkeyNameRequest,
        response: { 204: z.null(), 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      const name = request.body.name.trim()
      if (
        !(await renamePasskey(db, customers, { ownerId: accountId, credentialId: request.params.id, name }))
      )
        throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/api/auth/passkeys/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Removes a passkey',
        querystring: withStore({}),
        params: credential,
        response: { 204: z.null(), 401: errorAnswer, 403: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireProof(services, request)
      const store = requireStore(request).code
      const removed = { accountId, store, credentialId: request.params.id }
      if (!(await removePasskey(services, buyerActor(request, accountId), removed)))
        throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )
}
