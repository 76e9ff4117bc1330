/**
 * Logging in and out (API-12, API-13, API-15, API-16) and resetting a password (AUTH-11, AUTH-12). Returns
 * the pair of tokens; a call with `x-session: cookie`, which only the shop's own pages can make, gets it as a
 * cookie.
 */
import { textsOf } from '../locales/texts.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  changePasswordRequest,
  forgotPasswordAnswer,
  forgotPasswordRequest,
  loginRequest,
  orderLoginRequest,
  orderSessionAnswer,
} from '../contract/accounts.ts'
import { errorAnswer } from '../contract/error.ts'
import { deviceName } from '../domain/accounts/device-name.ts'
import { logIn, logInByToken } from '../domain/accounts/log-in.server.ts'
import { changePassword, requestReset, type ResetServices } from '../domain/accounts/reset-password.server.ts'
import { endSession } from '../domain/accounts/sessions.server.ts'
import { logInToOrder } from '../domain/orders/log-in-to-order.server.ts'
import { privateAnswers } from './private-answers.ts'
import { buyerActor } from './request-actor.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { Fault } from './errors.ts'
import {
  loginAnswers as answers,
  loginRateLimit as config,
  pairAnswers,
  rememberedDevice,
} from './login-answers.ts'
import { passwordRefusal } from './password-refusal.ts'
import { readDeviceCookie, withoutSessionCookies } from './session-cookies.ts'
import type { SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface AuthRoutesOptions extends ResetServices {
  publicUrl: string
  sessions: SessionReader
}

export const authRoutes: FastifyPluginAsyncZod<AuthRoutesOptions> = async (app, services) => {
  checkStoreQuery(app)
  privateAnswers(app)
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
      const from = {
        network: rateLimitKey(request),
        deviceLabel: deviceName(request.headers['user-agent']),
      }
      const answer =
        'token' in body
          ? await logInByToken(services, { ...body, ...from })
          : await logIn(services, {
              ...body,
              ...from,
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
      config: { session: 'any' },
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
        ...request.body,
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
        summary:
          'Sets a new password with the token of the mail; at least 8 characters, none of the most common ones',
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
      const message = passwordRefusal(code, changed.code)
      return reply.code(422).send({ message, errors: { password: message } })
    },
  )
}
