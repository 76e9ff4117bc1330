/** The customer's subscriptions: list, changes and payment method (SUBS-03, SUBS-04, API-29). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { errorAnswer } from '../../contract/error.ts'
import {
  setupAnswer,
  setupResult,
  subscriptionParams,
  subscriptionPatch,
  subscriptionRefusal,
  subscriptionsAnswer,
  subscriptionView,
  type SubscriptionPatch,
} from './contract.ts'
import {
  changeSubscription,
  type ChangeAnswer,
  type SubscriptionChange,
} from './change-subscription.server.ts'
import { openMethodSetup, takeMethodSetup, type OpenedSetup } from './change-payment-method.server.ts'
import { subscriptionsOfAccount } from './subscription-repository.server.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { fieldTexts } from '../../api/field-texts.ts'
import { privateAnswers } from '../../api/private-answers.ts'
import { buyerActor } from '../../api/request-actor.ts'
import { requireAccount } from '../../api/sessions.ts'
import { checkStoreQuery, requireStore, withStore } from '../../api/store-query.ts'
import { viewSubscription } from './view-subscription.server.ts'

/** Maximum number of subscriptions in a list. */
const listLength = 200

type Refusal = Extract<ChangeAnswer | OpenedSetup, { ok: false }>

const statuses = {
  unknown_subscription: 404,
  cancelled: 409,
  wrong_status: 409,
  renewal_in_progress: 409,
  interval_not_offered: 422,
  quantity: 422,
  invalid_fields: 422,
  payment_unavailable: 409,
  approval_required: 409,
} as const satisfies Record<Refusal['code'], number>

const refusals = {
  401: errorAnswer,
  404: subscriptionRefusal,
  409: subscriptionRefusal,
  422: subscriptionRefusal.or(errorAnswer),
}

export const subscriptionRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  const { db, sessions } = services
  checkStoreQuery(app)
  privateAnswers(app)

  app.get(
    '/api/subscriptions',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The customer’s subscriptions in all stores, newest first',
        querystring: withStore({}),
        response: { 200: subscriptionsAnswer, 401: errorAnswer },
      },
    },
    async (request) => {
      const { accountId } = await requireAccount(sessions, request)
      const found = await subscriptionsOfAccount(db, accountId, listLength)
      return Promise.all(found.map((each) => viewSubscription(services, each)))
    },
  )

  app.patch(
    '/api/subscriptions/:id',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Changes, skips, pauses, resumes or cancels a subscription; one change at a time',
        params: subscriptionParams,
        querystring: withStore({}),
        body: subscriptionPatch,
        response: { ...refusals, 200: subscriptionView },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { accountId } = await requireAccount(sessions, request)
      const answer = await changeSubscription(services, buyerActor(request, accountId), {
        number: request.params.id,
        accountId,
        change: changeOf(request.body),
      })
      return answer.ok
        ? viewSubscription(services, answer.subscription)
        : reply.code(statuses[answer.code]).send(refusalOf(store, answer))
    },
  )

  app.post(
    '/api/subscriptions/:id/payment-method',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Opens the form in which the customer saves another card',
        params: subscriptionParams,
        querystring: withStore({}),
        response: { ...refusals, 200: setupAnswer },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { accountId } = await requireAccount(sessions, request)
      const opened = await openMethodSetup(services, { number: request.params.id, accountId })
      if (!opened.ok) return reply.code(statuses[opened.code]).send(refusalOf(store, opened))
      return { setup: opened.setupId, embed: { ...opened.embed } }
    },
  )

  app.post(
    '/api/subscriptions/:id/payment-method/result',
    {
      config: { session: 'account' },
      schema: {
        summary: 'Pays the next orders with the card that the form has saved; idempotent',
        params: subscriptionParams,
        querystring: withStore({}),
        body: setupResult,
        response: { ...refusals, 200: subscriptionView },
      },
    },
    async (request, reply) => {
      const store = requireStore(request)
      const { accountId } = await requireAccount(sessions, request)
      const answer = await takeMethodSetup(services, buyerActor(request, accountId), {
        number: request.params.id,
        accountId,
        setupId: request.body.setup,
      })
      return answer.ok
        ? viewSubscription(services, answer.subscription)
        : reply.code(statuses[answer.code]).send(refusalOf(store, answer))
    },
  )
}

function changeOf(patch: SubscriptionPatch): SubscriptionChange {
  if ('status' in patch) {
    if (patch.status === 'cancelled') return { kind: 'cancel', reason: 'customer' }
    return { kind: patch.status === 'paused' ? 'pause' : 'resume' }
  }
  if ('skip_next' in patch) return { kind: 'skip' }
  if ('interval' in patch) return { kind: 'interval', intervalName: patch.interval }
  if ('quantity' in patch) return { kind: 'quantity', quantity: patch.quantity }
  if ('address' in patch) return { kind: 'address', address: patch.address }
  return { kind: 'invoice' }
}

function refusalOf(store: Store, refusal: Refusal) {
  const { strings } = textsOf(store.code)
  return {
    message: strings[`subscription.refusal_${refusal.code}`],
    code: refusal.code,
    ...(refusal.code === 'invalid_fields' && {
      errors: fieldTexts(store.code, refusal.fields),
    }),
  }
}
