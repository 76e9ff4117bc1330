/** Events of the simulated Stripe: kept for reading, and posted to the endpoints of the account, signed. */
import { createHmac } from 'node:crypto'
import type { SimulatorContext } from '../simulator/simulated-provider.ts'
import type { SimulatedAccount } from './accounts.ts'
import { makeId, seconds } from './stripe-answer.ts'

export interface Endpoint {
  id: string
  account: SimulatedAccount
  url: string
  enabledEvents: string[]
  description: string | null
  apiVersion: string | null
  metadata: Record<string, string>
  createdAt: number
}

export interface StripeEvent {
  account: SimulatedAccount
  body: { id: string; type: string; [member: string]: unknown }
}

export interface Events {
  /** `payment`: the id of the PaymentIntent that it is about. */
  emit(account: SimulatedAccount, payment: string, type: string, object: object): void
  list(account: SimulatedAccount): StripeEvent[]
  addEndpoint(endpoint: Endpoint): void
  endpoints(account: SimulatedAccount): Endpoint[]
  removeEndpoint(endpoint: Endpoint): void
  /** Forgets the events. Endpoints belong to the account and stay. */
  clear(): void
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** At once, then with growing pauses for three days. */
const deliveryScheduleMs = [
  0,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  ...Array.from({ length: 6 }, (_, index) => (index + 1) * 12 * hourMs - 2 * hourMs),
]

const deliveryMs = 10_000

/** The version of the API with which events and answers are written. */
export const apiVersion = '2026-07-29.dahlia'

export function createEvents({ clock, callbacks }: Pick<SimulatorContext, 'clock' | 'callbacks'>): Events {
  let events: StripeEvent[] = []
  let endpoints: Endpoint[] = []

  return {
    emit(account, payment, type, object) {
      const receivers = endpoints.filter(
        (endpoint) =>
          endpoint.account === account &&
          endpoint.enabledEvents.some((enabled) => enabled === '*' || enabled === type),
      )
      const body = {
        id: makeId('evt'),
        object: 'event',
        api_version: apiVersion,
        created: seconds(clock.now()),
        data: { object },
        livemode: false,
        pending_webhooks: receivers.length,
        request: { id: null, idempotency_key: null },
        type,
      }
      events.push({ account, body })
      const text = JSON.stringify(body)
      for (const { url } of receivers)
        callbacks.report({
          name: type,
          payment,
          method: 'POST',
          url,
          headers: () => ({
            'content-type': 'application/json; charset=utf-8',
            'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
            'stripe-signature': signatureOf(text, account.webhookSecret, seconds(clock.now())),
          }),
          body: text,
          timeoutMs: deliveryMs,
          scheduleMs: deliveryScheduleMs,
          isDone: (answer) => answer !== null && answer.status >= 200 && answer.status < 300,
        })
    },
    list: (account) => events.filter((event) => event.account === account),
    addEndpoint: (endpoint) => void endpoints.push(endpoint),
    endpoints: (account) => endpoints.filter((endpoint) => endpoint.account === account),
    removeEndpoint(endpoint) {
      endpoints = endpoints.filter((other) => other !== endpoint)
    },
    clear() {
      events = []
    },
  }
}

/** `v1` is the HMAC-SHA256 of the time and the exact body; the key is the whole secret with its prefix. */
function signatureOf(body: string, secret: string, time: number): string {
  const digest = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${digest}`
}
