/**
 * Opening an account, and how its customer signs in: password, address, open sessions. Passkeys are in
 * `passkeys.ts`.
 */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  changeEmailRequest,
  confirmEmailAnswer,
  confirmEmailRequest,
  openAccountRequest,
  ownPasswordRequest,
  registerAnswer,
  registerRequest,
  sessionList,
} from '../contract/accounts.ts'
import { errorAnswer } from '../contract/error.ts'
import { changeOwnPassword, type ProofServices } from '../domain/accounts/change-own-password.server.ts'
import { confirmEmailChange, requestEmailChange } from '../domain/accounts/change-email.server.ts'
import { deviceName } from '../domain/accounts/device-name.ts'
import { openAccount, requestAccount } from '../domain/accounts/open-account.server.ts'
import { endAllSessions, endSessionOf, openSessionsOf } from '../domain/accounts/session-repository.server.ts'
import { textsOf } from '../locales/texts.server.ts'
import { fieldTexts } from './field-texts.ts'
import { Fault } from './errors.ts'
import { loginAnswers, loginRateLimit, pairAnswers } from './login-answers.ts'
import { passwordRefusal } from './password-refusal.ts'
import { privateAnswers } from './private-answers.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { buyerActor } from './request-actor.ts'
import { withoutSessionCookies } from './session-cookies.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface AccountSecurityOptions extends ProofServices {
  publicUrl: string
  sessions: SessionReader
}

export const accountSecurityRoutes: FastifyPluginAsyncZod<AccountSecurityOptions> = async (app, services) => {
  checkStoreQuery(app)
  privateAnswers(app)
  await app.register(openingRoutes, services)
  await app.register(emailRoutes, services)
  await app.register(sessionRoutes, services)

  app.put(
    '/api/auth/password',
    {
      config: { session: 'account', ...loginRateLimit },
      schema: {
        summary: 'Sets a new password with the present one; ends all other sessions',
        querystring: withStore({}),
        body: ownPasswordRequest,
        response: { 204: z.null(), 401: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { accountId, familyId } = await requireAccount(services.sessions, request)
      const changed = await changeOwnPassword(services, buyerActor(request, accountId), {
        accountId,
        familyId,
        store: code,
        currentPassword: request.body.current_password,
        password: request.body.password,
        network: rateLimitKey(request),
      })
      if (changed.ok) return reply.code(204).send(null)
      if (changed.code === 'too_many_attempts') throw new Fault('too_many_requests')
      if (changed.code === 'wrong_password') {
        const message = textsOf(code).answers.account.wrong_password
        return reply.code(422).send({ message, errors: { current_password: message } })
      }
      const message = passwordRefusal(code, changed.code)
      const errors = { password: message }
      return reply.code(422).send({ message, errors })
    },
  )
}

const openingRoutes: FastifyPluginAsyncZod<AccountSecurityOptions> = async (app, services) => {
  const pairs = pairAnswers(services)
  app.post(
    '/api/auth/register',
    {
      config: loginRateLimit,
      schema: {
        summary: 'Mails a link that opens an account; the same answer for every address',
        querystring: withStore({}),
        body: registerRequest,
        response: { 200: registerAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const network = rateLimitKey(request)
      const asked = await requestAccount(services, { store: code, ...request.body, network })
      const { answers } = textsOf(code)
      if (asked.ok) return { message: answers.account.opening_mail_sent }
      const message = answers.field.email
      return reply.code(422).send({ message, errors: { email: message } })
    },
  )
  app.post(
    '/api/auth/open-account',
    {
      config: loginRateLimit,
      schema: {
        summary: 'Opens the account with the token of the mail and logs in',
        querystring: withStore({}),
        body: openAccountRequest,
        response: loginAnswers,
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const opened = await openAccount(services, buyerActor(request, null), {
        ...request.body,
        network: rateLimitKey(request),
        device: deviceName(request.headers['user-agent']),
      })
      if (opened.ok) return pairs.send(request, reply, 'account', opened)
      const { answers } = textsOf(code)
      if (opened.code === 'token_refused')
        return reply.code(401).send({ message: answers.account.token_refused })
      const { password, ...names } = opened.fields
      const errors = fieldTexts(code, names)
      if (password !== undefined) errors['password'] = passwordRefusal(code, password)
      return reply.code(422).send({ message: answers.refusal.invalid_fields, errors })
    },
  )
}

const emailRoutes: FastifyPluginAsyncZod<AccountSecurityOptions> = async (app, services) => {
  app.post(
    '/api/auth/email',
    {
      config: { session: 'account', ...loginRateLimit },
      schema: {
        summary: 'Mails links to the present and to the new address; both must be followed',
        querystring: withStore({}),
        body: changeEmailRequest,
        response: { 204: z.null(), 401: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const { accountId } = await requireAccount(services.sessions, request)
      const asked = await requestEmailChange(services, buyerActor(request, accountId), {
        accountId,
        store: code,
        ...request.body,
        network: rateLimitKey(request),
      })
      if (asked.ok) return reply.code(204).send(null)
      if (asked.code === 'too_many_attempts') throw new Fault('too_many_requests')
      const { answers } = textsOf(code)
      const message = asked.code === 'email' ? answers.field.email : answers.account[asked.code]
      const errors: Record<string, string> = {
        [asked.code === 'wrong_password' ? 'password' : 'email']: message,
      }
      return reply.code(422).send({ message, errors })
    },
  )
  app.post(
    '/api/auth/confirm-email',
    {
      config: loginRateLimit,
      schema: {
        summary: 'Confirms a change of address with the token of one of its two mails',
        querystring: withStore({}),
        body: confirmEmailRequest,
        response: { 200: confirmEmailAnswer, 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const confirmed = await confirmEmailChange(services, buyerActor(request, null), request.body.token)
      if (confirmed.ok) return { done: confirmed.done }
      return reply.code(401).send({ message: textsOf(code).answers.account.token_refused })
    },
  )
}

const sessionRoutes: FastifyPluginAsyncZod<AccountSecurityOptions> = async (app, services) => {
  const { db, clock, sessions } = services
  const sessionId = z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
  const withoutCookies = (request: FastifyRequest) => {
    services.security.record('logout', { network: rateLimitKey(request) })
    return withoutSessionCookies(services.publicUrl)
  }
  app.get(
    '/api/auth/sessions',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The devices that are logged in to the account',
        querystring: withStore({}),
        response: { 200: sessionList, 401: errorAnswer },
      },
    },
    async (request) => {
      const { accountId, familyId } = await requireAccount(sessions, request)
      const open = await openSessionsOf(db, accountId, clock())
      return open.map(({ id, device, loggedInAt, usedAt }) => ({
        id,
        device,
        logged_in_at: loggedInAt.toISOString(),
        used_at: usedAt.toISOString(),
        current: id === familyId,
      }))
    },
  )
  app.delete(
    '/api/auth/sessions/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Logs one device out',
        querystring: withStore({}),
        params: sessionId,
        response: { 204: z.null(), 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId, familyId } = await requireAccount(sessions, request)
      const { id } = request.params
      const ended = { accountId, familyId: id, now: clock() }
      if (!(await endSessionOf(db, buyerActor(request, accountId), ended))) throw new Fault('not_found')
      if (id === familyId) reply.header('set-cookie', withoutCookies(request))
      return reply.code(204).send(null)
    },
  )
  app.delete(
    '/api/auth/sessions',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Logs out everywhere, on this device too',
        querystring: withStore({}),
        response: { 204: z.null(), 401: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      await endAllSessions(db, buyerActor(request, accountId), clock(), accountId)
      reply.header('set-cookie', withoutCookies(request))
      return reply.code(204).send(null)
    },
  )
}
