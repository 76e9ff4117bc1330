/** A running simulator with a fake shop behind it, for tests of Kustom's simulator and adapter. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { basketOfOrder } from '../../domain/payments/payment-basket.ts'
import type { PaymentProvider } from '../../domain/payments/payment-provider.ts'
import { readPublishedApi, type PublishedApi } from '../../test/published-api.ts'
import type { Exchange } from '../../sandbox/simulator/request-log.ts'
import { startSimulator, type Simulator } from '../../sandbox/simulator/simulator.ts'
import { createVirtualClock } from '../../sandbox/simulator/virtual-clock.ts'
import { simulatedMerchant } from '../../sandbox/kustom/merchants.ts'
import { simulatedKustom } from '../../sandbox/kustom/simulator.ts'

export interface ShopAnswer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface KustomWorld {
  simulator: Simulator
  /** Address of the simulated Kustom. */
  url: string
  /** Address of the fake shop. */
  shopUrl: string
  /** Callbacks that the shop received: path with query, and body. */
  received: { path: string; body: string }[]
  /** How the shop answers a path; 200 where nothing is set, null: never. */
  shopAnswers: Map<string, ShopAnswer | null>
  /** Resolves when the shop receives the next callback. */
  nextCallback(): Promise<void>
  control(method: string, path: string, body?: unknown): Promise<unknown>
  /** A request with the credentials of the Swedish store. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> | null }>
  /** What the frame's page sends. */
  shopper(id: string, action: string, body: unknown): Promise<Record<string, unknown>>
  exchanges(): Promise<Exchange[]>
  stop(): Promise<void>
}

export const startOfTime = Date.parse('2026-11-22T12:00:00Z')

export async function openKustom(): Promise<KustomWorld> {
  const received: KustomWorld['received'] = []
  const shopAnswers: KustomWorld['shopAnswers'] = new Map()
  let notify = () => {}
  const shop: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body })
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
    providers: [simulatedKustom],
    root: process.cwd(),
    clock: createVirtualClock({ startMs: startOfTime, isFrozen: true }),
  })
  const simulator = started!
  const url = `${simulator.url}/kustom`
  const { username, password } = simulatedMerchant('sv')
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

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
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.includes('json')
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? (JSON.parse(text) as Record<string, unknown>) : null,
      }
    },
    async shopper(id, action, body) {
      const response = await fetch(`${url}/page/${id}/${action}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      return (await response.json()) as Record<string, unknown>
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

/** The example of payments.md, as the shop's own requests look. */
export function exampleOrder(shopUrl: string): Record<string, unknown> {
  return {
    purchase_country: 'SE',
    purchase_currency: 'SEK',
    locale: 'sv-SE',
    order_amount: 29800,
    order_tax_amount: 5960,
    order_lines: [
      {
        type: 'physical',
        reference: 'BAT-12V',
        name: 'Battery 12V',
        quantity: 2,
        quantity_unit: 'pcs',
        unit_price: 12500,
        tax_rate: 2500,
        total_discount_amount: 100,
        total_amount: 24900,
        total_tax_amount: 4980,
      },
      {
        type: 'shipping_fee',
        reference: 'pn-sp',
        name: 'PostNord',
        quantity: 1,
        unit_price: 4900,
        tax_rate: 2500,
        total_amount: 4900,
        total_tax_amount: 980,
      },
    ],
    merchant_urls: {
      terms: `${shopUrl}/terms`,
      checkout: `${shopUrl}/checkout`,
      confirmation: `${shopUrl}/confirmation?kco={checkout.order.id}`,
      push: `${shopUrl}/push?kco={checkout.order.id}`,
      validation: `${shopUrl}/validation?kco={checkout.order.id}`,
    },
    merchant_reference1: 'SE1001',
    merchant_reference2: 'checkout-1',
    options: { require_validate_callback_success: true },
  }
}

/** Opens a payment of an order at Kustom, as its checkout would; returns Kustom's order id. */
export async function openAtKustom(
  world: KustomWorld,
  kustom: PaymentProvider,
  snapshot: OrderSnapshot,
): Promise<string> {
  const opened = await kustom.create({
    idempotencyKey: 'attempt',
    checkoutId: 'checkout-1',
    order: null,
    basket: basketOfOrder(snapshot),
    urls: {
      terms: `${world.shopUrl}/terms`,
      checkout: `${world.shopUrl}/checkout`,
      confirmation: `${world.shopUrl}/confirmation`,
      notification: `${world.shopUrl}/push`,
      validation: `${world.shopUrl}/validation`,
    },
    email: 'anna@example.com',
    prefill: null,
  })
  if (!opened.ok) throw new Error(opened.code)
  return opened.providerOrderId
}

interface Problem {
  exchange: string
  problems: string[]
}

/**
 * Problems of recorded traffic by the published files. `onlyAnswers`: for tests that send faulty requests on
 * purpose.
 */
export function checkTraffic(exchanges: readonly Exchange[], { onlyAnswers = false } = {}): Problem[] {
  const checkout = readPublishedApi('kustom-checkout-api-openapi.yml')
  const management = readPublishedApi('order-management-api-openapi.yml')
  const callbacks = readPublishedApi('kustom-checkout-callback-api-openapi.yml', { isCallback: true })
  return exchanges.flatMap((exchange) => {
    const { method, url, request, response, direction, callback, fault } = exchange
    if (callback === 'push') return []
    const api: PublishedApi =
      direction === 'callback' ? callbacks : url.startsWith('/checkout/') ? checkout : management
    const path = direction === 'callback' ? `/merchant_urls.${callback}` : url
    const problems = [
      ...(onlyAnswers && direction === 'request' ? [] : api.checkRequest(method, path, request.body)),
      ...(response && fault === null ? api.checkResponse(method, path, response.status, response.body) : []),
    ]
    return problems.length === 0
      ? []
      : [{ exchange: `${method} ${path} ${response?.status ?? '–'}`, problems }]
  })
}
