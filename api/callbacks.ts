/**
 * The addresses that payment providers call (domain/payments/callback-address.ts). Bodies are kept as bytes,
 * because signatures cover them; there is no session and no cookie. What a callback contains is never logged.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../domain/audit/actor.ts'
import {
  approvePurchase,
  hasOpenedPayment,
  repricePurchase,
} from '../domain/checkout/answer-purchase.server.ts'
import type { PlaceOrderServices } from '../domain/checkout/place-order.server.ts'
import { callbackKinds, callingProvider, type CallbackKind } from '../domain/payments/callback-address.ts'
import type { ProviderMethod } from '../domain/payment-methods/payment-methods.ts'
import { receivePaymentEvent, type ReceiveServices } from '../domain/payments/payment-events.server.ts'
import type {
  AskingCallbacks,
  CallbackAnswer,
  CallbackRequest,
  PurchaseDecision,
} from '../domain/payments/payment-provider.ts'
import { isStoreCode, stores, type Store } from '../domain/stores/stores.ts'
import { textsOf } from '../locales/texts.server.ts'
import { fieldTexts } from './field-texts.ts'
import { limitWords } from './refusal-words.ts'
import { rateLimitKey } from './rate-limit-key.ts'
import type { WarningLog } from '../domain/log/warning-log.ts'

export type CallbackServices = PlaceOrderServices & ReceiveServices & { log: WarningLog }

/** A validation repeats up to a thousand lines. */
const questionBytes = 512 * 1024

/** Stripe's events are the largest: a payment with all that is attached to it. */
const notificationBytes = 128 * 1024

/** A provider calls from few addresses, also after an outage, when it repeats what it could not deliver. */
const requestsPerMinute = 1200

interface Address {
  provider: ProviderMethod
  store: Store
  kind: CallbackKind
}

export async function callbackRoutes(app: FastifyInstance, services: CallbackServices): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: rateLimitKey,
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: notificationBytes }, (_request, body, done) =>
    done(null, body),
  )
  app.route<{ Params: Record<'provider' | 'store', string> }>({
    method: ['GET', 'POST'],
    url: '/callbacks/:provider/:store/notification',
    schema: { hide: true },
    bodyLimit: notificationBytes,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const address = addressOf({ ...request.params, kind: 'notification' })
      return address ? receive(services, address, request, reply) : refuse(reply, 404, 'unknown_address')
    },
  })
  app.route<{ Params: Record<'provider' | 'store' | 'kind', string> }>({
    method: ['GET', 'POST'],
    url: '/callbacks/:provider/:store/:kind',
    schema: { hide: true },
    bodyLimit: questionBytes,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const address = addressOf(request.params)
      if (!address) return refuse(reply, 404, 'unknown_address')
      const asking = services.providers[address.store.code][address.provider]?.asking
      if (!asking) return refuse(reply, 404, 'unknown_address')
      return answerQuestion(services, asking, address, request, reply)
    },
  })
}

function addressOf(params: Record<'provider' | 'store' | 'kind', string>): Address | null {
  const provider = callingProvider(params.provider)
  const store = isStoreCode(params.store) ? stores[params.store] : null
  const kind = callbackKinds.find((known) => known === params.kind)
  return provider && store && kind ? { provider, store, kind } : null
}

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ code })
}

async function receive(
  services: CallbackServices,
  { provider, store }: Address,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const received = await receivePaymentEvent(
    services,
    { provider, store: store.code },
    callbackRequest(request),
  )
  if (received.ok) return reply.code(200).send({})
  if (received.code === 'unknown_address' || received.code === 'unknown_payment')
    return refuse(reply, 404, received.code)
  services.log.warn({ provider, store: store.code, code: received.code }, 'a callback was refused')
  return refuse(reply, received.code === 'bad_signature' ? 401 : 400, received.code)
}

async function answerQuestion(
  services: CallbackServices,
  asking: AskingCallbacks,
  { provider, store, kind }: Address,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const callback = callbackRequest(request)
  const checkoutId = callback.query['checkout'] ?? ''
  // Before the provider is asked about the payment: anybody can call.
  if (!(await hasOpenedPayment(services.db, { provider, store, checkoutId })))
    return sendAnswer(reply, asking.answerPurchase(refusalOf(store, { ok: false, code: 'unknown_payment' })))
  const read = await asking.readPurchase(callback)
  if (!read.ok) {
    services.log.warn({ provider, store: store.code, kind, code: read.code }, 'a callback was refused')
    return refuse(reply, read.code === 'unreadable' ? 400 : 503, read.code)
  }
  const asked = { store, provider, checkoutId, purchase: read.purchase }
  const actor: Actor = { kind: 'provider', id: provider, onBehalfOf: null, requestId: request.id }
  if (kind === 'validation') {
    const answer = await approvePurchase(services, actor, asked)
    if (!answer.ok) logRefusal(services, { provider, store, kind }, answer.code)
    return sendAnswer(reply, asking.answerPurchase(answer.ok ? answer : refusalOf(store, answer)))
  }
  if (!asking.answerAddress) return refuse(reply, 404, 'unknown_address')
  const answer = await repricePurchase(services, actor, asked)
  if (!answer.ok) logRefusal(services, { provider, store, kind }, answer.code)
  return sendAnswer(reply, asking.answerAddress(answer.ok ? answer : refusalOf(store, answer)))
}

function logRefusal({ log }: CallbackServices, { provider, store, kind }: Address, code: string): void {
  log.warn({ provider, store: store.code, kind, code }, 'a purchase was refused')
}

type Refusal = Extract<
  Awaited<ReturnType<typeof approvePurchase>> | Awaited<ReturnType<typeof repricePurchase>>,
  { ok: false }
>

/** The reason in the store's language, as the provider shows it to the shopper. */
function refusalOf(store: Store, refusal: Refusal): Extract<PurchaseDecision, { ok: false }> {
  const { refusal: words } = textsOf(store.code).answers
  switch (refusal.code) {
    case 'other_country':
      return { ok: false, isAddress: true, message: words.other_country }
    case 'unknown_payment':
      return { ok: false, isAddress: false, message: words.checkout_not_found }
    case 'above_limit':
      return { ok: false, isAddress: false, message: limitWords(store, refusal.aboveLimit) }
    case 'invalid_fields': {
      const [problem] = Object.values(fieldTexts(store.code, refusal.fields))
      return { ok: false, isAddress: true, message: problem ?? words.invalid_fields }
    }
    default:
      return { ok: false, isAddress: false, message: words[refusal.code] }
  }
}

function sendAnswer(reply: FastifyReply, { status, headers = {}, body }: CallbackAnswer): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? {})
}

function callbackRequest({ headers, query, body }: FastifyRequest): CallbackRequest {
  const single = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
  return {
    headers: single(headers),
    query: single(query as Record<string, unknown>),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  }
}
