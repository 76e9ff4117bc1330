/** A running simulator with a fake shop behind it, for tests of Stripe's simulator and adapter. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type Stripe from 'stripe'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Exchange } from '../../sandbox/simulator/request-log.ts'
import { startSimulator, type Simulator } from '../../sandbox/simulator/simulator.ts'
import { createVirtualClock } from '../../sandbox/simulator/virtual-clock.ts'
import { simulatedAccount } from '../../sandbox/stripe/accounts.ts'
import { simulatedStripe } from '../../sandbox/stripe/simulator.ts'
import type { StripeAccount } from './account.ts'
import { createStripeClient } from './client.server.ts'
import { offeredMethods } from './methods.ts'

/** A webhook as the shop received it. */
export interface ReceivedWebhook {
  headers: Record<string, string | undefined>
  body: Buffer
  event: Stripe.Event
}

export interface StripeWorld {
  simulator: Simulator
  /** Address of the simulated Stripe. */
  url: string
  received: ReceivedWebhook[]
  /** The status with which the shop answers webhooks, 200 at first. */
  answerWith(status: number): void
  account(store: StoreCode): StripeAccount
  /** The official SDK with the account of the Swedish store. */
  sdk: Stripe
  control(method: string, path: string, body?: unknown): Promise<unknown>
  fault(given: object): Promise<unknown>
  exchanges(): Promise<Exchange[]>
  /** Carries out the timers that are due now: webhooks that are sent at once. */
  deliver(): Promise<void>
  /** A raw request with the Swedish store's secret key. */
  send(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Headers; body: Record<string, never> }>
  stop(): Promise<void>
}

export const startOfTime = Date.parse('2026-11-22T12:00:00Z')

export async function openStripe(): Promise<StripeWorld> {
  const received: ReceivedWebhook[] = []
  let status = 200
  const shop: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const headers = request.headers as Record<string, string | undefined>
      received.push({ headers, body, event: JSON.parse(body.toString()) as Stripe.Event })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve)
  })
  const started = await startSimulator({
    port: 0,
    providers: [simulatedStripe],
    root: process.cwd(),
    clock: createVirtualClock({ startMs: startOfTime, isFrozen: true }),
  })
  const simulator = started!
  const url = `${simulator.url}/stripe`
  const account = (store: StoreCode): StripeAccount => {
    const { secretKey, publishableKey, webhookSecret } = simulatedAccount(store)
    return {
      apiUrl: url,
      scriptUrl: `${url}/dahlia/stripe.js`,
      secretKey,
      publishableKey,
      webhookSecret,
      methods: offeredMethods(store),
    }
  }
  const sdk = createStripeClient(account('sv'))
  await sdk.webhookEndpoints.create({
    url: `http://127.0.0.1:${(shop.address() as AddressInfo).port}/webhooks`,
    enabled_events: ['*'],
  })
  const control: StripeWorld['control'] = async (method, path, body) => {
    const response = await fetch(`${simulator.url}/control/${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return response.json()
  }

  return {
    simulator,
    url,
    received,
    answerWith: (wanted) => (status = wanted),
    account,
    sdk,
    control,
    fault: (given) => control('POST', 'faults', { provider: 'stripe', ...given }),
    exchanges: async () => (await control('GET', 'requests')) as Exchange[],
    deliver: () => simulator.clock.advance(0),
    async send(method, path, body, headers = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${simulatedAccount('sv').secretKey}`,
          ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(body !== undefined && { body }),
      })
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Record<string, never>,
      }
    },
    async stop() {
      await simulator.stop()
      shop.closeAllConnections()
      await new Promise((resolve) => shop.close(resolve))
    },
  }
}

const publishedFile = join(
  process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../shared/data'),
  'provider-apis/stripe-objects.json',
)

/** Tests that need Stripe's published objects are skipped by name where they are absent. */
export const hasPublishedObjects = existsSync(publishedFile)

type Json = Record<string, unknown>

/**
 * What differs between an answer and Stripe's example of its kind: members that the example does not have, members
 * of the example that are missing, and values of another type. Null is allowed for every member, as Stripe's
 * examples are of objects in one state only.
 */
export function comparePublished(answer: Json): string[] {
  const published = JSON.parse(readFileSync(publishedFile, 'utf8')) as Record<string, Json>
  const kind = String(answer['object'])
  const example = published[kind]
  if (!example) return [`${kind} is not published`]
  const names = new Set([...Object.keys(example), ...Object.keys(answer)])
  return [...names].flatMap((name) => {
    if (!(name in answer)) return optional.has(`${kind}.${name}`) ? [] : [`${kind}.${name} is missing`]
    if (!(name in example)) return allowed.has(`${kind}.${name}`) ? [] : [`${kind}.${name} is not published`]
    const [given, shown] = [answer[name], example[name]]
    if (given === null || shown === null) return []
    return typeOf(given) === typeOf(shown) || expandable.has(`${kind}.${name}`)
      ? []
      : [`${kind}.${name} is ${typeOf(given)}, published is ${typeOf(shown)}`]
  })
}

/** `refunds` is answered only where it is expanded, since API version 2022-11-15. */
const optional = new Set(['charge.refunds', 'payment_method.card'])
/** Answered once, by the creation; the details of other methods than the example's card. */
const allowed = new Set(['webhook_endpoint.secret', 'payment_method.swish', 'payment_method.mobilepay'])
const expandable = new Set(['payment_intent.latest_charge'])

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value
}
