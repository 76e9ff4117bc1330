/** The notices that an address waits for: by the token of a link in a mail, and by the account. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswer } from '../contract/error.ts'
import {
  mailPreferencesQuery,
  noticeParams,
  noticeRemovalRequest,
  noticesAnswer,
  type NoticesAnswer,
} from '../contract/subscribers.ts'
import { findAccount, isEmailVerified } from '../domain/accounts/account-repository.server.ts'
import { noticesOf, removeNotice } from '../domain/notifications/notice-list.server.ts'
import type { MailRecipient } from '../domain/notifications/mail-preferences.server.ts'
import { isUnsubscribeToken } from '../domain/notifications/recipient-token.server.ts'
import { emailField as email } from './email-field.ts'
import { Fault } from './errors.ts'
import type { MailPreferenceRoutesOptions } from './mail-preferences.ts'
import { privateAnswers } from './private-answers.ts'
import { buyerActor } from './request-actor.ts'
import { requireAccount } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

/** Rate limit per address, requests per minute; these calls are for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

export const noticeRoutes: FastifyPluginAsyncZod<MailPreferenceRoutesOptions> = async (app, services) => {
  const { db, keys, clock, sessions } = services
  checkStoreQuery(app)
  privateAnswers(app)

  const answerOf = async (recipient: MailRecipient): Promise<NoticesAnswer> =>
    (await noticesOf(db, recipient, new Date(clock()))).map(({ expiresAt, ...notice }) => ({
      ...notice,
      expires_at: expiresAt.toISOString(),
    }))
  /** Null: nobody has proven that the account's address is theirs, so it may be somebody else's. */
  const addressOf = async (accountId: number): Promise<string | null> =>
    (await isEmailVerified(db, accountId)) ? ((await findAccount(db, accountId))?.email ?? null) : null

  app.get(
    '/api/notices',
    {
      config,
      schema: {
        summary: 'The notices that an address waits for, given the token of a link sent to it',
        querystring: withStore({ ...mailPreferencesQuery, email }),
        response: { 200: noticesAnswer, 403: errorAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const { code: store } = requireStore(request)
      const { email: address, token } = request.query
      if (!isUnsubscribeToken(keys, store, address, token)) throw new Fault('forbidden')
      return answerOf({ store, email: address })
    },
  )
  app.post(
    '/api/notices/remove',
    {
      config,
      schema: {
        summary: 'Removes a notice, given the token of a link sent to the address',
        querystring: withStore({}),
        body: noticeRemovalRequest.extend({ email }),
        response: { 204: z.null(), 403: errorAnswer, 404: errorAnswer, 422: errorAnswer },
      },
    },
    async (request, reply) => {
      const { code: store } = requireStore(request)
      const { email: address, token, ...notice } = request.body
      if (!isUnsubscribeToken(keys, store, address, token)) throw new Fault('forbidden')
      const actor = buyerActor(request, null)
      if (!(await removeNotice(services, actor, { store, email: address }, notice)))
        throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )
  app.get(
    '/api/auth/notices',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The notices that the customer’s verified address waits for',
        querystring: withStore({}),
        response: { 200: noticesAnswer, 401: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireAccount(sessions, request)
      const address = await addressOf(accountId)
      return address === null ? [] : answerOf({ store: requireStore(request).code, email: address })
    },
  )
  app.delete(
    '/api/auth/notices/:kind/:sku',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Removes a notice of the customer’s verified address',
        params: noticeParams,
        querystring: withStore({}),
        response: { 204: z.null(), 401: errorAnswer, 404: errorAnswer },
      },
    },
    async (request, reply) => {
      const { accountId } = await requireAccount(sessions, request)
      const { code: store } = requireStore(request)
      const address = await addressOf(accountId)
      const actor = buyerActor(request, accountId)
      if (
        address === null ||
        !(await removeNotice(services, actor, { store, email: address }, request.params))
      )
        throw new Fault('not_found')
      return reply.code(204).send(null)
    },
  )
}
