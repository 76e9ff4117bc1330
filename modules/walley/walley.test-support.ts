/**
 * A running simulator with a fake shop behind it, for tests of Walley's simulator and adapter, and Walley's
 * interface as schemas. Walley publishes no machine-readable description, so the schemas are the tables of its
 * developer pages; fields that they do not name are errors.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Exchange } from '../../sandbox/simulator/request-log.ts'
import { startSimulator, type Simulator } from '../../sandbox/simulator/simulator.ts'
import { createVirtualClock } from '../../sandbox/simulator/virtual-clock.ts'
import { simulatedMerchant } from '../../sandbox/walley/merchants.ts'
import { simulatedWalley } from '../../sandbox/walley/simulator.ts'

export interface ShopAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface WalleyWorld {
  simulator: Simulator
  /** Address of the simulated Walley. */
  url: string
  /** Address of the fake shop. */
  shopUrl: string
  /** Callbacks that the shop received: method, path with query, and body. */
  received: { method: string; path: string; body: string }[]
  /** How the shop answers a path; 200 where nothing is set, null: never. */
  shopAnswers: Map<string, ShopAnswer | null>
  /** Resolves when the shop receives the next callback. */
  nextCallback(): Promise<void>
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /** A request with a token of the Swedish store. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Envelope | null }>
  token(changes?: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }>
  /** What the frame's page sends. */
  shopper(publicToken: string, action: string, body: unknown): Promise<Record<string, unknown>>
  /** Identifies and pays. */
  pay(publicToken: string, choice?: { method?: string; outcome?: string }): Promise<Record<string, unknown>>
  exchanges(): Promise<Exchange[]>
  stop(): Promise<void>
}

interface Envelope {
  id: string
  data: Record<string, unknown> | null
  error: { code: number; message: string; errors: { reason: string; message: string }[] } | null
}

export const startOfTime = Date.parse('2026-11-22T12:00:00Z')

export const exampleShopper = {
  email: 'anna@example.com',
  mobilePhoneNumber: '+46700000000',
  firstName: 'Anna',
  lastName: 'Ek',
  address: 'Storgatan 1',
  postalCode: '22100',
  city: 'Lund',
}

export async function openWalley(): Promise<WalleyWorld> {
  const received: WalleyWorld['received'] = []
  const shopAnswers: WalleyWorld['shopAnswers'] = new Map()
  let notify = () => {}
  const shop: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ method: request.method ?? '', path: request.url ?? '', body })
      notify()
      const answer = shopAnswers.get((request.url ?? '').replace(/\?.*$/, ''))
      if (answer === null) return
      response.writeHead(answer?.status ?? 200, answer?.headers).end(answer?.body)
    })
  })
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve)
  })
  const started = await startSimulator({
    port: 0,
    providers: [simulatedWalley],
    root: process.cwd(),
    clock: createVirtualClock({ startMs: startOfTime, isFrozen: true }),
  })
  const simulator = started!
  const url = `${simulator.url}/walley`
  let authorization: string | undefined

  const token: WalleyWorld['token'] = async (changes = {}) => {
    const { clientId, clientSecret } = simulatedMerchant('sv')
    const response = await fetch(`${url}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'client_credentials',
        scope: '705798e0-8cef-427c-ae00-6023deba29af/.default',
        ...changes,
      }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  const shopper: WalleyWorld['shopper'] = async (publicToken, action, body) => {
    const response = await fetch(`${url}/page/${publicToken}/${action}`, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, unknown>
  }

  return {
    simulator,
    url,
    shopUrl: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`,
    received,
    shopAnswers,
    nextCallback: () =>
      new Promise<void>((resolve) => {
        notify = resolve
      }),
    async control(method, path, body) {
      const response = await fetch(`${simulator.url}/control/${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return response.json()
    },
    async call(method, path, body, headers = {}) {
      authorization ??= `Bearer ${String((await token()).body['access_token'])}`
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : (JSON.parse(text) as Envelope),
      }
    },
    token,
    shopper,
    async pay(publicToken, { method = 'Card', outcome = 'accept' } = {}) {
      await shopper(publicToken, 'identify', exampleShopper)
      return shopper(publicToken, 'pay', { method, outcome })
    },
    async exchanges() {
      const response = await fetch(`${simulator.url}/control/requests`)
      return (await response.json()) as Exchange[]
    },
    async stop() {
      await simulator.stop()
      shop.closeAllConnections()
      await new Promise((resolve) => shop.close(resolve))
    },
  }
}

/** The example of payments.md. */
export function exampleCheckout(shopUrl: string): Record<string, unknown> {
  return {
    storeId: simulatedMerchant('sv').storeIds.b2c,
    countryCode: 'SE',
    redirectPageUri: `${shopUrl}/thanks?t={checkout.publictoken}`,
    merchantTermsUri: `${shopUrl}/terms`,
    notificationUri: `${shopUrl}/notification?id={checkout.id}`,
    validationUri: `${shopUrl}/validation?id={checkout.id}`,
    cart: { items: [{ id: 'BAT-12V', description: 'Battery 12V', unitPrice: 125, quantity: 2, vat: 25 }] },
    fees: { shipping: { id: 'pn', description: 'PostNord', unitPrice: 49, vat: 25 } },
  }
}

const decimal = z
  .number()
  .refine((amount) => /^-?\d+(?:\.\d{1,2})?$/.test(String(amount)), 'more than two decimals')
const uuid = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
const uri = z.string().regex(/^https?:\/\/\S+$/)

const item = z.strictObject({
  id: z.string().min(1),
  description: z.string().min(1),
  unitPrice: decimal,
  quantity: z.int().min(1),
  vat: decimal,
})
const uniqueItems = z
  .array(item)
  .min(1)
  .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, 'ids are not unique')
const shippingFee = z.strictObject({
  id: z.string(),
  description: z.string(),
  unitPrice: decimal,
  vat: decimal,
})
const fees = z.strictObject({ shipping: shippingFee.nullable().optional() })
const prefill = z.strictObject({
  email: z.string().optional(),
  mobilePhoneNumber: z.string().optional(),
  deliveryAddress: z.record(z.string(), z.string()).optional(),
})

const initializeRequest = z.strictObject({
  storeId: z.int(),
  countryCode: z.enum(['SE', 'NO', 'FI', 'DK', 'DE', 'EU']),
  reference: z.string().optional(),
  redirectPageUri: uri.optional(),
  checkoutAbortedRedirectPageUri: uri.optional(),
  merchantTermsUri: uri,
  notificationUri: uri,
  validationUri: uri.optional(),
  profileName: z.string().optional(),
  privateCustomerPrefill: prefill.optional(),
  cart: z.strictObject({ items: uniqueItems }),
  fees: fees.optional(),
})

const operation = z.strictObject({
  amount: decimal.refine((amount) => amount > 0),
  items: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        description: z.string().optional(),
        unitPrice: decimal,
        quantity: z.int(),
        type: z.literal('purchase').optional(),
      }),
    )
    .optional(),
  description: z.string().optional(),
  actionReference: z.string().optional(),
})

const envelope = (data: z.ZodType) => z.strictObject({ id: uuid, data, error: z.null() })
const errorEnvelope = z.strictObject({
  id: uuid,
  data: z.null(),
  error: z.strictObject({
    code: z.int(),
    message: z.string(),
    errors: z.array(z.strictObject({ reason: z.string(), message: z.string() })),
  }),
})

const address = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  coAddress: z.string().nullable(),
  address: z.string(),
  address2: z.string().nullable(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
  companyName: z.string().optional(),
})
const checkoutAnswer = z.strictObject({
  customerType: z.enum(['PrivateCustomer', 'BusinessCustomer']),
  customer: z
    .strictObject({
      email: z.string(),
      mobilePhoneNumber: z.string(),
      deliveryContactInformation: z.strictObject({ mobilePhoneNumber: z.string() }),
      deliveryAddress: address,
      billingAddress: address,
    })
    .nullable(),
  businessCustomer: z
    .strictObject({
      organizationNumber: z.string(),
      invoiceReference: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      mobilePhoneNumber: z.string(),
      invoiceAddress: address,
      deliveryAddress: address,
    })
    .nullable(),
  countryCode: z.string(),
  status: z.enum(['Initialized', 'CustomerIdentified', 'CommittedToPurchase', 'PurchaseCompleted']),
  reference: z.string().nullable(),
  cart: z.strictObject({ items: z.array(item), totalAmount: decimal }).nullable(),
  fees: z.strictObject({ shipping: shippingFee.nullable().optional(), totalAmount: decimal }).nullable(),
  purchase: z
    .strictObject({
      amountToPay: decimal,
      paymentName: z.string(),
      purchaseIdentifier: z.string(),
      result: z.enum(['Preliminary', 'Activated', 'Signing', 'OnHold', 'Rejected', 'Completed']),
    })
    .nullable(),
  order: z.strictObject({ orderId: uuid, totalAmount: decimal, items: z.array(item) }).nullable(),
  shipping: z.null(),
  metadata: z.record(z.string(), z.string()).nullable(),
})
const orderAnswer = z.strictObject({
  id: uuid,
  reference: z.string().nullable(),
  paymentMethod: z.string(),
  totalAmount: decimal,
  currency: z.enum(['SEK', 'NOK', 'DKK', 'EUR']),
  status: z.string(),
  salesSegment: z.enum(['B2C', 'B2B']),
  countryCode: z.string(),
  productCode: z.string().nullable(),
  placedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  items: z.array(item),
  invoices: z.array(z.unknown()),
})

interface Route {
  method: string
  path: RegExp
  /** Undefined: no body. */
  request?: z.ZodType
  status: number
  answer?: z.ZodType
}

const changed = envelope(z.null())
const routes: Route[] = [
  {
    method: 'POST',
    path: /^\/checkouts$/,
    request: initializeRequest,
    status: 200,
    answer: envelope(
      z.strictObject({
        privateId: uuid,
        publicToken: z.string().regex(/^public-[A-Z]{2}-[0-9a-f]{48}$/),
        expiresAt: z.iso.datetime(),
      }),
    ),
  },
  { method: 'GET', path: /^\/checkouts\/[^/]+$/, status: 200, answer: envelope(checkoutAnswer) },
  {
    method: 'PUT',
    path: /^\/checkouts\/[^/]+\/cart$/,
    request: z.strictObject({ items: uniqueItems }),
    status: 200,
    answer: changed,
  },
  { method: 'PUT', path: /^\/checkouts\/[^/]+\/fees$/, request: fees, status: 200, answer: changed },
  {
    method: 'PUT',
    path: /^\/checkouts\/[^/]+\/reference$/,
    request: z.strictObject({ Reference: z.string() }),
    status: 200,
    answer: changed,
  },
  { method: 'GET', path: /^\/manage\/orders\/[^/]+$/, status: 200, answer: envelope(orderAnswer) },
  { method: 'POST', path: /^\/manage\/orders\/[^/]+\/(?:capture|refund)$/, request: operation, status: 202 },
  {
    method: 'POST',
    path: /^\/manage\/orders\/[^/]+\/cancel$/,
    request: z.strictObject({ actionReference: z.string().optional() }),
    status: 202,
  },
  { method: 'POST', path: /^\/manage\/orders\/[^/]+\/extend$/, status: 202 },
]

/**
 * Problems of recorded traffic by the tables. `onlyAnswers`: for tests that send faulty requests on purpose.
 */
export function checkTraffic(
  exchanges: readonly Exchange[],
  { onlyAnswers = false } = {},
): { exchange: string; problems: string[] }[] {
  return exchanges.flatMap((exchange) => {
    const { method, url, response } = exchange
    const problems =
      exchange.direction === 'callback'
        ? callbackProblems(exchange)
        : requestProblems(exchange, { onlyAnswers })
    return problems.length === 0
      ? []
      : [{ exchange: `${method} ${url} ${response?.status ?? '–'}`, problems }]
  })
}

/** Notifications and validations have no body; the former are GET. */
function callbackProblems({ callback, method, request }: Exchange): string[] {
  const isExpected = method === (callback === 'notification' ? 'GET' : 'POST')
  return [
    ...(isExpected ? [] : [`${callback} with ${method}`]),
    ...(request.body === null ? [] : [`${callback} with a body`]),
  ]
}

function requestProblems(exchange: Exchange, { onlyAnswers }: { onlyAnswers: boolean }): string[] {
  const { method, url, request, response, fault } = exchange
  const answered = response && fault === null ? response : null
  if (url === '/oauth2/v2.0/token') return tokenProblems(exchange)
  const route = routes.find((each) => each.method === method && each.path.test(url))
  if (!route) return ['unknown route']
  const asked = onlyAnswers
    ? []
    : [
        ...bodyProblems('request', route.request, request.body),
        ...(request.headers['authorization'] === 'Bearer ***' ? [] : ['request: no bearer token']),
        ...(method === 'POST' &&
        url.startsWith('/manage/') &&
        !uuid.safeParse(request.headers['x-idempotency']).success
          ? ['request: no idempotency key']
          : []),
      ]
  if (!answered) return asked
  const schema = answered.status === route.status ? route.answer : errorEnvelope
  const location = answered.status === 202 && !answered.headers['location'] ? ['answer: no location'] : []
  return [...asked, ...bodyProblems('answer', schema, answered.body), ...location]
}

function tokenProblems({ request, response }: Exchange): string[] {
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
  const names = [...form.keys()].toSorted().join(' ')
  return [
    ...(names === 'client_id client_secret grant_type scope' ? [] : [`request: ${names}`]),
    ...(response?.status === 200
      ? bodyProblems(
          'answer',
          z.strictObject({
            token_type: z.literal('Bearer'),
            expires_in: z.int(),
            access_token: z.literal('***'),
          }),
          response.body,
        )
      : []),
  ]
}

function bodyProblems(way: string, schema: z.ZodType | undefined, body: unknown): string[] {
  if (!schema) return body === null ? [] : [`${way}: a body where none is expected`]
  const read = schema.safeParse(body)
  return read.success
    ? []
    : read.error.issues.map(({ path, message }) => `${way}.${path.join('.')}: ${message}`)
}
