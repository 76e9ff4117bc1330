/**
 * The simulated Stripe: PaymentIntents, refunds, events and webhook endpoints under their own paths, and a
 * stand-in for Stripe.js. Protocol as Stripe publishes it; it shares no code with the adapter.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sumsOf } from '../simulator/payment.ts'
import type { SimulatedPayment, SimulatedProvider } from '../simulator/simulated-provider.ts'
import { simulatedAccounts, type SimulatedAccount } from './accounts.ts'
import { createCharges, type Charges } from './charges.ts'
import { apiVersion, createEvents, type Endpoint, type Events } from './events.ts'
import { paidCharge, statusOf, type Intent } from './intent.ts'
import { createCustomers, type Customers } from './customers.ts'
import { addPage } from './page.ts'
import { createPaymentIntents, type PaymentIntents } from './payment-intents.ts'
import { createSetupIntents, type SetupIntents } from './setup-intents.ts'
import { list, metadata, readParameters } from './read-form.ts'
import { listOf, makeId, missing, ok, refusal, seconds, type Answer } from './stripe-answer.ts'

export const simulatedStripe: SimulatedProvider = {
  name: 'stripe',
  mount(app, context) {
    const events = createEvents(context)
    const customers = createCustomers(context)
    const intents = createPaymentIntents(context, events, customers)
    const charges = createCharges(context, events, intents)
    const setups = createSetupIntents(context.clock, customers)
    const answered = new Map<string, FirstAnswer>()
    addApi(app, { intents, charges, setups, customers, events, answered, now: context.clock.now })
    addPage(app, context, intents, setups)
    return {
      payments: () => intents.all().map(paymentOf),
      clear() {
        intents.clear()
        setups.clear()
        customers.clear()
        events.clear()
        answered.clear()
      },
    }
  },
}

function paymentOf(intent: Intent): SimulatedPayment {
  return {
    id: intent.id,
    status: statusOf(intent),
    currency: intent.currency.toUpperCase(),
    amountMinor: intent.amount,
    ...sumsOf(paidCharge(intent)?.payment),
    reference: intent.metadata['order_number'] ?? null,
  }
}

/** The answer to the first request with an idempotency key. */
interface FirstAnswer {
  /** Of method, path and parameters. */
  fingerprint: string
  answer: Answer
  requestId: string
}

interface Api {
  intents: PaymentIntents
  charges: Charges
  setups: SetupIntents
  customers: Customers
  events: Events
  answered: Map<string, FirstAnswer>
  now: () => number
}

interface IdParams {
  id: string
}

const endpointSchema = z.strictObject({
  url: z.url(),
  enabled_events: list(z.string()),
  description: z.string().optional(),
  api_version: z.string().optional(),
  metadata: metadata.optional(),
})

function addApi(app: FastifyInstance, api: Api): void {
  const { intents, charges, setups, customers, events, now } = api
  const query = ({ url }: FastifyRequest) => url.split('?')[1] ?? ''
  const body = (request: FastifyRequest) => request.body as string | undefined

  const get = (
    path: string,
    run: (account: SimulatedAccount, id: string, request: FastifyRequest) => Answer,
  ) =>
    app.get<{ Params: IdParams }>(path, (request, reply) =>
      asAccount(request, reply, (account) => run(account, request.params.id, request)),
    )
  const post = (
    path: string,
    run: (account: SimulatedAccount, id: string, text: string | undefined) => Answer,
  ) =>
    app.post<{ Params: IdParams }>(path, (request, reply) =>
      asAccount(request, reply, (account) =>
        once(api, request, reply, account, () => run(account, request.params.id, body(request))),
      ),
    )

  post('/v1/payment_intents', (account, _id, text) => intents.create(account, text))
  get('/v1/payment_intents', (account, _id, request) => intents.list(account, query(request)))
  get('/v1/payment_intents/:id', (account, id, request) => intents.read(account, id, query(request)))
  post('/v1/payment_intents/:id', intents.update)
  post('/v1/payment_intents/:id/confirm', intents.confirm)
  post('/v1/payment_intents/:id/capture', intents.capture)
  post('/v1/payment_intents/:id/cancel', intents.cancel)
  post('/v1/customers', (account, _id, text) => customers.create(account, text))
  get('/v1/customers/:id', (account, id) => customers.read(account, id))
  app.delete<{ Params: IdParams }>('/v1/customers/:id', (request, reply) =>
    asAccount(request, reply, (account) => customers.remove(account, request.params.id)),
  )
  get('/v1/payment_methods/:id', (account, id) => customers.readMethod(account, id))
  post('/v1/setup_intents', (account, _id, text) => setups.create(account, text))
  get('/v1/setup_intents/:id', (account, id, request) => setups.read(account, id, query(request)))
  post('/v1/setup_intents/:id/confirm', setups.confirm)
  get('/v1/charges/:id', (account, id) => charges.read(account, id))
  post('/v1/refunds', (account, _id, text) => charges.refund(account, text))
  get('/v1/refunds', (account, _id, request) => charges.listRefunds(account, query(request)))
  get('/v1/refunds/:id', (account, id) => charges.readRefund(account, id))

  get('/v1/events', (account) =>
    ok(
      listOf(
        '/v1/events',
        events
          .list(account)
          .map((event) => event.body)
          .reverse(),
      ),
    ),
  )
  get('/v1/events/:id', (account, id) => {
    const event = events.list(account).find((each) => each.body.id === id)
    return event ? ok(event.body) : missing('event', id, 'id')
  })

  post('/v1/webhook_endpoints', (account, _id, text) => {
    const read = readParameters(endpointSchema, text)
    if (!read.ok) return read.answer
    const {
      url,
      enabled_events: enabledEvents,
      description,
      api_version: version,
      metadata: kept,
    } = read.values
    const endpoint: Endpoint = {
      id: makeId('we'),
      account,
      url,
      enabledEvents,
      description: description ?? null,
      apiVersion: version ?? null,
      metadata: kept ?? {},
      createdAt: now(),
    }
    events.addEndpoint(endpoint)
    // The secret is answered only here.
    return ok({ ...describeEndpoint(endpoint), secret: account.webhookSecret })
  })
  get('/v1/webhook_endpoints', (account) =>
    ok(listOf('/v1/webhook_endpoints', events.endpoints(account).map(describeEndpoint))),
  )
  app.delete<{ Params: IdParams }>('/v1/webhook_endpoints/:id', (request, reply) =>
    asAccount(request, reply, (account) => {
      const { id } = request.params
      const endpoint = events.endpoints(account).find((each) => each.id === id)
      if (!endpoint) return missing('webhook endpoint', id, 'id')
      events.removeEndpoint(endpoint)
      return ok({ id, object: 'webhook_endpoint', deleted: true })
    }),
  )
}

function describeEndpoint(endpoint: Endpoint): object {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    api_version: endpoint.apiVersion,
    application: null,
    created: seconds(endpoint.createdAt),
    description: endpoint.description,
    enabled_events: endpoint.enabledEvents,
    livemode: false,
    metadata: endpoint.metadata,
    status: 'enabled',
    url: endpoint.url,
  }
}

/**
 * Carries out a request once per idempotency key. Stripe stores nothing for a request whose parameters it
 * refuses, so that it may be repeated with better ones.
 */
function once(
  { answered }: Api,
  request: FastifyRequest,
  reply: FastifyReply,
  account: SimulatedAccount,
  run: () => Answer,
): Answer {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string') return run()
  if (key.length > 255)
    return refusal({
      type: 'invalid_request_error',
      message: 'Idempotency-Key is longer than 255 characters.',
    })
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.url}\n${typeof request.body === 'string' ? request.body : ''}`)
    .digest('hex')
  const slot = `${account.id} ${key}`
  const first = answered.get(slot)
  if (first && first.fingerprint !== fingerprint)
    return refusal({
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  if (first) {
    void reply.header('idempotent-replayed', 'true').header('original-request', first.requestId)
    return first.answer
  }
  const answer = run()
  if (answer.isInvalid !== true && answer.status !== 404) {
    // Later changes of an object must not show in the stored answer.
    const stored = { ...answer, body: JSON.parse(JSON.stringify(answer.body)) as object }
    answered.set(slot, { fingerprint, answer: stored, requestId: makeId('req') })
  }
  return answer
}

/** Answers the account of the secret key. */
function asAccount(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (account: SimulatedAccount) => Answer,
): FastifyReply {
  void reply.header('request-id', makeId('req')).header('stripe-version', apiVersion)
  const refuse = (message: string, status = 401) => reply.code(status).send(refusal({ message }).body)
  const key = keyOf(request.headers.authorization)
  if (key === null)
    return refuse(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    )
  const account = simulatedAccounts.find(({ secretKey }) => secretKey === key)
  if (!account) return refuse(`Invalid API Key provided: ${key.slice(0, 7)}****`)
  const version = request.headers['stripe-version']
  if (version !== undefined && version !== apiVersion)
    return refuse(`Invalid Stripe API version: ${String(version)}`, 400)
  const type = request.headers['content-type']
  if (typeof request.body === 'string' && type?.startsWith('application/x-www-form-urlencoded') !== true)
    return refuse('Invalid request: the content type must be application/x-www-form-urlencoded.', 400)
  const { status, body } = answer(account)
  return reply.code(status).send(body)
}

function keyOf(authorization: string | undefined): string | null {
  const [, bearer] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? []
  if (bearer !== undefined) return bearer
  const [, basic] = /^Basic (\S+)$/.exec(authorization ?? '') ?? []
  if (basic === undefined) return null
  return Buffer.from(basic, 'base64').toString('utf8').split(':')[0] ?? null
}
