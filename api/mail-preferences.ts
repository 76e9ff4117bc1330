/**
 * Which mails a recipient gets: by the token of a link in a mail, by the account, and by the button of a mail
 * program (RFC 8058).
 */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  mailPreferencesAnswer,
  mailPreferencesQuery,
  mailPreferencesRequest,
  ownMailPreferencesRequest,
  type MailPreferencesAnswer,
} from '../contract/subscribers.ts'
import { errorAnswer } from '../contract/error.ts'
import { findAccount, isEmailVerified } from '../domain/accounts/account-repository.server.ts'
import { isOptIn, mailTopics, type MailTopic } from '../domain/mail/mail-kind.ts'
import { mailPaths } from '../domain/notifications/mail-paths.ts'
import {
  changeMailPreferences,
  mailPreferences,
  readOneClickRecipient,
  type MailPreferences,
  type MailRecipient,
} from '../domain/notifications/mail-preferences.server.ts'
import { isUnsubscribeToken, unsubscribeToken } from '../domain/notifications/recipient-token.server.ts'
import {
  requestConfirmation,
  type ConfirmationServices,
} from '../domain/notifications/request-confirmation.server.ts'
import { optInsOfModules } from '../modules/opt-ins.server.ts'
import { isStoreCode, stores } from '../domain/stores/stores.ts'
import { emailField as email } from './email-field.ts'
import { Fault } from './errors.ts'
import { privateAnswers } from './private-answers.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import { buyerActor } from './request-actor.ts'
import { requireAccount, type SessionReader } from './sessions.ts'
import { checkStoreQuery, requireStore, withStore } from './store-query.ts'

export interface MailPreferenceRoutesOptions extends ConfirmationServices {
  sessions: SessionReader
}

/** Rate limit per address, requests per minute; these forms are for people. */
const config = { rateLimit: { max: 30, timeWindow: '1 minute' } }

export const mailPreferenceRoutes: FastifyPluginAsyncZod<MailPreferenceRoutesOptions> = async (
  app,
  services,
) => {
  await app.register(oneClickRoutes, services)
  await app.register(tokenRoutes, services)
  await app.register(accountRoutes, services)
}

const isOffered = (store: MailRecipient['store'], topic: MailTopic) =>
  optInsOfModules.get(topic)?.isOffered(stores[store]) ?? true

/** Topics that the store has. */
function answerOf(
  store: MailRecipient['store'],
  preferences: MailPreferences,
  confirmationSent = false,
): MailPreferencesAnswer {
  const topics = mailTopics.filter((topic) => isOffered(store, topic))
  return {
    topics: topics.map((topic) => ({ topic, wanted: preferences[topic] })),
    confirmation_sent: confirmationSent,
  }
}

type Choices = MailPreferencesAnswer['topics']

function wantedOf(store: MailRecipient['store'], choices: Choices): Partial<MailPreferences> {
  const offered = choices.filter(({ topic }) => isOffered(store, topic))
  return Object.fromEntries(offered.map(({ topic, wanted }) => [topic, wanted]))
}

const tokenRoutes: FastifyPluginAsyncZod<MailPreferenceRoutesOptions> = async (app, services) => {
  const { db, keys } = services
  checkStoreQuery(app)
  privateAnswers(app)
  app.get(
    '/api/mail-preferences',
    {
      config,
      schema: {
        summary: 'Which mails an address gets, given the token of a link sent to it',
        querystring: withStore({ ...mailPreferencesQuery, email }),
        response: { 200: mailPreferencesAnswer, 403: errorAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const { code: store } = requireStore(request)
      const { email: address, token } = request.query
      if (!isUnsubscribeToken(keys, store, address, token)) throw new Fault('forbidden')
      return answerOf(store, await mailPreferences(db, { store, email: address }))
    },
  )
  app.put(
    '/api/mail-preferences',
    {
      config,
      schema: {
        summary: 'Changes which mails an address gets, given the token of a link sent to it',
        querystring: withStore({}),
        body: mailPreferencesRequest.extend({ email }),
        response: { 200: mailPreferencesAnswer, 403: errorAnswer, 422: errorAnswer },
      },
    },
    async (request) => {
      const { code: store } = requireStore(request)
      const { email: address, token, topics } = request.body
      if (!isUnsubscribeToken(keys, store, address, token)) throw new Fault('forbidden')
      const recipient = { store, email: address }
      const actor = buyerActor(request, null)
      return answerOf(store, await changeMailPreferences(services, actor, recipient, wantedOf(store, topics)))
    },
  )
}

const accountRoutes: FastifyPluginAsyncZod<MailPreferenceRoutesOptions> = async (app, services) => {
  const { db, sessions } = services
  checkStoreQuery(app)
  privateAnswers(app)
  app.get(
    '/api/auth/mail-preferences',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Which mails the customer gets',
        querystring: withStore({}),
        response: { 200: mailPreferencesAnswer, 401: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireAccount(sessions, request)
      const { code: store } = requireStore(request)
      const account = await findAccount(db, accountId)
      if (account === null) throw new Fault('unauthorized')
      return answerOf(store, await mailPreferences(db, { store, email: account.email }))
    },
  )
  app.put(
    '/api/auth/mail-preferences',
    {
      config: { session: 'account', ...config },
      schema: {
        summary: 'Changes which mails the customer gets; an unverified address confirms newsletters first',
        querystring: withStore({}),
        body: ownMailPreferencesRequest,
        response: { 200: mailPreferencesAnswer, 401: errorAnswer, 422: errorAnswer, 429: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireAccount(sessions, request)
      const { code: store } = requireStore(request)
      const account = await findAccount(db, accountId)
      if (account === null) throw new Fault('unauthorized')
      const recipient = { store, email: account.email }
      const wanted = wantedOf(store, request.body.topics)
      const starts = mailTopics.filter(isOptIn).filter((topic) => wanted[topic] === true)
      const asked = starts.length > 0 && !(await isEmailVerified(db, accountId)) ? starts : []
      for (const purpose of asked) {
        const subject = { purpose, ...recipient, productId: null, priceMinor: null }
        const answer = await requestConfirmation(services, subject, rateLimitKey(request))
        if (!answer.ok) throw new Fault('too_many_requests')
      }
      const isAsked = (topic: string) => asked.some((each) => each === topic)
      const changes = Object.fromEntries(Object.entries(wanted).filter(([topic]) => !isAsked(topic)))
      const actor = buyerActor(request, accountId)
      const preferences = await changeMailPreferences(services, actor, recipient, changes)
      return answerOf(
        store,
        preferences,
        asked.some((topic) => !preferences[topic]),
      )
    },
  )
}

const oneClickParameters = z.object({
  store: z.string().refine(isStoreCode),
  topic: z.enum(mailTopics),
})
const oneClickQuery = z.object({ recipient: z.string().max(500) })

/**
 * Mail programs call it without cookies, from any origin, with a form as body that is not read; the token in
 * the address is all that counts. A person who opens the address gets the page with the choices.
 */
const oneClickRoutes: FastifyPluginAsyncZod<MailPreferenceRoutesOptions> = async (app, services) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload
      .resume()
      .on('end', () => done(null))
      .on('error', done)
  })
  privateAnswers(app)
  const path = '/api/one-click-unsubscribe/:store/:topic'
  app.post(
    path,
    {
      schema: {
        summary: 'Ends the mails of a topic for the address in the link (RFC 8058); may be repeated',
        params: oneClickParameters,
        querystring: oneClickQuery,
        response: { 200: z.null(), 400: errorAnswer, 403: errorAnswer },
      },
    },
    async (request, reply) => {
      const { store, topic } = request.params
      const address = readOneClickRecipient(services.keys, store, request.query.recipient)
      if (address === null) throw new Fault('forbidden')
      const wanted = { [topic]: false }
      await changeMailPreferences(services, buyerActor(request, null), { store, email: address }, wanted)
      return reply.code(200).send(null)
    },
  )
  app.get(
    path,
    {
      schema: {
        summary: 'Leads a person to the page where they choose their mails',
        params: oneClickParameters,
        querystring: oneClickQuery,
        response: { 303: z.null(), 400: errorAnswer, 403: errorAnswer },
      },
    },
    async (request, reply) => {
      const { store } = request.params
      const address = readOneClickRecipient(services.keys, store, request.query.recipient)
      if (address === null) throw new Fault('forbidden')
      const token = unsubscribeToken(services.keys, store, address)
      return reply
        .code(303)
        .header('location', mailPaths.preferences(store, address, token))
        .send(null)
    },
  )
}
