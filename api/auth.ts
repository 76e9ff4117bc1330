/**
 * Logging in and out (API-12, API-13, API-15, API-16) and resetting a password (AUTH-11, AUTH-12). Returns
 * the pair of tokens; a call with `x-session: cookie`, which only the shop's own pages can make, gets it as a
 * cookie.
 */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  changePasswordRequest,
  forgotPasswordAnswer,
  forgotPasswordRequest,
  loginRequest,
  orderLoginRequest,
  orderSessionAnswer,
  refreshRequest,
  tokenPair,
} from '../contract/accounts.ts'
import { errorAnswer } from '../contract/error.ts'
import { longestPassword, type Session } from '../domain/accounts/account.ts'
import { rememberDevice } from '../domain/accounts/known-devices.server.ts'
import { logIn, logInByToken, type LogIn } from '../domain/accounts/log-in.server.ts'
import { changePassword, requestReset, type ResetServices } from '../domain/accounts/reset-password.server.ts'
import { endSession, renewSession } from '../domain/accounts/sessions.server.ts'
import { logInToOrder } from '../domain/orders/log-in-to-order.server.ts'
import { buyerActor } from './request-actor.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { Fault } from './errors.ts'
import { deviceCookie, readDeviceCookie, sessionCookie, withoutSessionCookies } from './session-cookies.ts'
import { refuseOtherSites, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface AuthRoutesOptions extends ResetServices {
  publicUrl: string
  sessions: SessionReader
}

const answers = { 200: tokenPair, 204: z.null(), 401: errorAnswer, 422: errorAnswer, 429: errorAnswer }

/** Rate limit per address, requests per minute; the domain also limits guessing. */
const config = { rateLimit: { max: 120, timeWindow: '1 minute' } }

export const authRoutes: FastifyPluginAsyncZod<AuthRoutesOptions> = async (app, services) => {
  checkStoreQuery(app)
  app.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  const pairs = pairAnswers(services)
  await app.register(passwordRoutes, services)
  await app.register(orderAuthRoutes, services)

  app.post(
    '/api/auth/login',
    {
      config,
      schema: {
        summary: 'Logs a customer in by e-mail and password, or by the single-use token of a link',
        querystring: withStore({}),
        body: loginRequest,
        response: answers,
      },
    },
    async (request, reply) => {
      const { body } = request
      const answer =
        'token' in body
          ? await logInByToken(services, { ...body, network: rateLimitKey(request) })
          : await logIn(services, {
              ...body,
              network: rateLimitKey(request),
              device: readDeviceCookie(request.headers.cookie),
            })
      return pairs.afterLogin(request, reply, 'account', answer)
    },
  )
  app.post('/api/auth/refresh', pairs.refreshRoute('account'), (request, reply) =>
    pairs.refresh(request, reply, 'account'),
  )
  app.post(
    '/api/auth/logout',
    {
      schema: {
        summary: 'Ends the session of an account or of an order; without a session it does nothing',
        querystring: withStore({}),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { session } = await services.sessions.open(request)
      if (session) {
        await endSession(services, session)
        const accountId = session.strategy === 'account' ? session.accountId : undefined
        services.security.record('logout', { accountId, network: rateLimitKey(request) })
      }
      reply.header('set-cookie', withoutSessionCookies(services.publicUrl))
      return reply.code(204).send(null)
    },
  )
}

/** The login of one order (ROLE-06): its number and the e-mail it was placed with. */
const orderAuthRoutes: FastifyPluginAsyncZod<AuthRoutesOptions> = async (app, services) => {
  const pairs = pairAnswers(services)
  app.post(
    '/api/order-auth/login',
    {
      config,
      schema: {
        summary: 'Logs in to one order',
        querystring: withStore({}),
        body: orderLoginRequest,
        response: answers,
      },
    },
    async (request, reply) => {
      const { order_id: orderNumber, email: address } = request.body
      const answer = await logInToOrder(services, {
        orderNumber,
        email: address,
        network: rateLimitKey(request),
      })
      return pairs.afterLogin(request, reply, 'order', answer)
    },
  )
  app.post('/api/order-auth/refresh', pairs.refreshRoute('order'), (request, reply) =>
    pairs.refresh(request, reply, 'order'),
  )
  app.get(
    '/api/order-auth/info',
    {
      schema: {
        summary: 'The order that the login opens',
        querystring: withStore({}),
        response: {
          200: orderSessionAnswer,
          401: errorAnswer,
        },
      },
    },
    async (request) => {
      const { session } = await services.sessions.open(request)
      if (session?.strategy !== 'order') throw new Fault('unauthorized')
      return { user: { scope: 'my-order' as const, order_id: session.orderNumber } }
    },
  )
}

const passwordRoutes: FastifyPluginAsyncZod<AuthRoutesOptions> = async (app, services) => {
  app.post(
    '/api/auth/forgot-password',
    {
      config,
      schema: {
        summary: 'Sends a password-reset mail if the address has an account',
        querystring: withStore({}),
        body: forgotPasswordRequest,
        response: { 200: forgotPasswordAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const { code } = requireStore(request)
      await requestReset(services, {
        store: code,
        email: request.body.email,
        network: rateLimitKey(request),
      })
      return { message: textsOf(code).answers.account.reset_mail_sent }
    },
  )
  app.post(
    '/api/auth/change-password',
    {
      config,
      schema: {
        summary: 'Sets a new password with the token of the mail; at least 8 characters',
        querystring: withStore({}),
        body: changePasswordRequest,
        response: { 204: z.null(), 401: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code } = requireStore(request)
      const changed = await changePassword(services, buyerActor(request, null), {
        ...request.body,
        network: rateLimitKey(request),
      })
      if (changed.ok) {
        // The token proves control of the account's mailbox: this device may log in even if the account's
        // rate limit is used up.
        reply.header('set-cookie', await rememberedDevice(services, request, changed.accountId))
        return reply.code(204).send(null)
      }
      if (changed.code === 'token_refused')
        return reply.code(401).send({ message: textsOf(code).answers.account.token_refused })
      const message = textsOf(code).answers.account.password_refused.replace(
        '{longest}',
        String(longestPassword),
      )
      return reply.code(422).send({ message, errors: { password: message } })
    },
  )
}

/** Sets the cookie that makes the request's device known to the account. */
async function rememberedDevice(
  { db, clock, publicUrl }: AuthRoutesOptions,
  request: FastifyRequest,
  accountId: number,
): Promise<string> {
  const device = readDeviceCookie(request.headers.cookie)
  return deviceCookie(await rememberDevice(db, { accountId, device, now: clock() }), publicUrl)
}

/** Response of a login and a renewal: the pair itself, or the storefront's cookie. */
function pairAnswers(services: AuthRoutesOptions) {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    strategy: Session['strategy'],
    { pair, accountId }: Extract<LogIn, { ok: true }>,
  ) => {
    if (request.headers['x-session'] !== 'cookie')
      return reply.code(200).send({ access_token: pair.access, refresh_token: pair.refresh })
    refuseOtherSites(request, services.publicUrl)
    const other = strategy === 'account' ? 'order' : 'account'
    const cookies = [
      sessionCookie(strategy, pair, services.publicUrl),
      sessionCookie(other, null, services.publicUrl),
    ]
    if (accountId !== null) cookies.push(await rememberedDevice(services, request, accountId))
    return reply.header('set-cookie', cookies).code(204).send(null)
  }
  return {
    afterLogin(request: FastifyRequest, reply: FastifyReply, strategy: Session['strategy'], answer: LogIn) {
      if (answer.ok) return send(request, reply, strategy, answer)
      if (answer.code === 'too_many_attempts') throw new Fault('too_many_requests')
      const { code } = requireStore(request)
      const key = strategy === 'account' ? 'wrong_credentials' : 'wrong_order'
      return reply.code(401).send({ message: textsOf(code).answers.account[key] })
    },
    refreshRoute: (strategy: Session['strategy']) => ({
      config,
      schema: {
        summary: `A new pair of tokens (${strategy}); the refresh token sent becomes invalid`,
        querystring: withStore({}),
        body: refreshRequest,
        response: answers,
      },
    }),
    async refresh(request: FastifyRequest, reply: FastifyReply, strategy: Session['strategy']) {
      const { refresh_token: spent } = request.body as { refresh_token: string }
      const pair = await renewSession(services, strategy, spent)
      if (pair === null) throw new Fault('unauthorized')
      return reply.code(200).send({ access_token: pair.access, refresh_token: pair.refresh })
    },
  }
}
