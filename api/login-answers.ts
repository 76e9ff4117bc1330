/** The response of a login and of a renewal: the pair of tokens itself, or the storefront's cookie. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refreshRequest, tokenPair, wrongCredentials } from '../contract/accounts.ts'
import { errorAnswer } from '../contract/error.ts'
import type { Session } from '../domain/accounts/account.ts'
import { joinGuestOrders } from '../domain/accounts/account-repository.server.ts'
import { rememberDevice } from '../domain/accounts/known-devices.server.ts'
import { hasMoved } from '../domain/accounts/has-moved.server.ts'
import type { LogIn } from '../domain/accounts/log-in.server.ts'
import { renewSession, type RenewServices } from '../domain/accounts/sessions.server.ts'
import { textsOf } from '../locales/texts.server.ts'
import { Fault } from './errors.ts'
import { buyerActor } from './request-actor.ts'
import { deviceCookie, readDeviceCookie, sessionCookie } from './session-cookies.ts'
import { refuseOtherSites } from './sessions.ts'
import { requireStore, withStore } from './store-query.ts'

export interface LoginAnswerServices extends RenewServices {
  publicUrl: string
}

/** Response schemas of a route that logs in. */
export const loginAnswers = {
  200: tokenPair,
  204: z.null(),
  401: z.union([wrongCredentials, errorAnswer]),
  422: errorAnswer,
  429: errorAnswer,
}

/** Rate limit per address, requests per minute; the domain also limits guessing. */
export const loginRateLimit = { rateLimit: { max: 120, timeWindow: '1 minute' } }

/** Sets the cookie that makes the request's device known to the account. */
export async function rememberedDevice(
  { db, clock, publicUrl }: LoginAnswerServices,
  request: FastifyRequest,
  accountId: number,
): Promise<string> {
  const device = readDeviceCookie(request.headers.cookie)
  return deviceCookie(await rememberDevice(db, { accountId, device, now: clock() }), publicUrl)
}

export function pairAnswers(services: LoginAnswerServices) {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    strategy: Session['strategy'],
    { pair, accountId }: Extract<LogIn, { ok: true }>,
  ) => {
    if (accountId !== null) await joinGuestOrders(services.db, buyerActor(request, accountId), accountId)
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
    send,
    async afterLogin(
      request: FastifyRequest,
      reply: FastifyReply,
      strategy: Session['strategy'],
      answer: LogIn,
    ) {
      if (answer.ok) return send(request, reply, strategy, answer)
      if (answer.code === 'too_many_attempts') throw new Fault('too_many_requests')
      const { code } = requireStore(request)
      const key = strategy === 'account' ? 'wrong_credentials' : 'wrong_order'
      const message = textsOf(code).answers.account[key]
      return reply.code(401).send({ message, has_moved: await hasMoved(services.db, code, strategy) })
    },
    refreshRoute: (strategy: Session['strategy']) => ({
      config: loginRateLimit,
      schema: {
        summary: `A new pair of tokens (${strategy}); the refresh token sent becomes invalid`,
        querystring: withStore({}),
        body: refreshRequest,
        response: loginAnswers,
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
